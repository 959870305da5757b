//! A debugger for the run that a trail describes, which goes forwards and backwards.
//!
//! The trail is replayed first, as `replay.rs` does; only what leads to its finding again can be debugged. Then the run is the trail's schedule,
//! taken again as often as somebody goes through it: the machine is deterministic. It decides nothing and reports no finding.
//!
//! `command.rs` is what can be asked, `timeline.rs` the run, `scan.rs` a segment of it, `inspect.rs` what a state shows.

pub mod command;
pub mod expression;

mod breakpoints;
mod evaluate;
mod inspect;
mod scan;
mod timeline;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dropwire_vm::{ThreadId, Vm, VmError};

use crate::confirm::classes_of;
use crate::junit;
use crate::options::{Budget, Target};
use crate::replay::{Replay, replay_recorded};
use crate::report::Finding;
use crate::rollback::in_frame;
use crate::step_snapshot::values::{Numbers, text};
use crate::trail::Trail;
use crate::trail_options::options_of;
use breakpoints::{Breakpoints, Times};
use command::{Answer, Bound, Breakpoint, Command, Motion, Node, Position, Stopped, Variable, Why};
use evaluate::Value;
use expression::ExpressionError;
use inspect::Typed;
use scan::{Hit, Wanted};
use timeline::Timeline;

/// A session.
pub struct Debugger<'a> {
    timeline: Timeline<'a>,
    trail: &'a Trail,
    /// Numbers, from 1, of the trail's steps that were taken.
    steps: Vec<usize>,
    breakpoints: Rc<Breakpoints>,
    numbers: Numbers,
    /// The thread that moved at the last stop.
    moved: Option<u32>,
    finding: Finding,
}

/// Why a trail is not debugged.
#[derive(Clone, Debug, PartialEq)]
pub enum NotDebugged {
    /// Its replay did not lead to its finding.
    Replay(Box<Replay>),
    /// It does, but these classes, by binary name, are others than those that the trail was recorded of: its lines and steps may mean something else.
    Changed(Vec<String>),
}

/// Replays a trail, and lets `talk` ask about the run. The machine is where it was before, afterwards.
///
/// # Errors
/// The run is no longer the trail's.
pub fn debug(
    vm: &mut Vm,
    trail: &Trail,
    budget: &mut dyn Budget,
    talk: &mut dyn FnMut(&mut Debugger<'_>),
) -> Result<(), NotDebugged> {
    let (replay, schedule) = replay_recorded(vm, trail, budget);
    let Replay::Reproduced(finding) = replay else {
        return Err(NotDebugged::Replay(Box::new(replay)));
    };
    let now = classes_of(vm);
    let differs = |(name, hash): &(&String, &String)| now.get(*name).is_some_and(|now| now != *hash);
    let changed: Vec<String> = trail
        .classes
        .iter()
        .filter(differs)
        .map(|(name, _)| name.clone())
        .collect();
    if !changed.is_empty() {
        return Err(NotDebugged::Changed(changed));
    }
    // From here on there is no time limit: what takes long is interrupted between two steps.
    vm.cancellation = dropwire_vm::CancellationToken::default();
    let target = Target {
        class: trail.target.clone(),
        args: trail.args.clone(),
    };
    in_frame(vm, |vm| {
        junit::start(vm, &target, &options_of(trail).object)
            .map_err(|error| NotDebugged::Replay(Box::new(Replay::Failed(error.to_string()))))?;
        let taken = trail.steps.iter().zip(1..).filter(|(step, _)| step.options > 0);
        let mut debugger = Debugger {
            timeline: Timeline::new(vm, schedule),
            trail,
            steps: taken.map(|(_, number)| number).collect(),
            breakpoints: Rc::default(),
            numbers: Numbers::default(),
            moved: None,
            finding: *finding,
        };
        talk(&mut debugger);
        Ok(())
    })
}

impl Debugger<'_> {
    /// What the run leads to.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    /// Does what is asked. `interrupted` is asked between two steps of the run whether somebody wants it to stop.
    pub fn answer(&mut self, command: &Command, interrupted: &mut dyn FnMut() -> bool) -> Answer {
        let failed = |error: VmError| Answer::Failed(error.to_string());
        let vm = &*self.timeline.vm;
        match command {
            Command::Breakpoints(wanted) => self.bind(wanted).map_or_else(failed, Answer::Bound),
            Command::Move(motion) => self.go(*motion, interrupted).map_or_else(failed, Answer::Stopped),
            Command::Threads => Answer::Threads(inspect::threads(vm)),
            Command::Frames { thread } => {
                let thread = inspect::thread_of(vm, *thread);
                Answer::Frames(thread.map_or_else(Vec::new, |thread| inspect::frame_rows(vm, thread)))
            }
            Command::Variables { node, start, count } => {
                Answer::Variables(inspect::unfold(vm, &mut self.numbers, *node, *start, *count))
            }
            Command::Evaluate {
                expression,
                thread,
                frame,
            } => Answer::Evaluated(self.evaluate(expression, *thread, *frame)),
            Command::Printed { from } => {
                let printed: Vec<u8> = vm.path.output.iter().skip(*from).map(|(_, byte)| *byte).collect();
                Answer::Printed(String::from_utf8_lossy(&printed).into_owned())
            }
        }
    }

    fn evaluate(&mut self, written: &str, thread: u32, frame: u32) -> Result<Variable, ExpressionError> {
        let expression = expression::parse(written)?;
        let vm = &*self.timeline.vm;
        let thread = inspect::thread_of(vm, thread).ok_or(ExpressionError::NoFrame)?;
        let frames = inspect::frames(vm, thread);
        let value = evaluate::evaluate(vm, thread, frames.get(frame as usize), &expression)?;
        let numbers = &mut self.numbers;
        let of_text = |value: String, ty: &str, node: Option<Node>| Variable {
            name: written.to_owned(),
            value,
            ty: ty.to_owned(),
            node,
            elements: 0,
            watch: None,
            lock: None,
        };
        Ok(match value {
            Value::Plain(value) => inspect::variable(vm, numbers, written.to_owned(), value, ""),
            Value::Text(value) => of_text(format!("{value:?}"), "java.lang.String", None),
            Value::Name(_, Some(class)) => {
                let mirror = Typed::of(class.mirror.get());
                let shown = text(vm, numbers, mirror.ty, mirror.bits);
                of_text(shown, "java.lang.Class", Some(Node::Statics(class.id.0)))
            }
            Value::Name(name, None) => return Err(ExpressionError::Unknown(name)),
        })
    }

    fn bind(&mut self, wanted: &[Breakpoint]) -> Result<Vec<Bound>, VmError> {
        let (mut all, answers) = Breakpoints::bind(self.timeline.vm, wanted);
        let times = wanted.iter().map(|one| one.hits.as_deref().and_then(Times::parse));
        let times: Vec<Option<Times>> = times.collect();
        if times.iter().any(Option::is_some) {
            let unlimited = Rc::new(all);
            let counted = self.count(&times, &unlimited)?;
            all = Rc::try_unwrap(unlimited).map_err(|_| VmError::Jdk("a scan keeps the breakpoints".into()))?;
            for (index, times) in counted {
                all.times[index] = Some(times);
            }
        }
        self.breakpoints = Rc::new(all);
        Ok(answers)
    }

    /// Goes through the whole run and counts how often breakpoints with a number of times are reached.
    fn count(
        &mut self,
        times: &[Option<Times>],
        at: &Rc<Breakpoints>,
    ) -> Result<BTreeMap<usize, BTreeSet<Position>>, VmError> {
        let here = self.timeline.position;
        let mut reached = vec![0; times.len()];
        let counted = times.iter().enumerate().filter(|(_, times)| times.is_some());
        let mut stops: BTreeMap<usize, BTreeSet<Position>> =
            counted.map(|(index, _)| (index, BTreeSet::new())).collect();
        for segment in 0..self.timeline.end() {
            for (position, hit) in self.timeline.find(segment, Wanted::Nothing, at)? {
                let (Hit::Code(index) | Hit::Data(index)) = hit else {
                    continue;
                };
                reached[index] += 1;
                if times[index].is_some_and(|times| times.counts(reached[index])) {
                    stops.entry(index).or_default().insert(position);
                }
            }
        }
        self.timeline.go(here)?;
        Ok(stops)
    }

    fn go(&mut self, motion: Motion, interrupted: &mut dyn FnMut() -> bool) -> Result<Stopped, VmError> {
        let why = match motion {
            Motion::Entry => self.enter()?,
            Motion::In => self.forward(Wanted::Lines, interrupted)?,
            Motion::Over | Motion::Out => {
                let thread = self.thread();
                let depth = inspect::user_depth(self.timeline.vm, thread);
                let wanted = match motion {
                    Motion::Out => Wanted::Out(thread, depth),
                    _ => Wanted::Over(thread, depth),
                };
                self.forward(wanted, interrupted)?
            }
            Motion::Back => self.back()?,
            Motion::Continue => self.forward(Wanted::Nothing, interrupted)?,
            Motion::ReverseContinue => self.reverse(interrupted)?,
            Motion::Step(number) => {
                let segment = match number {
                    0 => 0,
                    _ => 1 + self.steps.partition_point(|step| *step < number),
                };
                self.timeline.go_to_segment(segment.min(self.timeline.end()))?;
                Why::Goto
            }
        };
        let at_end = self.timeline.position.segment == self.timeline.end();
        let why = match why {
            Why::Step | Why::Goto if at_end => Why::End,
            why => why,
        };
        // Of a thread that died nothing is left to be seen: the line at which it did is shown.
        if at_end && !self.timeline.vm.thread(self.thread()).is_alive() {
            self.back()?;
        }
        Ok(self.stopped(why))
    }

    /// To the first line of the program.
    fn enter(&mut self) -> Result<Why, VmError> {
        let found = self.timeline.find(0, Wanted::Lines, &Rc::default())?;
        let first = found.first().map(|(position, _)| *position);
        self.timeline.go(first.unwrap_or(Position { segment: 0, at: 0 }))?;
        Ok(Why::Entry)
    }

    fn forward(&mut self, wanted: Wanted, interrupted: &mut dyn FnMut() -> bool) -> Result<Why, VmError> {
        let from = self.timeline.position;
        let at = Rc::clone(&self.breakpoints);
        for segment in from.segment..self.timeline.end() {
            if segment > from.segment {
                if interrupted() {
                    self.timeline.go_to_segment(segment)?;
                    return Ok(Why::Pause);
                }
                if self.ends_before(segment, wanted) {
                    self.timeline.go_to_segment(segment)?;
                    return Ok(Why::Step);
                }
            }
            // Without anything to look for between its instructions, a segment runs as fast as it can.
            if wanted == Wanted::Nothing && at.is_empty() {
                self.timeline.go_to_segment(segment + 1)?;
                continue;
            }
            let found = self.timeline.find(segment, wanted, &at)?;
            let behind = |position: Position| position > from || segment > from.segment;
            let first = found
                .iter()
                .find(|(position, hit)| behind(*position) && self.counts(*position, *hit));
            if let Some((position, _)) = first.copied() {
                self.timeline.go(position)?;
                return Ok(why(position, &found, |hit| self.counts(position, hit)));
            }
        }
        self.timeline.go_to_segment(self.timeline.end())?;
        Ok(Why::End)
    }

    /// Whether a motion ends where a segment begins: it goes from step to step, or the thread that it follows makes way for another.
    fn ends_before(&self, segment: usize, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Nothing | Wanted::Out(..) => false,
            Wanted::Lines => true,
            Wanted::Over(thread, _) => self.timeline.thread_of(segment) != Some(thread),
        }
    }

    fn counts(&self, position: Position, hit: Hit) -> bool {
        match hit {
            Hit::Wanted => true,
            Hit::Code(index) | Hit::Data(index) => self.breakpoints.counts(index, position),
        }
    }

    fn back(&mut self) -> Result<Why, VmError> {
        let here = self.timeline.position;
        let segment = match here.at {
            0 => here.segment.checked_sub(1),
            _ => Some(here.segment),
        };
        let Some(segment) = segment else { return Ok(Why::Entry) };
        let found = self.timeline.find(segment, Wanted::Lines, &Rc::default())?;
        let before = found
            .iter()
            .map(|(position, _)| *position)
            .rfind(|position| *position < here);
        match before {
            Some(position) => self.timeline.go(position)?,
            None if segment == 0 => return self.enter(),
            None => self.timeline.go_to_segment(segment)?,
        }
        Ok(Why::Step)
    }

    fn reverse(&mut self, interrupted: &mut dyn FnMut() -> bool) -> Result<Why, VmError> {
        let from = self.timeline.position;
        let at = Rc::clone(&self.breakpoints);
        // Without breakpoints it is the start.
        let segments = if at.is_empty() { 0..0 } else { 0..from.segment + 1 };
        for segment in segments.rev() {
            if segment == from.segment && from.at == 0 {
                continue;
            }
            if interrupted() {
                self.timeline.go_to_segment(segment)?;
                return Ok(Why::Pause);
            }
            let found = self.timeline.find(segment, Wanted::Nothing, &at)?;
            let counted = found.into_iter().filter(|(position, hit)| self.counts(*position, *hit));
            let counted: Vec<(Position, Hit)> = counted.collect();
            let mut before: Vec<(Position, Hit)> = Vec::new();
            for (position, hit) in counted {
                // Backwards the write comes next where it is about to happen.
                let position = match (hit, position.at) {
                    (Hit::Data(_), 0) if position.segment > segment => Position {
                        segment,
                        at: self.timeline.length(segment)?.saturating_sub(1),
                    },
                    (Hit::Data(_), after) => Position {
                        at: after.saturating_sub(1),
                        ..position
                    },
                    _ => position,
                };
                before.push((position, hit));
            }
            before.retain(|(position, _)| *position < from);
            if let Some(last) = before.iter().map(|(position, _)| *position).max() {
                self.timeline.go(last)?;
                return Ok(why(last, &before, |_| true));
            }
        }
        self.enter()
    }

    /// The thread that moves here; at the end, the one that the trail's last step is about.
    fn thread(&self) -> ThreadId {
        let vm = &*self.timeline.vm;
        let last = self.trail.steps.last().map(|step| step.thread_path.as_str());
        let named = || {
            let mut all = (0..vm.threads.len()).map(|index| ThreadId(index as u32));
            all.find(|thread| Some(vm.thread_path(*thread).as_str()) == last)
        };
        self.timeline.mover().or_else(named).unwrap_or(ThreadId(0))
    }

    fn stopped(&mut self, why: Why) -> Stopped {
        let thread = inspect::number_of(self.thread());
        let vm = &*self.timeline.vm;
        let name = |number: u32| inspect::thread_of(vm, number).map(|thread| vm.thread_name(thread));
        let moved = self.moved.replace(thread).filter(|moved| *moved != thread);
        let position = self.timeline.position;
        let last = self.trail.steps.len();
        let step = match position.segment.checked_sub(1) {
            None => 0,
            Some(index) => self.steps.get(index).copied().unwrap_or(last),
        };
        Stopped {
            why,
            position,
            thread,
            switch: moved.and_then(name).zip(name(thread)),
            step,
            printed: vm.path.output.len(),
        }
    }
}

/// Why a run stops at a place, of all that was found.
fn why(position: Position, found: &[(Position, Hit)], counts: impl Fn(Hit) -> bool) -> Why {
    let here = || {
        found
            .iter()
            .filter(|(at, hit)| *at == position && counts(*hit))
            .map(|(_, hit)| *hit)
    };
    let data: Vec<usize> = here()
        .filter_map(|hit| if let Hit::Data(index) = hit { Some(index) } else { None })
        .collect();
    let code: Vec<usize> = here()
        .filter_map(|hit| if let Hit::Code(index) = hit { Some(index) } else { None })
        .collect();
    match (data.is_empty(), code.is_empty()) {
        (false, _) => Why::Data(data),
        (true, false) => Why::Breakpoints(code),
        (true, true) => Why::Step,
    }
}
