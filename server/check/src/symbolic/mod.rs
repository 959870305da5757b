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
//! Where a run starts threads or makes choices of its own, a search of all its interleavings takes its place: what any of them decides is one
//! path condition, so that all inputs for which it holds have the same interleavings.
//!
//! The inputs of each run are then checked as the arguments of an ordinary target, with all properties: that is where findings, their trails and
//! their replays come from.

mod answers;
mod beside;
mod branches;
mod buildable;
mod calls;
mod declared;
mod floating_point;
mod generated;
mod hidden;
mod inner_budget;
mod inputs;
mod instructions;
mod interleavings;
mod java_syntax;
pub(crate) mod options;
pub(crate) mod parameters;
mod paths;
mod places;
mod plain_values;
mod recorder;
mod solvers;
mod structure;
mod unsafe_access;

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use dropwire_symbolic::{Answer, Cached, Expr, InTurn, Model, Operator, Solver};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::types::{ClassId, Ty};
use dropwire_vm::{Allowed, Choice, Vm, VmError};

use crate::assumptions::Assumption;
use crate::facts::explored::{PathEnd, Returned};
use crate::facts::note::Note;
use crate::facts::reason::{Cause, LeftOut, NotFollowed, Reason};
use crate::junit;
use crate::options::{Budget, Options, Target};
use crate::report::{Confidence, Coverage, Finding, Report, Statistics, Verdict};
use crate::rollback::{in_frame, with_rollback};
use crate::trail::Input;
use crate::trail_options::prepare;
use calls::Hook;
use declared::is_declared;
use inner_budget::Inner;
use options::Integers;
use parameters::Parameter;
use paths::{Ahead, Open, Path, Wanted, condition};
use places::{PlaceId, Places};
use plain_values::plainest;
use recorder::{GivenUp, Holds, Inputs, Others, Recorder, SeenCode};
use structure::{Arguments, Possible, Structure, possible};

/// How a run ended that was followed as long as it had one way on.
enum RunEnd {
    /// At the end of the program.
    Over,
    /// Where other threads can move too, or a choice has several ways.
    SeveralWays,
    /// After many steps.
    Endless,
}

/// Steps of the main thread after which a run is not followed any more. Each one but the last is 20,000 jumps long.
const LONGEST: u64 = 50;

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
    let mut places = Places::default();
    let parameters = parameters::of(vm, method, &options.symbolic, &mut places)?;
    let solver = solvers::solver(&options.symbolic, budget)?;
    Ok(Exploration::new(target, options, method, (parameters, places), check_path, solver).run(vm, budget))
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
    solver: Cached<InTurn>,
    open: VecDeque<Open>,
    paths: u64,
    report: Report,
    reasons: Vec<Reason>,
    known: BTreeSet<String>,
    /// Some path was not assumed away.
    applied: bool,
    /// How many runs ended because a precondition does not hold.
    refused: u64,
    /// How many runs returned `true`.
    returned_true: u64,
    /// What says which inputs are allowed: the method itself, or a precondition.
    precondition: RefCell<Option<String>>,
    /// What is known of each path, where that is asked for.
    explored: Vec<Followed>,
    /// The classes of objects among the inputs of these paths.
    input_classes: Vec<&'static Class>,
    /// The branches of the method that some path takes: indices of the branch and of the instruction that comes next.
    taken: BTreeSet<(u32, u32)>,
}

/// A path, as it was followed and checked.
struct Followed {
    inputs: Vec<Input>,
    end: PathEnd,
    /// What of the method's code was executed, before other threads ran.
    seen: SeenCode,
}

impl<'a> Exploration<'a> {
    fn new(
        target: &'a Target,
        options: &Options,
        method: &'static Method,
        (parameters, places): (Vec<Parameter>, Places),
        check_path: CheckPath<'a>,
        solver: Cached<InTurn>,
    ) -> Self {
        let most = usize::try_from(options.symbolic.branches).unwrap_or(usize::MAX);
        Exploration {
            target,
            recorder: Rc::new(RefCell::new(Recorder::new(
                method.id.0,
                parameters.clone(),
                places,
                most,
                options.symbolic.integers,
            ))),
            options: Options {
                symbolic: options.symbolic.of_one_path(),
                ..options.clone()
            },
            method,
            parameters,
            check_path,
            solver,
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
            refused: 0,
            returned_true: 0,
            precondition: RefCell::new(None),
            explored: Vec::new(),
            input_classes: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    fn run(mut self, vm: &mut Vm, budget: &mut dyn Budget) -> Report {
        let first = self.first_structure(vm);
        if let Err(failed) = self.follow(vm, budget, &Model::default(), first, Ahead::default()) {
            return *failed;
        }
        while let Some(open) = self.open.pop_front() {
            if let Some(why) = self.ends(budget) {
                self.because(why);
                break;
            }
            let Some(Wanted {
                conditions,
                structure,
                model,
                ahead,
            }) = self.wanted(&open)
            else {
                continue;
            };
            let answer = match model {
                Some(model) => Answer::Satisfiable(model),
                None => self.solver.solve(&self.recorder.borrow().arena, &conditions),
            };
            match answer {
                Answer::Satisfiable(model) => {
                    let model = match self.options.symbolic.paths {
                        true => self.simplified(&model, &conditions),
                        false => model,
                    };
                    if let Err(failed) = self.follow(vm, budget, &model, structure, ahead) {
                        return *failed;
                    }
                }
                Answer::Unsatisfiable => {}
                Answer::Unknown => {
                    let z3 = solvers::asked_z3(&self.options.symbolic, self.solver.solver());
                    self.because(Cause::ConditionNotDecided { z3 });
                }
            }
        }
        self.finish()
    }

    /// The object on which the method is called is there from the beginning.
    fn first_structure(&self, vm: &mut Vm) -> Structure {
        let receiver = self.parameters.first().filter(|first| first.is_receiver());
        let place = receiver.and_then(|receiver| receiver.place);
        let first = place.and_then(|place| Some((place, *self.possible(vm, place, &[]).references.first()?)));
        first.into_iter().collect()
    }

    fn possible(&self, vm: &mut Vm, place: PlaceId, created: &[(PlaceId, ClassId)]) -> Possible {
        let bounds = self.options.symbolic.bounds();
        let subject = self.method.class();
        possible(vm, &self.recorder.borrow().places, place, created, subject, bounds)
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

    /// What the inputs have to be for an open way to be taken, and what is known of its run; nothing where enough values were tried.
    fn wanted(&mut self, open: &Open) -> Option<Wanted> {
        let Open { path, at, way } = open;
        let (mut conditions, mut structure) = (path.conditions(*at), path.structure(*at));
        let mut expected: Vec<Holds> = path.decisions[..*at].iter().map(|decision| decision.taken).collect();
        if let Some(way) = way {
            expected.push(*way);
            let mut model = None;
            match *way {
                Holds::Condition(way) => conditions.push(way),
                Holds::Refers(place, reference) => {
                    structure.insert(place, reference);
                    model = Some(path.model.clone());
                }
            }
            return Some(Wanted {
                conditions,
                structure,
                model,
                ahead: Ahead {
                    expected,
                    from: at + 1,
                    excluded: Vec::new(),
                },
            });
        }
        let decision = &path.decisions[*at];
        let mut excluded = if path.from == *at {
            path.excluded.clone()
        } else {
            Vec::new()
        };
        if let Holds::Condition(taken) = decision.taken {
            excluded.push(self.recorder.borrow_mut().arena.not(taken));
        }
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
        conditions.extend(&excluded);
        Some(Wanted {
            conditions,
            structure,
            model: None,
            ahead: Ahead {
                expected,
                from: *at,
                excluded,
            },
        })
    }

    fn left_out(&mut self, what: LeftOut) {
        let cause = Cause::InputsLeftOut { what };
        if !self.reasons.iter().any(|reason| reason.cause == cause) {
            self.reasons.push(cause.into());
        }
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
        structure: Structure,
        Ahead {
            expected,
            from,
            excluded,
        }: Ahead,
    ) -> Result<(), Box<Report>> {
        self.paths += 1;
        let (target, objects) = self.concrete(vm, model, &structure);
        let inputs = Inputs {
            model: model.clone(),
            structure: structure.clone(),
            preconditions: Vec::new(),
            objects: Vec::new(),
        };
        self.recorder.borrow_mut().begin(inputs.clone());
        let mut ended = in_frame(vm, |vm| {
            vm.cancellation = budget.cancellation();
            self.start(vm, &target, &objects)?;
            vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&self.recorder))));
            let ended = go(vm);
            vm.instruction_hook = None;
            ended
        });
        let searched = self.has_several_ways(&ended);
        let alone = self.recorder.borrow().seen.clone();
        if searched {
            ended = self.interleavings(vm, budget, inputs, (&target, &objects), &expected);
        }
        self.taken.extend(&self.recorder.borrow().seen.branches);
        let followed = !searched && !matches!(ended, Err(VmError::Stopped));
        self.note_end(ended, budget);
        let (decisions, created, refused) = {
            let mut recorder = self.recorder.borrow_mut();
            let decisions = std::mem::take(&mut recorder.path);
            let refused = recorder.refused && !recorder.reached;
            (decisions, recorder.created.clone(), refused)
        };
        let same = |(decision, expected): (&recorder::Decision, &Holds)| decision.taken == *expected;
        let given_up = self.recorder.borrow().given_up.is_some();
        // A run that is followed decides first what its condition says.
        if followed && !given_up && decisions.len() < expected.len() || !decisions.iter().zip(&expected).all(same) {
            self.because(Cause::PathNotFollowed {
                problem: NotFollowed::ValueLost,
            });
        }
        let held: Vec<Holds> = decisions.iter().map(|decision| decision.taken).collect();
        let conditions = held.iter().filter_map(|holds| condition(*holds));
        let conditions: Vec<Expr> = conditions.chain(excluded.clone()).collect();
        self.open_ways(
            vm,
            Path {
                decisions,
                from,
                excluded,
                model: model.clone(),
                created,
            },
        );
        let is_true = self.recorder.borrow().returned == Some(Returned::Boolean(true));
        self.returned_true += u64::from(is_true);
        for (_, class) in &self.recorder.borrow().created {
            let class = vm.image.class(class.0);
            if class.element_type().is_none() && !self.input_classes.iter().any(|known| known.id == class.id) {
                self.input_classes.push(class);
            }
        }
        if !searched && self.recorder.borrow().given_up == Some(GivenUp::Overflow) {
            return Ok(());
        }
        if refused {
            self.refused += 1;
            return Ok(());
        }
        let (mut concrete, _) = self.concrete(vm, model, &structure);
        let mut report = self.check_with(vm, budget, &concrete);
        if report.verdict == Verdict::Failed {
            return Err(Box::new(report));
        }
        if report.findings.iter().any(|finding| self.is_new(vm, finding)) {
            let simple = self.simplified(model, &conditions);
            let (simple, _) = self.concrete(vm, &simple, &structure);
            if simple != concrete {
                let other = self.check_with(vm, budget, &simple);
                if shows_all(&other, &report) {
                    (concrete, report) = (simple, other);
                }
            }
        }
        self.add(vm, &concrete, report, &held, alone);
        Ok(())
    }

    /// Prepares a run: where its inputs are not allowed, the method is not called.
    fn start(&self, vm: &mut Vm, target: &Target, objects: &[Vec<PlaceId>]) -> Result<(), VmError> {
        let call = junit::on_allowed_inputs(vm, self.method, &target.args)?;
        if let Some((first, _)) = call.preconditions.first() {
            let mut precondition = self.precondition.borrow_mut();
            precondition.get_or_insert_with(|| named(vm.image.method(*first)));
        }
        vm.start_test(&call.run)?;
        let mut recorder = self.recorder.borrow_mut();
        recorder.inputs.preconditions = call.preconditions;
        let numbered = objects.iter().zip(&call.first_objects).flat_map(|(places, first)| {
            let numbers = *first..;
            places.iter().copied().zip(numbers)
        });
        recorder.inputs.objects = numbered
            .map(|(place, number)| (place, call.run.object_local(number)))
            .collect();
        Ok(())
    }

    /// The method with inputs as its arguments, and the places of the objects in each of these.
    fn concrete(&self, vm: &Vm, model: &Model, structure: &Structure) -> (Target, Vec<Vec<PlaceId>>) {
        let mut recorder = self.recorder.borrow_mut();
        let mut arguments = Arguments::new(vm, &mut recorder.places, structure, model);
        let argument = |parameter: &Parameter| match (&parameter.fixed, parameter.place) {
            (None, Some(place)) => {
                let value = arguments.value(place);
                let text = parameter.argument(&value, model.value(place.0));
                (text, std::mem::take(&mut arguments.made))
            }
            (fixed, _) => (fixed.clone().unwrap_or_default(), Vec::new()),
        };
        let (args, objects) = self.parameters.iter().map(argument).unzip();
        let target = Target {
            class: self.target.class.clone(),
            args,
        };
        (target, objects)
    }

    fn check_with(&self, vm: &mut Vm, budget: &mut dyn Budget, concrete: &Target) -> Report {
        let mut inner = Inner { budget };
        with_rollback(vm, |vm| (self.check_path)(vm, concrete, &self.options, &mut inner))
    }

    /// A model of the same path with the plainest values that there are, one input after the other.
    fn simplified(&mut self, model: &Model, conditions: &[Expr]) -> Model {
        let inputs = self.recorder.borrow().arena.inputs(conditions);
        let mut conditions = conditions.to_vec();
        let mut model = model.clone();
        for (input, width) in inputs {
            let ty = Ty::of(&self.recorder.borrow().places.get(PlaceId(input)).descriptor);
            for plain in plainest(ty) {
                let is = {
                    let arena = &mut self.recorder.borrow_mut().arena;
                    let (of, value) = (arena.input(input, width), arena.constant(plain.bits, width));
                    arena.binary(Operator::Equal, of, value)
                };
                conditions.push(is);
                let answer = self.answer_with(&conditions, &model, input, plain);
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
    fn note_end(&mut self, ended: Result<RunEnd, VmError>, budget: &mut dyn Budget) {
        let (given_up, called, refused, searched) = {
            let recorder = self.recorder.borrow();
            (recorder.given_up, recorder.reached, recorder.refused, recorder.searches)
        };
        match (ended, given_up) {
            (_, Some(GivenUp::Decisions)) => self.because(Cause::DecisionsOfAPath {
                limit: self.options.symbolic.branches,
            }),
            // Other interleavings may do without.
            (_, Some(GivenUp::Overflow)) if searched => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::Overflow,
            }),
            // It is assumed not to happen.
            (_, Some(GivenUp::Overflow)) => {}
            (_, Some(GivenUp::Lost)) => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::ValueLost,
            }),
            (Err(VmError::Stopped), None) => self.because(Cause::of_end(budget.exhausted(), self.options.memory_limit)),
            // A path that the program assumes away says nothing of others.
            (Err(VmError::Ignored(_)), None) => {}
            (Err(error), None) => self.because(Cause::from(&error)),
            (Ok(RunEnd::Endless), None) => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::Endless,
            }),
            (Ok(_), None) if !refused && !called => self.because(Cause::PathNotFollowed {
                problem: NotFollowed::NotCalled,
            }),
            (Ok(_), None) => {}
        }
    }

    /// What else may hold at each decision of a run's own.
    fn open_ways(&mut self, vm: &mut Vm, path: Path) {
        let left_out = std::mem::take(&mut self.recorder.borrow_mut().left_out);
        for what in left_out {
            self.left_out(what);
        }
        let path = Rc::new(path);
        for (at, decision) in path.decisions.iter().enumerate().skip(path.from) {
            match &decision.others {
                Others::References(created) => {
                    let Holds::Refers(place, taken) = decision.taken else {
                        continue;
                    };
                    let possible = self.possible(vm, place, &path.created[..*created]);
                    let others = possible.references.into_iter().filter(|other| *other != taken);
                    self.open.extend(others.map(|other| Open {
                        path: Rc::clone(&path),
                        at,
                        way: Some(Holds::Refers(place, other)),
                    }));
                    for what in possible.left_out {
                        self.left_out(what);
                    }
                    if possible.open {
                        junit::add_new(
                            &mut self.report.assumptions,
                            &[Assumption::InputTypes.name().to_owned()],
                        );
                    }
                }
                Others::Ways(ways) => {
                    let open = ways.iter().map(|way| Open {
                        path: Rc::clone(&path),
                        at,
                        way: Some(Holds::Condition(*way)),
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

    fn add(&mut self, vm: &mut Vm, concrete: &Target, report: Report, held: &[Holds], alone: SeenCode) {
        junit::add_statistics(&mut self.report.statistics, &report.statistics);
        junit::add_new(&mut self.report.assumptions, &report.assumptions);
        junit::add_new(&mut self.report.notes, &report.notes);
        junit::add_new(&mut self.report.stated, &report.stated);
        let is_assumed_away = |reason: &Reason| matches!(reason.cause, Cause::EveryRunIgnored | Cause::Skipped { .. });
        let is_ignored = report.reasons.iter().any(is_assumed_away);
        self.applied |= !is_ignored;
        let mut causes = report.reasons.iter().map(|reason| &reason.cause);
        if causes.any(|cause| matches!(cause, Cause::EveryRunIgnored)) {
            // Nothing is claimed about these inputs.
            junit::add_new(
                &mut self.report.assumptions,
                &[Assumption::IgnoredPaths.name().to_owned()],
            );
        }
        for reason in report.reasons.into_iter().filter(|reason| !is_assumed_away(reason)) {
            self.because(reason.cause);
        }
        let inputs = self.parameters.iter().zip(&concrete.args);
        let inputs: Vec<_> = inputs.map(|(parameter, argument)| parameter.shown(argument)).collect();
        if self.options.symbolic.paths && !is_ignored {
            let end = self.end(vm, &report.findings);
            self.explored.push(Followed {
                inputs: inputs.clone(),
                end,
                seen: alone,
            });
        }
        for mut finding in report.findings {
            if self.is_new(vm, &finding) {
                self.known.insert(finding.fingerprint.clone());
                finding.trail.inputs.clone_from(&inputs);
                finding.trail.condition = self.path_condition(vm, held);
                self.report.findings.push(finding);
            }
        }
    }

    /// Which inputs are allowed.
    fn note_precondition(&mut self) {
        let (method, allowed) = match self.precondition.take() {
            Some(method) => (method, self.paths - self.refused),
            None if junit::is_precondition(self.method) => (named(self.method), self.returned_true),
            None => return,
        };
        if self.refused == self.paths {
            self.because(Cause::PreconditionNeverHolds { method: method.clone() });
        }
        self.report.notes.push(Note::InputStructures {
            method,
            candidates: self.paths,
            allowed,
        });
    }

    fn finish(mut self) -> Report {
        if self.options.symbolic.integers == Integers::Mathematical {
            let name = Assumption::MathematicalIntegers.name().to_owned();
            junit::add_new(&mut self.report.assumptions, &[name]);
        }
        if self.options.symbolic.paths {
            self.report.explored = Some(self.explored());
        }
        self.note_precondition();
        if !self.applied && self.reasons.is_empty() {
            self.because(Cause::EveryRunIgnored);
        }
        let symbolic = self.parameters.iter().filter(|parameter| parameter.place.is_some());
        self.report.notes.push(Note::SymbolicPaths {
            paths: self.paths,
            parameters: symbolic.map(|parameter| parameter.name.clone()).collect(),
            conditions: self.solver.solved,
            repeated: self.solver.repeated,
            decided_by_z3: self.solver.solver().decided_by_other,
        });
        let findings = &self.report.findings;
        let confirmed = findings
            .iter()
            .any(|finding| finding.confidence == Confidence::Confirmed);
        let complete = self.reasons.is_empty();
        let all_inputs = self.parameters.iter().all(|parameter| parameter.place.is_some());
        if complete && all_inputs {
            let lines = branches::never_taken(self.method, &self.taken);
            if !lines.is_empty() {
                let class = self.method.class();
                self.report.notes.push(Note::UnreachableBranches {
                    class: class.binary_name(),
                    file: class.source_file.map(str::to_owned),
                    lines,
                });
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

/// A method with its class.
fn named(method: &Method) -> String {
    format!("{}.{}", method.class().binary_name(), method.name)
}

/// Runs what has been started, as long as it has one way on.
fn go(vm: &mut Vm) -> Result<RunEnd, VmError> {
    let allowed = Allowed {
        spurious: false,
        timeouts_always: false,
    };
    vm.begin(true)?;
    let mut choices: Vec<Choice> = Vec::new();
    for _ in 0..LONGEST {
        if vm.is_multithreaded() {
            return Ok(RunEnd::SeveralWays);
        }
        if vm.path.facts.exited.is_some() || !vm.live().any(|thread| !vm.thread(thread).daemon) {
            return Ok(RunEnd::Over);
        }
        choices.clear();
        vm.choices(allowed, &mut choices);
        let [choice] = choices[..] else {
            // A thread alone that cannot move is a finding of the check with these inputs.
            return Ok(match choices.is_empty() {
                true => RunEnd::Over,
                false => RunEnd::SeveralWays,
            });
        };
        if vm.ways(choice) > 1 {
            return Ok(RunEnd::SeveralWays);
        }
        vm.step(choice)?;
    }
    Ok(RunEnd::Endless)
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
