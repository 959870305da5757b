//! Replaying a schedule step by step: to make a trail of it, and to show that a stored trail still holds.

use dropwire_vm::{Alternative, Choice, Key, Pending, Status, ThreadId, Vm, VmError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::Analyses;
use crate::enabled::{allowed, nth, number_of_ways, offers, position, timeout_choices};
use crate::facts::defect::Defect;
use crate::facts::kind::{Kind, LastSnapshot};
use crate::facts::location::Location;
use crate::facts::need::{Need, UnlikelyEvent};
use crate::facts::object::Object;
use crate::facts::reason::Stop;
use crate::facts::step::{Operation, Remark, StepFacts, StepOp};
use crate::facts::wait::Wait;
use crate::lasso::Rounds;
use crate::names;
use crate::options::{Budget, Options};
use crate::properties::property::{Judgement, Moment};
use crate::properties::{Properties, deadlock, exceptions, guarded_by, races};
use crate::search::chain::{Chain, Look};
use crate::search::endless;
use crate::site::Site;
use crate::sleep_clock::Clock;
use crate::step_snapshot::{Touches, Witness};
use crate::temporal::atoms::stated;
use crate::temporal::graph::{Asked, Claim, Planned};
use crate::temporal::watch::Watch;
use crate::trail::{Lasso, RECORDED_STEPS, Step, StepSnapshot};
use crate::virtual_clock::let_time_pass;
use crate::words;

/// A choice that was taken, and what was done to the state before it: who takes it again has to do the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) choice: Choice,
    pub(crate) arrival: Arrival,
}

/// What was done to a state when it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Nothing: it was passed.
    Passed,
    /// It was normalised.
    Normalised,
    /// It was normalised and compared with others.
    Compared,
}

/// Follows a schedule the way the search does, so that the same states are normalised.
pub(crate) struct Follower<'a> {
    vm: &'a mut Vm,
    options: &'a Options,
    chain: Chain,
    /// Keys of the present run of states with one way on, for infinite loops.
    seen: FxHashSet<Key>,
    repeated: bool,
    steps: Vec<Step>,
    numbers: FxHashMap<String, u32>,
    last: Option<dropwire_vm::ThreadId>,
    needs: Vec<Need>,
    witness: Witness,
    /// Steps before the first one whose scene is recorded.
    unrecorded: usize,
    /// Who sleeps until when, if sleeping took its time; and the sleeps that ended before that.
    clock: Clock,
    short_sleeps: Vec<Need>,
    taken: usize,
    /// What was taken so far.
    schedule: Vec<Taken>,
    arrival: Arrival,
    /// When timed operations end, by thread, if the clock moves on.
    deadlines: Option<Vec<Option<i64>>>,
    /// What the run says of properties over time.
    watch: Option<Watch>,
    /// Whether states come again, where that is asked.
    rounds: Option<Rounds>,
    /// Threads that have asked for a collection and then waited until a time was over.
    awaited_collector: u64,
    /// What watches the order of the run, where that is asked.
    analyses: Option<Analyses>,
}

/// Why a schedule could not be followed.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The program does something else.
    Drift {
        step: usize,
        expected: String,
        found: String,
    },
    /// The machine cannot go on.
    Vm(VmError),
}

/// A schedule that was followed to its end.
pub(crate) struct Followed {
    /// Its steps, and how things stood at the end.
    pub steps: Vec<Step>,
    /// What it needed that is unlikely.
    pub needs: Vec<Need>,
    /// What the recorded steps touched.
    pub touched: Touched,
    /// Where it goes round at its end.
    pub lasso: Option<Lasso>,
}

/// What steps touched, by their numbers.
pub(crate) type Touched = FxHashMap<u32, Touches>;

impl From<VmError> for Broken {
    fn from(error: VmError) -> Broken {
        Broken::Vm(error)
    }
}

impl<'a> Follower<'a> {
    /// Starts at the state of `vm`, which is before `main`'s first visible operation.
    pub(crate) fn new(vm: &'a mut Vm, options: &'a Options) -> Follower<'a> {
        let mut numbers = FxHashMap::default();
        numbers.insert("main".to_owned(), 1);
        let watch = Watch::of(stated(vm, options), Asked::of(options));
        let mut follower = Follower {
            watch,
            rounds: None,
            awaited_collector: 0,
            analyses: None,
            clock: Clock::new(vm),
            short_sleeps: Vec::new(),
            taken: 0,
            schedule: Vec::new(),
            arrival: Arrival::Passed,
            vm,
            options,
            chain: Chain::default(),
            seen: FxHashSet::default(),
            repeated: false,
            steps: Vec::new(),
            numbers,
            last: None,
            needs: Vec::new(),
            witness: Witness::default(),
            unrecorded: 0,
            deadlines: None,
        };
        follower.record_starts(1);
        follower
    }

    /// Follows with a clock that moves on, which does not move in a search.
    pub(crate) fn with_moving_clock(mut self) -> Follower<'a> {
        self.deadlines = Some(Vec::new());
        self
    }

    /// Records the snapshots of the last steps of so many: what comes long before the end is nothing that a reader goes through.
    pub(crate) fn with_scenes_of(mut self, steps: usize) -> Follower<'a> {
        self.unrecorded = steps.saturating_sub(RECORDED_STEPS);
        self
    }

    /// Notes whether states come again, for a finding that may say so: the search has compared the same ones.
    pub(crate) fn with_rounds_of(mut self, kind: Kind) -> Follower<'a> {
        let asked = kind == Kind::InfiniteLoop || kind.is_over_time();
        self.rounds = asked.then(Rounds::default);
        self
    }

    /// Follows with analyses that have listened since before `main` began.
    pub(crate) fn with_analyses(mut self, analyses: Analyses) -> Follower<'a> {
        self.analyses = Some(analyses);
        self
    }

    /// The races that the run has had so far by its order, if there are more pairs of accesses than `known`, which is brought up to date.
    pub(crate) fn more_unordered_races(&self, known: &mut usize) -> Vec<Defect> {
        let analyses = self.analyses.as_ref();
        analyses.map_or_else(Vec::new, |analyses| analyses.more_unordered_races(self.vm, known))
    }

    /// Whether every sleep has taken its time so far.
    pub(crate) fn respects_sleeps(&self) -> bool {
        self.short_sleeps.is_empty()
    }

    /// The threads that have asked for a collection and then waited until a time was over, as bits.
    pub(crate) fn awaited_collector(&self) -> u64 {
        self.awaited_collector
    }

    /// The choices here, in the order of the search; normalises the state where the search does.
    fn arrive(&mut self) -> Result<Vec<Choice>, VmError> {
        let mut choices = Vec::new();
        let moves = self.vm.choices(allowed(self.options), &mut choices);
        let mut key = None;
        self.arrival = Arrival::Passed;
        match self.chain.look(self.vm, &choices, moves) {
            Look::Pass => {
                self.repeated = false;
                self.seen.clear();
            }
            Look::GoOn => {}
            Look::Compare => {
                self.vm.normalise();
                let present = self.vm.key()?;
                self.arrival = Arrival::Compared;
                self.repeated = !self.seen.insert(present);
                key = Some(present);
            }
            Look::Keep => {
                self.seen.clear();
                self.vm.normalise();
                self.arrival = Arrival::Normalised;
                if self.watch.is_some() || self.rounds.is_some() {
                    key = Some(self.vm.key()?);
                }
            }
        }
        if let Some(watch) = &mut self.watch {
            watch.arrive(self.vm, key);
        }
        if let Some(rounds) = &mut self.rounds {
            rounds.arrive(key);
        }
        Ok(choices)
    }

    /// With the ways that the search adds where no other thread is enabled: time-outs, and clocks that run out.
    fn all_ways(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut all = choices.to_vec();
        all.extend(timeout_choices(self.vm));
        all.extend(self.vm.clock_choices());
        let late = self.vm.other_timeouts(&all);
        all.extend(late.into_iter().map(|(_, choice)| choice));
        all
    }

    /// Whom the notification takes that a thread is about to make.
    fn notified(&self, thread: ThreadId, way: u16) -> Remark {
        let candidates = match self.vm.pending(thread) {
            Pending::Notify(object) => self.vm.notifiable(object),
            _ => Vec::new(),
        };
        match candidates.get(usize::from(way)) {
            None if !candidates.is_empty() => Remark::ComesTooLate,
            taken => Remark::Wakes {
                waiter: u32::from(way) + 1,
                thread: taken.map(|taken| self.vm.thread_name(*taken)),
            },
        }
    }

    /// The calls of each thread in the scenario of an object under test with this number.
    fn scenario(&self, number: usize) -> Option<Vec<Vec<String>>> {
        let object = self.vm.mode.object.as_ref()?;
        let scenario = object.scenarios.as_ref()?.all.get(number)?;
        let shown = |ways: &Vec<usize>| ways.iter().filter_map(|way| object.ways.get(*way).cloned()).collect();
        Some(scenario.threads.iter().map(shown).collect())
    }

    /// Takes one choice and records it.
    fn take(&mut self, choice: Choice, choices: &[Choice]) -> Result<(), VmError> {
        let offered = offers(self.vm, choices, choice);
        if !offered {
            // As in the search, which goes on from there anew.
            self.chain = Chain::default();
            self.seen.clear();
        }
        let options = number_of_ways(self.vm, choices);
        let index = position(self.vm, choices, choice)
            .or_else(|| position(self.vm, &self.all_ways(choices), choice))
            .unwrap_or(options);
        let path = self.vm.thread_path(choice.thread);
        let next = self.numbers.len() as u32 + 1;
        let number = *self.numbers.entry(path.clone()).or_insert(next);
        let mut facts = StepFacts::from(names::operation(self.vm, choice.thread));
        let chooses = matches!(choice.alternative, Alternative::DataChoice(_));
        // The driver of an object under test has no place that a reader knows.
        let asks = self.vm.image.method(self.vm.thread(choice.thread).method_id()).class();
        let by_driver = chooses && self.vm.mode.object.is_some() && asks.is_made();
        let site = Site::of_thread(self.vm, choice.thread).filter(|_| !by_driver);
        let location = site.map(|s| s.location());
        let need = |event| Need {
            event,
            file: location.as_ref().map(|l| l.file.as_ref().unwrap_or(&l.class).clone()),
            line: location.as_ref().and_then(|l| l.line),
        };
        if !self.clock.allows(self.vm, &choice, choices) {
            self.short_sleeps.push(need(UnlikelyEvent::ShortSleep));
        }
        match choice.alternative {
            Alternative::SpuriousWakeup => {
                facts.op = StepOp::SpuriousWakeup;
                self.needs.push(need(UnlikelyEvent::SpuriousWakeup));
            }
            Alternative::Timeout => {
                facts.op = StepOp::Timeout;
                // What is offered only where all else repeats is not early.
                if offered
                    && !self.vm.waits_for_a_delay(choice.thread)
                    && !self.clock.comes_first(self.vm, &choice, choices)
                    && choices
                        .iter()
                        .any(|c| c.alternative == Alternative::Run && c.thread != choice.thread)
                {
                    self.needs.push(need(UnlikelyEvent::TimeOut));
                }
            }
            // Any other is the end of a wait that was interrupted and notified.
            Alternative::Notify(way) if matches!(facts.op, StepOp::Notify { .. }) => {
                facts.remark = Some(self.notified(choice.thread, way));
            }
            Alternative::DataChoice(way) => {
                let scenario = self.scenario(way.index() as usize).filter(|_| by_driver);
                let shown = self
                    .vm
                    .mode
                    .object
                    .iter()
                    .flat_map(|object| &object.ways)
                    .nth(way.index() as usize);
                if let Some(threads) = scenario {
                    facts.op = StepOp::ScenarioUnderTest { threads };
                } else if let Some(call) = shown.filter(|_| by_driver).cloned() {
                    facts.op = StepOp::CallUnderTest { call };
                }
            }
            Alternative::Run | Alternative::Notify(_) => {}
        }
        let waited =
            choice.alternative == Alternative::Timeout || matches!(self.vm.pending(choice.thread), Pending::Sleep(_));
        if waited {
            self.awaited_collector |= choice.thread.bit() & self.vm.path.facts.collector_asked;
        }
        // A thread that only a spurious wakeup enables is not preempted.
        let goes_on = |last: ThreadId| {
            let moves = |c: &Choice| c.thread == last && c.alternative != Alternative::SpuriousWakeup;
            last != choice.thread && choices.iter().any(moves)
        };
        let preemption = self.last.is_some_and(goes_on);
        self.last = Some(choice.thread);
        if let Some(rounds) = &mut self.rounds {
            let mover = self.vm.thread(choice.thread).path_hash;
            rounds.step((mover, choice.alternative), self.steps.len());
        }
        self.steps.push(Step {
            choice: index,
            options,
            generator: "schedule".into(),
            preemption,
            ..self.step_of(choice.thread, (number, path), facts, location)
        });
        let threads = self.vm.threads.len();
        let number = self.steps.len() as u32;
        let recorded = self.steps.len() > self.unrecorded;
        let mut before = recorded.then(|| self.witness.look(self.vm, choice.thread, number));
        if let Some(deadlines) = &mut self.deadlines {
            let_time_pass(self.vm, choice, deadlines);
        }
        let tracked = before.as_ref().map(|before| self.witness.track(self.vm, before));
        if let Some(watch) = &mut self.watch {
            watch.step(self.vm, choice);
        }
        if let Some(analyses) = &mut self.analyses {
            analyses.take(self.vm, choice);
        }
        self.vm.step(choice)?;
        self.taken += 1;
        self.schedule.push(Taken {
            choice,
            arrival: self.arrival,
        });
        if let (Some(made), Some(step)) = (self.vm.this_step.made.take().filter(|_| chooses), self.steps.last_mut()) {
            let op = names::made(&made);
            step.operation = words::step::operation(&op);
            step.generator = names::generator(&made);
            step.facts = Some(op.into());
        }
        self.clock.moved(self.vm, choice, self.taken);
        if let Some((before, tracked)) = before.as_mut().zip(tracked) {
            self.witness.find_again(self.vm, tracked, before);
        }
        if let Some(before) = before {
            let scene = self.witness.finish(self.vm, before);
            self.set_scene(scene);
        }
        self.record_starts(threads);
        Ok(())
    }

    /// Threads started since there were `before`: a remark each, because a start that no other thread can observe is no step.
    fn record_starts(&mut self, before: usize) {
        for index in before..self.vm.threads.len() {
            let child = ThreadId(index as u32);
            let path = self.vm.thread_path(child);
            let parent_path = path.rsplit_once('/').map_or("main", |(parent, _)| parent).to_owned();
            let Some(parent) = self.vm.threads.iter().position(|t| {
                t.path.len() + 1 == self.vm.thread(child).path.len() && self.vm.thread(child).path.starts_with(&t.path)
            }) else {
                continue;
            };
            let parent = ThreadId(parent as u32);
            let reported = self.steps.last().is_some_and(|s| {
                s.action == Operation::Start && s.options > 0 && s.thread_path == parent_path && index == before
            });
            if reported {
                continue;
            }
            let location = self.vm.thread(child).started_at.map(|(method, pc)| {
                Site {
                    method: self.vm.image.method(method),
                    pc,
                }
                .location()
            });
            let thread = Object::Thread {
                name: self.vm.thread_name(child),
            };
            self.note(parent, StepOp::Start { thread }.into(), location);
            let last = index + 1 == self.vm.threads.len();
            let scene = self.witness.started(self.vm, child, self.steps.len() as u32, last);
            self.set_scene(scene);
        }
    }

    /// How things stand at the end, for one thread.
    fn remark(&mut self, thread: ThreadId, facts: StepFacts, location: Option<Location>) {
        self.note(thread, facts, location);
        let scene = self.witness.remark(self.vm, thread, self.steps.len() as u32);
        self.set_scene(scene);
    }

    /// A step that replay passes over: it has no choice.
    fn note(&mut self, thread: ThreadId, facts: StepFacts, location: Option<Location>) {
        let path = self.vm.thread_path(thread);
        let next = self.numbers.len() as u32 + 1;
        let number = *self.numbers.entry(path.clone()).or_insert(next);
        self.steps.push(self.step_of(thread, (number, path), facts, location));
    }

    /// A step of a thread, with its number and path, that has no choice.
    fn step_of(
        &self,
        thread: ThreadId,
        (number, path): (u32, String),
        facts: StepFacts,
        location: Option<Location>,
    ) -> Step {
        Step {
            thread: number,
            thread_name: self.vm.thread_name(thread),
            thread_path: path,
            operation: words::step::operation(&facts.op),
            action: facts.op.sort(),
            note: words::step::note(&facts),
            facts: Some(facts),
            location,
            choice: 0,
            options: 0,
            generator: "none".into(),
            preemption: false,
            scene: StepSnapshot::default(),
        }
    }

    fn set_scene(&mut self, scene: StepSnapshot) {
        if let Some(step) = self.steps.last_mut() {
            step.scene = scene;
        }
    }

    /// Goes on with the same thread as long as it can, and makes each data choice the first way, for so many steps at most.
    ///
    /// # Errors
    /// Something is not modelled.
    pub(crate) fn keep_to_threads(&mut self, most: usize) -> Result<(), VmError> {
        while self.steps.len() < most && self.vm.path.facts.exited.is_none() {
            let choices = self.arrive()?;
            let plain = |choice: &&Choice| choice.alternative != Alternative::SpuriousWakeup;
            let same = choices
                .iter()
                .filter(plain)
                .find(|choice| Some(choice.thread) == self.last);
            let next = same.or_else(|| choices.iter().find(plain)).copied();
            let next = next.or_else(|| self.all_ways(&choices).into_iter().find(|choice| plain(&choice)));
            let Some(next) = next.filter(|_| !self.repeated) else {
                return Ok(());
            };
            self.take(next, &choices)?;
        }
        Ok(())
    }

    /// The steps so far.
    pub(crate) fn steps_so_far(self) -> Vec<Step> {
        self.steps
    }

    /// Follows the choices of a search.
    pub(crate) fn follow(&mut self, schedule: &[Choice]) -> Result<(), Broken> {
        for choice in schedule {
            let choices = self.arrive()?;
            // With another clock the program may have gone another way; a thread that has ended has no way at all.
            if !offers(self.vm, &choices, *choice) && !self.all_ways(&choices).contains(choice) {
                return Err(Broken::Drift {
                    step: self.steps.len() + 1,
                    expected: format!("thread {}", choice.thread.0),
                    found: "a thread that cannot move".into(),
                });
            }
            self.take(*choice, &choices)?;
        }
        Ok(())
    }

    /// Follows steps that are known by their threads' creation paths, until a property fails whatever follows. The choices that they are.
    pub(crate) fn follow_plan(&mut self, plan: &[Planned], of: &Claim) -> Result<Vec<Choice>, Broken> {
        let mut schedule = Vec::new();
        for planned in plan {
            let choices = self.arrive()?;
            if self.watch.as_ref().is_some_and(|watch| watch.has_failed(of)) {
                break;
            }
            let is_it = |thread: &ThreadId| self.vm.thread(*thread).path_hash == planned.thread;
            let thread = self.vm.live_by_path().iter().copied().find(is_it);
            let choice = thread.map(|thread| Choice {
                thread,
                alternative: planned.alternative,
            });
            let offered =
                |choice: &Choice| offers(self.vm, &choices, *choice) || self.all_ways(&choices).contains(choice);
            let Some(choice) = choice.filter(offered) else {
                return Err(Broken::Drift {
                    step: self.steps.len() + 1,
                    expected: "a step of the counterexample".into(),
                    found: "a thread that cannot move".into(),
                });
            };
            self.take(choice, &choices)?;
            schedule.push(choice);
        }
        Ok(schedule)
    }

    /// Follows a stored trail; each step must offer what it offered then.
    pub(crate) fn follow_trail(&mut self, steps: &[Step], budget: &mut dyn Budget) -> Result<Option<Stop>, Broken> {
        for (number, step) in steps.iter().enumerate().filter(|(_, s)| s.options > 0) {
            if let Some(stop) = budget.exhausted() {
                return Ok(Some(stop));
            }
            let mut choices = self.arrive()?;
            if step.choice >= number_of_ways(self.vm, &choices) {
                choices = self.all_ways(&choices);
            }
            let drift = |found: String| Broken::Drift {
                step: number + 1,
                expected: format!("{} {}", step.thread_name, step.operation),
                found,
            };
            let Some(choice) = nth(self.vm, &choices, step.choice) else {
                return Err(drift(format!("only {} choices", choices.len())));
            };
            let path = self.vm.thread_path(choice.thread);
            if path != step.thread_path {
                return Err(drift(format!("thread {path}")));
            }
            let plain = matches!(choice.alternative, Alternative::Run | Alternative::Notify(_));
            let op = names::operation(self.vm, choice.thread);
            // A trail of an older build says in words alone what it did.
            let operation = words::step::operation(&op);
            let same = match &step.facts {
                Some(facts) => facts.op == op,
                None => operation == step.operation,
            };
            if plain && !same {
                return Err(drift(operation));
            }
            self.take(choice, &choices)?;
            let ops = [Some(step), self.steps.iter().rfind(|s| s.options > 0)];
            if let [Some(then), Some(now)] = ops.map(|step| step.and_then(|s| s.facts.as_ref()))
                && matches!(
                    (&then.op, &now.op),
                    (StepOp::Chosen { .. } | StepOp::Perturbed { .. }, _)
                        | (_, StepOp::Chosen { .. } | StepOp::Perturbed { .. })
                )
                && then.op != now.op
            {
                return Err(drift(words::step::operation(&now.op)));
            }
        }
        Ok(None)
    }

    /// All defects of the state reached. That nothing ends from there on is found out only for the kind that says so.
    pub(crate) fn defects(&mut self, kind: &str) -> Result<Vec<Defect>, VmError> {
        let choices = self.arrive()?;
        let of_others = |c: &&Choice| !self.vm.thread(c.thread).daemon && c.alternative != Alternative::SpuriousWakeup;
        let lives = self.vm.path.facts.exited.is_none() && self.vm.live().any(|t| !self.vm.thread(t).daemon);
        let mut moments = vec![Moment::Reached];
        match lives {
            false => moments.push(Moment::Ended),
            // Daemons may still be enabled: whether they free anyone, the search has found out.
            true if !choices.iter().any(|c| of_others(&c)) => moments.extend([Moment::Stuck, Moment::Live]),
            true => moments.push(Moment::Live),
        }
        // Calls of an object that go round never return.
        let of_calls = kind == Kind::NotLinearizable.name() && self.vm.mode.object.is_some();
        let asks_for_loops = kind == Kind::InfiniteLoop.name() || of_calls;
        let (mut endless, mut repeats) = (None, None);
        if lives {
            moments.push(Moment::Explored);
            let single = choices.len() == 1 && self.vm.ways(choices[0]) == 1;
            let alone = asks_for_loops && single;
            if single && self.repeated || alone && endless::comes_round(self.vm, self.options, choices[0]) {
                moments.push(Moment::Repeated);
                repeats = Some(endless::repeats(self.vm, self.options, choices[0]));
            } else if asks_for_loops {
                endless = endless::defect(self.vm, self.options);
            }
        }
        let over = !lives || moments.contains(&Moment::Stuck);
        let over_time = self.watch.as_ref().map(|watch| watch.defects(self.vm, over, kind));
        let mut properties = Properties::new(stated(self.vm, self.options));
        let mut judgement = Judgement::default();
        for moment in moments {
            properties.judge(self.vm, moment, repeats, &mut judgement);
        }
        let over_time = over_time.into_iter().flatten();
        Ok(judgement.defects.into_iter().chain(endless).chain(over_time).collect())
    }

    /// What was taken.
    pub(crate) fn take_schedule(&mut self) -> Vec<Taken> {
        std::mem::take(&mut self.schedule)
    }

    /// Says of each lock in a defect of the state reached which object it is.
    pub(crate) fn name_locks(&mut self, defect: &mut Defect) {
        self.witness.name_locks(self.vm, defect);
    }

    /// The recorded steps, with the last scene of a defect, and what the run needed.
    pub(crate) fn into_steps(mut self, defect: &Defect) -> Followed {
        let kind = defect.kind();
        let round = defect.facts.round();
        let rounds = self.rounds.as_ref();
        let lasso = rounds.and_then(|rounds| rounds.lasso(self.steps.len(), round));
        match kind.last_snapshot() {
            LastSnapshot::Blocked => self.record_blocked(),
            LastSnapshot::Conflict => self.record_conflict(),
            LastSnapshot::Throw => self.record_throws(),
            LastSnapshot::Violation => self.record_violation(),
            LastSnapshot::Plain => {}
        }
        if kind.may_need_short_sleep() {
            self.needs.append(&mut self.short_sleeps);
        }
        self.needs.sort();
        self.needs.dedup();
        self.witness.tell_apart(&mut self.steps);
        Followed {
            touched: self.witness.take_touched(),
            lasso,
            steps: self.steps,
            needs: self.needs,
        }
    }

    fn record_blocked(&mut self) {
        let live: Vec<ThreadId> = self.vm.live().collect();
        for thread in live {
            let blocked =
                matches!(self.vm.thread(thread).status, Status::Waiting { .. }) || !self.vm.is_enabled(thread);
            if blocked {
                let wait = deadlock::wait_of(self.vm, thread);
                let location = Site::of_thread(self.vm, thread).map(|s| s.location());
                self.remark(thread, StepOp::Blocked { wait }.into(), location);
                let wanted = self.witness.wanted_lock(self.vm, thread);
                if let Some(facts) = self.steps.last_mut().and_then(|step| step.facts.as_mut())
                    && let StepOp::Blocked {
                        wait: Wait::Lock { instance, .. },
                    } = &mut facts.op
                {
                    *instance = wanted;
                }
            }
        }
    }

    fn record_conflict(&mut self) {
        for thread in races::conflicting(self.vm) {
            let facts = StepFacts {
                op: names::operation(self.vm, thread),
                remark: Some(Remark::Concurrent),
            };
            let location = Site::of_thread(self.vm, thread).map(|s| s.location());
            self.remark(thread, facts, location);
        }
    }

    /// Its frames are gone when a throwable has left a thread: the throwable knows them, and the thread's last step in that method
    /// what it saw there.
    fn show_throw(&mut self, stack: Vec<Location>) {
        let Some((throw, earlier)) = self.steps.split_last_mut() else {
            return;
        };
        let same_method = |step: &&Step| {
            let method = |step: &Step| step.location.as_ref().map(|at| (at.class.clone(), at.method.clone()));
            method(step) == method(throw)
        };
        let last = earlier
            .iter()
            .rfind(|step| step.thread == throw.thread && step.options > 0);
        if let Some(last) = last.filter(same_method) {
            throw.scene.variables.clone_from(&last.scene.variables);
        }
        throw.scene.stack = stack;
    }

    fn record_violation(&mut self) {
        if let Some((violation, site, facts)) = guarded_by::last_step(self.vm) {
            self.remark(violation.thread, facts, Some(site.location()));
        }
    }

    /// The steps alone.
    pub(crate) fn into_run(mut self) -> Vec<Step> {
        self.witness.tell_apart(&mut self.steps);
        self.steps
    }

    fn record_throws(&mut self) {
        if let (None, Some(throwable)) = (self.vm.path.uncaught.last(), self.vm.kept_throwables().last().copied()) {
            let class = self.vm.class_of(throwable).binary_name();
            let location = exceptions::kept(self.vm, throwable).location;
            self.remark(ThreadId(0), StepOp::Unobserved { class }.into(), Some(location));
        }
        if let Some(uncaught) = self.vm.path.uncaught.last().copied() {
            let class = self.vm.class_of(uncaught.throwable).binary_name();
            let location = exceptions::uncaught(self.vm, &uncaught).location;
            let stack = names::trace(self.vm, uncaught.throwable);
            self.remark(uncaught.thread, StepOp::Throw { class }.into(), Some(location));
            self.show_throw(stack);
        }
    }
}
