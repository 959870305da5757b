//! How a search lets its listener hear what it does, and does what that asks.

use dropwire_vm::{Choice, StepEvent, StepEventKind, ThreadId, VmError};

use super::Search;
use super::halt::Halt;
use crate::facts::defect::Defect;
use crate::facts::reason::Cause;
use crate::listener::{Event, Hears, History, MadeChoice, Reaction};
use crate::names;
use crate::store::Visit;
use crate::words;

/// What the listener of a search hears, and what is kept for it.
#[derive(Default)]
pub(super) struct Listening {
    pub hears: Hears,
    history: History,
    /// The choice that is taken.
    next: Option<MadeChoice>,
    /// What is recorded of steps that are run again.
    again: Option<Again>,
}

/// What happened within steps that are run again, and how much of it had when each was over.
#[derive(Default)]
struct Again {
    events: Vec<StepEvent>,
    ends: Vec<usize>,
}

/// Whether listeners hear this of what happens within steps.
fn heard_as(event: &StepEvent) -> Hears {
    match event.kind {
        StepEventKind::Instruction => Hears::INSTRUCTIONS,
        StepEventKind::MethodEntered | StepEventKind::MethodLeft => Hears::METHODS,
        StepEventKind::ObjectCreated(_) => Hears::OBJECTS,
        StepEventKind::LockWanted(_) | StepEventKind::LockTaken(_) | StepEventKind::LockReleased(_) => Hears::LOCKS,
        StepEventKind::ExceptionThrown(_) => Hears::EXCEPTIONS,
    }
}

impl Search<'_> {
    /// With the listener of the budget, if it has one. Searches that only make a schedule shorter, or explain it, are not heard.
    pub(crate) fn heard(mut self) -> Self {
        let mut hears = Hears::NOTHING;
        self.budget
            .listeners(&mut |listener| hears = hears.and(listener.hears()));
        self.listening.hears = hears;
        self.hear(Hears::BEGIN, &Event::Begun);
        // Starting a thread is no visible operation before there are two.
        for thread in 1..self.vm.threads.len() {
            let thread = ThreadId(thread as u32);
            self.hear(Hears::THREADS, &Event::ThreadStarted { thread });
        }
        self
    }

    /// Lets the listener hear an event; whether the path goes on.
    fn hear(&mut self, of: Hears, event: &Event<'_>) -> bool {
        if !self.listening.hears.contains(of) {
            return true;
        }
        let (vm, history) = (&*self.vm, &self.listening.history);
        let (mut stops, mut pruned) = (None, None);
        self.budget.listeners(&mut |listener| {
            if !listener.hears().contains(of) {
                return;
            }
            let wanted = match listener.hear(vm, history, event) {
                Reaction::Continue => return,
                Reaction::Stop => &mut stops,
                Reaction::Prune => &mut pruned,
            };
            *wanted = Some(Cause::Listener {
                name: listener.name().to_owned(),
            });
        });
        let goes_on = stops.is_none() && pruned.is_none();
        if let Some(why) = pruned {
            self.limit(why);
        }
        if let Some(why) = stops {
            self.stop = Some(Halt::Limit(why));
        }
        goes_on
    }

    /// Whether a choice, which is the last of the schedule, may be taken.
    pub(super) fn hear_choice(&mut self, choice: Choice) -> bool {
        if self.listening.hears == Hears::NOTHING {
            return true;
        }
        if self.listening.hears.contains(Hears::HISTORY) {
            let cascaded = self.vm.chooses_at_once() == Some(choice.thread);
            let cascaded = cascaded && self.listening.history.all().last().is_some_and(MadeChoice::is_data);
            self.listening.next = Some(MadeChoice {
                generator: "schedule".into(),
                choice,
                what: self.vm.thread_name(choice.thread),
                cascaded,
            });
        }
        self.hear(Hears::CHOICES, &Event::Choice { choice })
    }

    /// All ways on of a choice point have been taken.
    pub(super) fn hear_processed(&mut self) {
        self.hear(Hears::CHOICE_POINTS, &Event::Processed);
    }

    /// The path has come to an end.
    pub(super) fn hear_end(&mut self) {
        self.hear(Hears::ENDS, &Event::Ended);
    }

    /// A state that is kept was reached.
    pub(super) fn hear_state(&mut self, visit: Visit) {
        let new = visit == Visit::New;
        self.hear(Hears::STATES, &Event::State { new });
    }

    /// A defect was found.
    pub(super) fn hear_found(&mut self, defect: &Defect) {
        self.hear(Hears::DEFECTS, &Event::Found { defect });
    }

    /// Takes a choice, and records what listeners hear of what happens meanwhile.
    pub(super) fn step_heard(&mut self, choice: Choice) -> Result<(), VmError> {
        let within = self.listening.hears.within();
        if !within.is_empty() {
            self.vm.record_step_events(within);
        }
        let stepped = self.vm.step(choice);
        if stepped.is_err() {
            self.recorded();
        }
        stepped
    }

    /// What happened within steps; whether the path goes on.
    fn hear_within(&mut self, events: &[StepEvent], again: bool) -> bool {
        let mut goes_on = true;
        for event in events {
            goes_on &= self.hear(heard_as(event), &Event::Within { event, again });
        }
        goes_on
    }

    /// What was recorded since the step began.
    fn recorded(&mut self) -> Vec<StepEvent> {
        match self.listening.hears.within().is_empty() {
            true => Vec::new(),
            false => self.vm.take_step_events(),
        }
    }

    /// A step is over; whether the path goes on. `threads`: how many there were before.
    pub(super) fn hear_step(&mut self, choice: Choice, threads: usize) -> bool {
        if self.listening.hears == Hears::NOTHING {
            return true;
        }
        if let Some(mut next) = self.listening.next.take() {
            if let Some(made) = &self.vm.this_step.made {
                (next.generator, next.what) = (names::generator(made), words::step::operation(&names::made(made)));
            }
            self.listening.history.push(next);
        }
        let recorded = self.recorded();
        let mut goes_on = self.hear_within(&recorded, false);
        goes_on &= self.hear(Hears::STEPS, &Event::Advanced { choice, again: false });
        if self.listening.hears.contains(Hears::THREADS) {
            for thread in threads..self.vm.threads.len() {
                let thread = ThreadId(thread as u32);
                goes_on &= self.hear(Hears::THREADS, &Event::ThreadStarted { thread });
            }
            if !self.vm.thread(choice.thread).is_alive() {
                let thread = choice.thread;
                goes_on &= self.hear(Hears::THREADS, &Event::ThreadEnded { thread });
            }
        }
        goes_on
    }

    /// A choice point is reached, of whose ways on the listener may take some away.
    pub(super) fn hear_choice_point(&mut self, choices: &mut Vec<Choice>) {
        if self.listening.hears.contains(Hears::POLICY) {
            let vm = &*self.vm;
            let mut by = None;
            self.budget.listeners(&mut |listener| {
                if !listener.hears().contains(Hears::POLICY) {
                    return;
                }
                let offered = choices.clone();
                listener.policy(vm, choices);
                // Only what is offered can be taken, and once.
                choices.retain(|choice| offered.contains(choice));
                let mut known = Vec::new();
                choices.retain(|choice| {
                    !known.contains(choice) && {
                        known.push(*choice);
                        true
                    }
                });
                if choices.len() < offered.len() {
                    by = Some(listener.name().to_owned());
                }
            });
            if let Some(name) = by {
                self.limit(Cause::Listener { name });
            }
        }
        if choices.len() > 1 || choices.first().is_some_and(|only| self.vm.ways(*only) > 1) {
            self.hear(Hears::CHOICE_POINTS, &Event::ChoicePoint { choices });
        }
    }

    /// What the history has from there on, for a state that waits to be gone on from.
    pub(super) fn history_from(&self, start: usize) -> Box<[MadeChoice]> {
        let all = self.listening.history.all();
        all.get(start..).unwrap_or_default().into()
    }

    /// Steps are run again that lead to such a state.
    pub(super) fn begin_again(&mut self) {
        let within = self.listening.hears.within();
        if !within.is_empty() {
            self.listening.again = Some(Again::default());
            self.vm.record_step_events(within);
        }
    }

    /// One of them is over.
    pub(super) fn end_of_step_again(&mut self) {
        if let Some(again) = &mut self.listening.again {
            again.ends.push(self.vm.step_events());
        }
    }

    /// All of them are, or one cannot be run again.
    pub(super) fn end_again(&mut self) {
        let events = self.recorded();
        if let Some(again) = &mut self.listening.again {
            again.events = events;
        }
    }

    /// Steps were run again that lead to such a state. They are heard again; the machine is where the last of them leads.
    pub(super) fn hear_again(&mut self, steps: &[Choice], history: &[MadeChoice]) {
        if self.listening.hears == Hears::NOTHING {
            return;
        }
        let Again { events, ends } = self.listening.again.take().unwrap_or_default();
        let mut start = 0;
        for (number, choice) in steps.iter().enumerate() {
            if let Some(made) = history.get(number) {
                self.listening.history.push(made.clone());
            }
            let end = ends.get(number).copied().unwrap_or(start);
            // What a listener wants of a step was asked when it was made first: the path that is run again is one that went on.
            self.hear_within(events.get(start..end).unwrap_or_default(), true);
            start = end;
            self.hear(
                Hears::STEPS,
                &Event::Advanced {
                    choice: *choice,
                    again: true,
                },
            );
        }
    }

    /// Takes the path back to so many transitions.
    pub(super) fn go_back(&mut self, to: usize) {
        self.schedule.truncate(to);
        if self.listening.hears != Hears::NOTHING {
            self.listening.history.truncate(to);
            self.hear(Hears::STEPS, &Event::Backtracked { to });
        }
    }
}
