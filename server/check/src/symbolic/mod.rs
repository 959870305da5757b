//! A method explored for all inputs: symbolic execution (King, CACM 1976), by runs that are concrete and symbolic at once (Godefroid et al., *DART*, PLDI
//! 2005).
//!
//! The machine runs the method with the inputs of one model, as any program, while a [`Recorder`] follows what depends on inputs: it looks at each
//! instruction before it is executed, as a debugger does, and a search without symbolic parameters does not pay for it. A decision on such a value is a choice
//! among what else could hold. Each way that a solver finds inputs for is another run, from the beginning; the others are infeasible. So each run has a
//! path condition of its own, and together the conditions cover all inputs, unless a reason in the report says otherwise.
//!
//! What cannot stay symbolic is *pinned*: it has its value in this run, and other runs have the others, up to `symbolic.values` of them.
//!
//! The inputs of each run are then checked as the arguments of an ordinary target, with all properties: that is where findings, their trails and
//! their replays come from.

mod branches;
mod calls;
mod generated;
mod hidden;
mod instructions;
pub(crate) mod options;
pub(crate) mod parameters;
mod recorder;

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_symbolic::{Answer, BitBlaster, Cached, Expr, Model, Operator, Solver};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::{Allowed, Choice, Vm, VmError};

use crate::assumptions::Assumption;
use crate::facts::explored::{ExploredMethod, ExploredPath, PathEnd};
use crate::facts::kind::Kind;
use crate::facts::note::Note;
use crate::facts::reason::{Cause, NotFollowed, Reason, Stop};
use crate::junit;
use crate::listener::Listener;
use crate::options::{Budget, Options, Target};
use crate::report::{Confidence, Coverage, Finding, Report, Statistics, Verdict};
use crate::rollback::{in_frame, with_rollback};
use crate::trail::Input;
use crate::trail_options::prepare;
use branches::Counted;
use calls::Hook;
use parameters::Parameter;
use recorder::{GivenUp, Others, Recorder};

/// Steps of the main thread after which a run is not followed any more. Each one but the last is 20,000 jumps long.
const LONGEST: u64 = 50;

/// The path of a run.
struct Path {
    decisions: Vec<recorder::Decision>,
    /// Before this decision it is the path of another run.
    from: usize,
    /// The values that other runs have where its first own decision pins one.
    excluded: Vec<Expr>,
}

/// What is known of a run before it runs.
#[derive(Default)]
struct Ahead {
    /// What it decides first.
    expected: Vec<Expr>,
    /// Where its own decisions begin.
    from: usize,
    /// The values that other runs have where the first of these pins one.
    excluded: Vec<Expr>,
}

/// Something that may hold instead of what a path decided.
struct Open {
    path: Rc<Path>,
    /// The decision.
    at: usize,
    /// What holds in its place; each other value, if there is none.
    way: Option<Expr>,
}

/// How the method is checked with the inputs of one path.
pub(crate) type CheckPath<'a> = &'a dyn Fn(&mut Vm, &Target, &Options, &mut dyn Budget) -> Report;

/// Explores a method for all values of its symbolic parameters.
///
/// # Errors
/// A target that is no such method, parameters that cannot be symbolic, options that do not go together with it.
pub(crate) fn check(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    check_path: CheckPath<'_>,
) -> Result<Report, VmError> {
    prepare(vm, options);
    vm.record(false, false);
    if let Some(refused) = refused(options) {
        return Err(refused);
    }
    let method = junit::method_of(vm, &target.class)?;
    if !target.args.is_empty() {
        return Err(VmError::Class(
            "a method with symbolic parameters takes no arguments; write them as in --symbolic=a:symbolic,b:3".into(),
        ));
    }
    let parameters = parameters::of(method, &options.symbolic)?;
    Ok(Exploration::new(target, options, method, parameters, check_path).run(vm, budget))
}

/// What other options ask for and is not explored for all inputs.
fn refused(options: &Options) -> Option<VmError> {
    let what = if !options.properties.is_empty() {
        "a [[property]]"
    } else if !options.perturbations.is_empty() {
        "a [[perturb]]"
    } else if !options.reports.is_empty() {
        "a --report"
    } else {
        return None;
    };
    Some(VmError::NotModelled(format!(
        "{what} is not supported with symbolic parameters"
    )))
}

struct Exploration<'a> {
    target: &'a Target,
    options: Options,
    method: &'static Method,
    parameters: Vec<Parameter>,
    check_path: CheckPath<'a>,
    recorder: Rc<RefCell<Recorder>>,
    solver: Cached<BitBlaster>,
    open: VecDeque<Open>,
    paths: u64,
    report: Report,
    reasons: Vec<Reason>,
    known: BTreeSet<String>,
    /// Some path was not assumed away.
    applied: bool,
    /// What is known of each path, where that is asked for.
    explored: Vec<Followed>,
    /// The branches of the method that some path takes: indices of the branch and of the instruction that comes next.
    taken: BTreeSet<(u32, u32)>,
}

/// A path, as it was followed and checked.
struct Followed {
    inputs: Vec<Input>,
    end: PathEnd,
    /// Indices of branches of the method and of the instructions that came next.
    branches: BTreeSet<(u32, u32)>,
    /// Indices of its instructions that were executed.
    instructions: BTreeSet<u32>,
}

impl<'a> Exploration<'a> {
    fn new(
        target: &'a Target,
        options: &Options,
        method: &'static Method,
        parameters: Vec<Parameter>,
        check_path: CheckPath<'a>,
    ) -> Self {
        let most = usize::try_from(options.symbolic.branches).unwrap_or(usize::MAX);
        Exploration {
            target,
            recorder: Rc::new(RefCell::new(Recorder::new(method.id.0, parameters.clone(), most))),
            options: Options {
                symbolic: options.symbolic.of_one_path(),
                ..options.clone()
            },
            method,
            parameters,
            check_path,
            solver: Cached::new(BitBlaster::with_budget(options.symbolic.conflicts)),
            open: VecDeque::new(),
            paths: 0,
            report: Report {
                verdict: Verdict::Incomplete,
                coverage: Coverage::Limited,
                reasons: Vec::new(),
                notes: Vec::new(),
                assumptions: Vec::new(),
                findings: Vec::new(),
                statistics: Statistics::default(),
                reports: Vec::new(),
                stated: Vec::new(),
                explored: None,
            },
            reasons: Vec::new(),
            known: BTreeSet::new(),
            applied: false,
            explored: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    fn run(mut self, vm: &mut Vm, budget: &mut dyn Budget) -> Report {
        let cancellation = budget.cancellation();
        self.solver.solver().stop_when(move || cancellation.is_cancelled());
        if let Err(failed) = self.follow(vm, budget, &Model::default(), Ahead::default()) {
            return *failed;
        }
        while let Some(open) = self.open.pop_front() {
            if let Some(why) = self.ends(budget) {
                self.because(why);
                break;
            }
            let Some((conditions, ahead)) = self.conditions(&open) else {
                continue;
            };
            let answer = self.solver.solve(&self.recorder.borrow().arena, &conditions);
            match answer {
                Answer::Satisfiable(model) => {
                    let model = match self.options.symbolic.paths {
                        true => self.simplified(&model, &conditions),
                        false => model,
                    };
                    if let Err(failed) = self.follow(vm, budget, &model, ahead) {
                        return *failed;
                    }
                }
                Answer::Unsatisfiable => {}
                Answer::Unknown => self.because(Cause::ConditionNotDecided),
            }
        }
        self.finish()
    }

    /// Why no more paths are followed.
    fn ends(&self, budget: &mut dyn Budget) -> Option<Cause> {
        if budget.exhausted().is_some() {
            return Some(Cause::of_end(budget.exhausted(), self.options.memory_limit));
        }
        let limit = self.options.max_transitions;
        if limit > 0 && self.report.statistics.transitions >= limit {
            return Some(Cause::Transitions { limit });
        }
        let found = self.report.findings.iter();
        let mut confirmed = found.filter(|finding| finding.confidence == Confidence::Confirmed);
        (self.options.first && confirmed.next().is_some()).then_some(Cause::FirstFinding)
    }

    /// What must hold for an open way to be taken, and what is known of its run; nothing where enough values were tried.
    fn conditions(&mut self, open: &Open) -> Option<(Vec<Expr>, Ahead)> {
        let Open { path, at, way } = open;
        let mut conditions: Vec<Expr> = path.decisions[..*at].iter().map(|decision| decision.taken).collect();
        if let Some(way) = way {
            conditions.push(*way);
            let ahead = Ahead {
                expected: conditions.clone(),
                from: at + 1,
                excluded: Vec::new(),
            };
            return Some((conditions, ahead));
        }
        let decision = &path.decisions[*at];
        let mut excluded = if path.from == *at {
            path.excluded.clone()
        } else {
            Vec::new()
        };
        excluded.push(self.recorder.borrow_mut().arena.not(decision.taken));
        if excluded.len() as u64 >= self.options.symbolic.values {
            if let Others::Values(what) = &decision.others {
                let cause = Cause::ValuesLeftOut {
                    what: what.clone(),
                    tried: excluded.len() as u64,
                };
                // There may be no other value.
                conditions.extend(&excluded);
                let answer = self.solver.solve(&self.recorder.borrow().arena, &conditions);
                if answer != Answer::Unsatisfiable {
                    self.because(cause);
                }
            }
            return None;
        }
        let expected = conditions.clone();
        conditions.extend(&excluded);
        let ahead = Ahead {
            expected,
            from: *at,
            excluded,
        };
        Some((conditions, ahead))
    }

    fn because(&mut self, cause: Cause) {
        match self.reasons.iter_mut().find(|reason| reason.cause == cause) {
            Some(reason) => reason.paths = Some(reason.paths.unwrap_or(1) + 1),
            None => self.reasons.push(cause.into()),
        }
    }

    /// Runs the method with the inputs of a model, and checks it with them.
    ///
    /// # Errors
    /// The report of a target that cannot run.
    fn follow(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        model: &Model,
        Ahead {
            expected,
            from,
            excluded,
        }: Ahead,
    ) -> Result<(), Box<Report>> {
        self.paths += 1;
        let number = |parameter: &Parameter| parameter.input.map(|input| model.value(input));
        let inputs: Vec<u64> = self.parameters.iter().filter_map(number).collect();
        let concrete = self.concrete(model);
        self.recorder.borrow_mut().begin(inputs);
        let ended = in_frame(vm, |vm| {
            vm.cancellation = budget.cancellation();
            junit::start(vm, &concrete, &self.options.object)?;
            vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&self.recorder))));
            let ended = go(vm);
            vm.instruction_hook = None;
            ended
        });
        self.taken.extend(&self.recorder.borrow().branches);
        let followed = !matches!(ended, Err(VmError::Stopped));
        self.note_end(ended, budget);
        let decisions = std::mem::take(&mut self.recorder.borrow_mut().path);
        let same = |(decision, expected): (&recorder::Decision, &Expr)| decision.taken == *expected;
        let given_up = self.recorder.borrow().given_up.is_some();
        // A run that is followed decides first what its condition says.
        if followed && !given_up && decisions.len() < expected.len() || !decisions.iter().zip(&expected).all(same) {
            self.because(Cause::PathNotFollowed {
                problem: NotFollowed::ValueLost,
            });
        }
        let conditions: Vec<Expr> = decisions
            .iter()
            .map(|decision| decision.taken)
            .chain(excluded.clone())
            .collect();
        self.open_ways(Path {
            decisions,
            from,
            excluded,
        });
        let mut concrete = self.concrete(model);
        let mut report = self.check_with(vm, budget, &concrete);
        if report.verdict == Verdict::Failed {
            return Err(Box::new(report));
        }
        if report.findings.iter().any(|finding| self.is_new(vm, finding)) {
            let simple = self.simplified(model, &conditions);
            let simple = self.concrete(&simple);
            if simple != concrete {
                let other = self.check_with(vm, budget, &simple);
                if shows_all(&other, &report) {
                    (concrete, report) = (simple, other);
                }
            }
        }
        self.add(vm, &concrete, report);
        Ok(())
    }

    /// The method with the inputs of a model as its arguments.
    fn concrete(&self, model: &Model) -> Target {
        let argument = |parameter: &Parameter| match (&parameter.fixed, parameter.input) {
            (Some(fixed), _) => fixed.clone(),
            (None, input) => parameter.argument(input.map_or(0, |input| model.value(input))),
        };
        Target {
            class: self.target.class.clone(),
            args: self.parameters.iter().map(argument).collect(),
        }
    }

    fn check_with(&self, vm: &mut Vm, budget: &mut dyn Budget, concrete: &Target) -> Report {
        let mut inner = Inner { budget };
        with_rollback(vm, |vm| (self.check_path)(vm, concrete, &self.options, &mut inner))
    }

    /// A model of the same path with the plainest values that there are, one input after the other.
    fn simplified(&mut self, model: &Model, conditions: &[Expr]) -> Model {
        let mut conditions = conditions.to_vec();
        let mut model = model.clone();
        for parameter in self.parameters.clone() {
            let Some((input, width)) = parameter.input.zip(parameters::width(parameter.ty)) else {
                continue;
            };
            let greatest = u64::MAX >> (65 - width.max(2));
            let plain = [0, 1, u64::MAX, 2, greatest, greatest + 1];
            for value in plain {
                let is = {
                    let arena = &mut self.recorder.borrow_mut().arena;
                    let (of, value) = (arena.input(input, width), arena.constant(value, width));
                    arena.binary(Operator::Equal, of, value)
                };
                conditions.push(is);
                let answer = self.solver.solve(&self.recorder.borrow().arena, &conditions);
                if let Answer::Satisfiable(found) = answer {
                    model = found;
                    break;
                }
                conditions.pop();
            }
        }
        model
    }

    fn is_new(&self, vm: &mut Vm, finding: &Finding) -> bool {
        !self.known.contains(&finding.fingerprint) && !is_declared(vm, self.method, finding)
    }

    /// What a run says less than it could.
    fn note_end(&mut self, ended: Result<Option<NotFollowed>, VmError>, budget: &mut dyn Budget) {
        let (given_up, entered, threads) = {
            let recorder = self.recorder.borrow();
            (recorder.given_up, recorder.entered, recorder.threads)
        };
        match (ended, given_up) {
            (_, Some(GivenUp::Decisions)) => self.because(Cause::DecisionsOfAPath {
                limit: self.options.symbolic.branches,
            }),
            (_, Some(GivenUp::Lost)) => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::ValueLost,
            }),
            (Err(VmError::Stopped), None) => self.because(Cause::of_end(budget.exhausted(), self.options.memory_limit)),
            // A path that the program assumes away says nothing of others.
            (Err(VmError::Ignored(_)), None) => {}
            (Err(error), None) => self.because(Cause::from(&error)),
            (Ok(Some(problem)), None) => self.because(Cause::PathNotFollowed { problem }),
            (Ok(None), None) if threads => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::Threads,
            }),
            (Ok(None), None) if !entered => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::NotCalled,
            }),
            (Ok(None), None) => {}
        }
    }

    /// What else may hold at each decision of a run's own.
    fn open_ways(&mut self, path: Path) {
        let path = Rc::new(path);
        for (at, decision) in path.decisions.iter().enumerate().skip(path.from) {
            match &decision.others {
                Others::Ways(ways) => {
                    let open = ways.iter().map(|way| Open {
                        path: Rc::clone(&path),
                        at,
                        way: Some(*way),
                    });
                    self.open.extend(open);
                }
                Others::Values(_) => self.open.push_back(Open {
                    path: Rc::clone(&path),
                    at,
                    way: None,
                }),
            }
        }
    }

    fn add(&mut self, vm: &mut Vm, concrete: &Target, report: Report) {
        junit::add_statistics(&mut self.report.statistics, &report.statistics);
        junit::add_new(&mut self.report.assumptions, &report.assumptions);
        junit::add_new(&mut self.report.notes, &report.notes);
        junit::add_new(&mut self.report.stated, &report.stated);
        let is_assumed_away = |reason: &Reason| matches!(reason.cause, Cause::EveryRunIgnored | Cause::Skipped { .. });
        let is_ignored = report.reasons.iter().any(is_assumed_away);
        self.applied |= !is_ignored;
        for reason in report.reasons.into_iter().filter(|reason| !is_assumed_away(reason)) {
            self.because(reason.cause);
        }
        let inputs = self.parameters.iter().zip(&concrete.args);
        let inputs: Vec<_> = inputs.map(|(parameter, argument)| parameter.shown(argument)).collect();
        if self.options.symbolic.paths && !is_ignored {
            let end = self.end(vm, &report.findings);
            let recorder = self.recorder.borrow();
            self.explored.push(Followed {
                inputs: inputs.clone(),
                end,
                branches: recorder.branches.clone(),
                instructions: recorder.instructions.clone(),
            });
        }
        for mut finding in report.findings {
            if self.is_new(vm, &finding) {
                self.known.insert(finding.fingerprint.clone());
                finding.trail.inputs.clone_from(&inputs);
                self.report.findings.push(finding);
            }
        }
    }

    /// How the method ended on the path that was followed last.
    fn end(&self, vm: &mut Vm, findings: &[Finding]) -> PathEnd {
        let mut thrown = findings.iter().filter_map(|finding| Some((finding, finding.thrown()?)));
        let recorder = self.recorder.borrow();
        match (thrown.next(), recorder.returned.clone()) {
            (Some((finding, thrown)), _) if is_declared(vm, self.method, finding) => PathEnd::Threw {
                class: thrown.class.clone(),
            },
            (Some((_, thrown)), _) => PathEnd::Failed {
                class: thrown.class.clone(),
            },
            (None, Some(value)) if findings.is_empty() && !recorder.threads => PathEnd::Returned { value },
            (None, _) => PathEnd::Other,
        }
    }

    /// What is known of each path.
    fn explored(&mut self) -> ExploredMethod {
        let counted = Counted::of(self.method);
        let paths = std::mem::take(&mut self.explored).into_iter();
        let paths = paths.map(|followed| ExploredPath {
            inputs: followed.inputs,
            end: followed.end,
            branches: counted.indices_of(&followed.branches).into_iter().collect(),
            lines: counted
                .lines_of(followed.instructions.into_iter())
                .into_iter()
                .collect(),
        });
        let of_the_machine = [
            Assumption::Environment,
            Assumption::Processors,
            Assumption::SeededRandom,
            Assumption::VirtualClock,
        ];
        let of_the_machine = of_the_machine.map(Assumption::name);
        ExploredMethod {
            class: self.method.class().binary_name(),
            name: self.method.name.to_owned(),
            is_static: self.method.is_static(),
            hidden: hidden::hidden(self.method),
            paths: paths.collect(),
            depends_on_the_machine: self
                .report
                .assumptions
                .iter()
                .any(|name| of_the_machine.contains(&name.as_str())),
            lines: counted.lines.iter().copied().collect(),
            branches: counted.branches,
        }
    }

    fn finish(mut self) -> Report {
        if self.options.symbolic.paths {
            self.report.explored = Some(self.explored());
        }
        if !self.applied && self.reasons.is_empty() {
            self.because(Cause::EveryRunIgnored);
        }
        let symbolic = self.parameters.iter().filter(|parameter| parameter.input.is_some());
        self.report.notes.push(Note::SymbolicPaths {
            paths: self.paths,
            parameters: symbolic.map(|parameter| parameter.name.clone()).collect(),
            conditions: self.solver.solved,
            repeated: self.solver.repeated,
        });
        let findings = &self.report.findings;
        let confirmed = findings
            .iter()
            .any(|finding| finding.confidence == Confidence::Confirmed);
        let complete = self.reasons.is_empty();
        let all_inputs = self.parameters.iter().all(|parameter| parameter.input.is_some());
        if complete && all_inputs {
            let lines = branches::never_taken(self.method, &self.taken);
            if !lines.is_empty() {
                self.report.notes.push(Note::UnreachableBranches { lines });
            }
        }
        self.report.verdict = match (confirmed, complete) {
            (true, _) => Verdict::Violated,
            (false, true) => Verdict::Verified,
            (false, false) => Verdict::Incomplete,
        };
        self.report.coverage = if complete {
            Coverage::Complete
        } else {
            Coverage::Limited
        };
        self.report.reasons = self.reasons;
        self.report
    }
}

/// Runs what has been started, as long as it has one way on; what prevents that, if anything does.
fn go(vm: &mut Vm) -> Result<Option<NotFollowed>, VmError> {
    let allowed = Allowed {
        spurious: false,
        timeouts_always: false,
    };
    vm.begin(true)?;
    let mut choices: Vec<Choice> = Vec::new();
    for _ in 0..LONGEST {
        if vm.is_multithreaded() {
            return Ok(Some(NotFollowed::Threads));
        }
        if vm.path.facts.exited.is_some() || !vm.live().any(|thread| !vm.thread(thread).daemon) {
            return Ok(None);
        }
        choices.clear();
        vm.choices(allowed, &mut choices);
        let [choice] = choices[..] else {
            // A thread alone that cannot move is a finding of the check with these inputs.
            return Ok((!choices.is_empty()).then_some(NotFollowed::Choices));
        };
        if vm.ways(choice) > 1 {
            return Ok(Some(NotFollowed::Choices));
        }
        vm.step(choice)?;
    }
    Ok(Some(NotFollowed::Endless))
}

/// Whether one report shows every finding of another.
fn shows_all(one: &Report, other: &Report) -> bool {
    let shown: BTreeSet<&str> = one
        .findings
        .iter()
        .map(|finding| finding.fingerprint.as_str())
        .collect();
    other
        .findings
        .iter()
        .all(|finding| shown.contains(finding.fingerprint.as_str()))
}

/// Whether a finding is an exception that the method declares to throw. `throws Exception` declares no unchecked one. JLS §11.1.1.
fn is_declared(vm: &mut Vm, method: &'static Method, finding: &Finding) -> bool {
    let thrown = finding.thrown().filter(|_| finding.kind == Kind::UncaughtException);
    let Some(class) = thrown.map(|thrown| thrown.class.replace('.', "/")) else {
        return false;
    };
    let mut load = |name: &str| vm.image.load(&mut vm.heap, name).ok();
    let unchecked = [load("java/lang/RuntimeException"), load("java/lang/Error")];
    let is_unchecked = |class: &Class| {
        unchecked
            .iter()
            .flatten()
            .any(|unchecked| class.is_subclass_of(unchecked))
    };
    let Some(class) = load(&class) else { return false };
    let declared: Vec<&'static Class> = declared(method).iter().filter_map(|name| load(name)).collect();
    declared
        .into_iter()
        .any(|declared| class.is_subclass_of(declared) && is_unchecked(class) == is_unchecked(declared))
}

/// The exceptions of a method's `throws`; internal names. JVMS §4.7.5.
fn declared(method: &Method) -> Vec<String> {
    let file = method.class().file();
    let methods = file.into_iter().flat_map(|file| &file.methods);
    let mut named = methods.filter(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor);
    let attributes = named.next().map(|one| &one.attributes[..]).unwrap_or_default();
    let names = attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::Exceptions(names) => Some(names),
        _ => None,
    });
    names.flatten().map(|name| name.to_string()).collect()
}

/// The budget of the check with the inputs of one path: its end is not the end of the exploration.
struct Inner<'a> {
    budget: &'a mut dyn Budget,
}

impl Budget for Inner<'_> {
    fn exhausted(&mut self) -> Option<Stop> {
        self.budget.exhausted()
    }

    fn cancellation(&self) -> dropwire_vm::CancellationToken {
        self.budget.cancellation()
    }

    fn conclude(&mut self) {
        if self.budget.exhausted().is_some() {
            self.budget.conclude();
        }
    }

    fn listeners(&mut self, show: &mut dyn FnMut(&mut dyn Listener)) {
        self.budget.listeners(show);
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.budget.progress(statistics);
    }

    fn used(&mut self) -> Option<f64> {
        self.budget.used()
    }
}
