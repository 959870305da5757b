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
mod conservative;
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
mod reporting;
mod runs;
mod sequences;
mod solvers;
mod structure;
mod unsafe_access;

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use dropwire_symbolic::{Answer, Cached, Expr, InTurn, Model, Operator, Solver};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::types::{ClassId, Ty};
use dropwire_vm::{Vm, VmError};

use crate::assumptions::Assumption;
use crate::facts::explored::{PathEnd, Returned};
use crate::facts::reason::{Cause, LeftOut, NotFollowed, Reason};
use crate::junit::{self, CallSequence, Role};
use crate::options::{Budget, Options, Target};
use crate::report::{Confidence, Coverage, Finding, Report, Statistics, Verdict};
use crate::rollback::{in_frame, with_rollback};
use crate::trail::Input;
use crate::trail_options::prepare;
use calls::Hook;
use declared::is_declared;
use inner_budget::Inner;
use parameters::Parameter;
use paths::{Ahead, Open, Path, Wanted, condition};
use places::{PlaceId, Places};
use plain_values::plainest;
use recorder::{GivenUp, Holds, Inputs, Others, Recorder, SeenCode};
use runs::go;
use structure::{Arguments, Possible, Structure, possible};

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
    if !target.args.is_empty() {
        return Err(VmError::Class(
            "a method with symbolic parameters takes no arguments; write them as in --symbolic=a:symbolic,b:3".into(),
        ));
    }
    if !target.class.contains('#') {
        return sequences::of_class(vm, target, options, budget, check_path);
    }
    let calls = junit::calls_of(vm, &target.class)?;
    let receivers = sequences::constructed(&calls, &options.symbolic);
    if receivers.is_empty() {
        return Ok(explore(vm, &target.class, calls, options, budget, check_path)?.report);
    }
    sequences::all(vm, receivers, None, options, budget, check_path)
}

/// What came of the exploration of calls.
struct Explored {
    report: Report,
    /// Some path may end with the return of the last call.
    returns: bool,
    /// The last call certainly changes nothing, whatever its inputs.
    changes_nothing: bool,
    /// Some inputs are allowed, as far as is known.
    allowed: bool,
}

/// Explores calls for all values of their symbolic parameters.
///
/// # Errors
/// Parameters that cannot be symbolic.
fn explore(
    vm: &mut Vm,
    target: &str,
    calls: CallSequence,
    options: &Options,
    budget: &mut dyn Budget,
    check_path: CheckPath<'_>,
) -> Result<Explored, VmError> {
    let mut places = Places::default();
    let parameters = parameters::of(vm, &calls, &options.symbolic, &mut places)?;
    let solver = solvers::solver(&options.symbolic, budget)?;
    Ok(Exploration::new(target, options, calls, (parameters, places), check_path, solver).run(vm, budget))
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
    target: &'a str,
    options: Options,
    calls: CallSequence,
    /// The last call.
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
    /// How often preconditions ran without the method, and how often they did not forbid its inputs.
    candidates: u64,
    allowed_candidates: u64,
    /// How many runs ended because a precondition does not hold.
    refused: u64,
    /// Some run may have returned from the last call.
    returns: bool,
    /// Some run may have changed something in the last call.
    writes: bool,
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
        target: &'a str,
        options: &Options,
        calls: CallSequence,
        (parameters, places): (Vec<Parameter>, Places),
        check_path: CheckPath<'a>,
        solver: Cached<InTurn>,
    ) -> Self {
        let most = usize::try_from(options.symbolic.branches).unwrap_or(usize::MAX);
        Exploration {
            target,
            recorder: Rc::new(RefCell::new(Recorder::new(
                (calls.last().id.0, calls.methods.len()),
                parameters.clone(),
                places,
                most,
                options.symbolic.integers,
            ))),
            options: Options {
                symbolic: options.symbolic.of_one_path(),
                ..options.clone()
            },
            method: calls.last(),
            calls,
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
                explored: Vec::new(),
            },
            reasons: Vec::new(),
            known: BTreeSet::new(),
            applied: false,
            candidates: 0,
            allowed_candidates: 0,
            refused: 0,
            returns: false,
            writes: false,
            returned_true: 0,
            precondition: RefCell::new(None),
            explored: Vec::new(),
            input_classes: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    fn run(mut self, vm: &mut Vm, budget: &mut dyn Budget) -> Explored {
        let first = self.first_structure(vm);
        if let Err(failed) = self.follow(vm, budget, &Model::default(), first, Ahead::default()) {
            return self.failed(*failed);
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
                    let Some(model) = self.not_forbidden(vm, budget, model, &conditions, &structure) else {
                        continue;
                    };
                    if let Err(failed) = self.follow(vm, budget, &model, structure, ahead) {
                        return self.failed(*failed);
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

    /// A target that cannot run.
    fn failed(self, report: Report) -> Explored {
        Explored {
            report,
            returns: false,
            changes_nothing: false,
            allowed: true,
        }
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

    /// Objects of other classes are left out.
    fn assume_input_types(&mut self) {
        let name = Assumption::InputTypes.name().to_owned();
        junit::add_new(&mut self.report.assumptions, &[name]);
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
            ..Inputs::default()
        };
        self.recorder.borrow_mut().begin(inputs.clone());
        let mut ended = in_frame(vm, |vm| {
            vm.cancellation = budget.cancellation();
            self.start(vm, &target, &objects, !self.is_conservative())?;
            vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&self.recorder))));
            let ended = go(vm);
            vm.instruction_hook = None;
            ended
        });
        let searched = self.has_several_ways(&ended);
        let alone = self.recorder.borrow().outcome.seen.clone();
        if searched {
            ended = self.interleavings(vm, budget, inputs, (&target, &objects), &expected);
        }
        self.taken.extend(&self.recorder.borrow().outcome.seen.branches);
        let followed = !searched && !matches!(ended, Err(VmError::Stopped));
        // Whether the inputs are allowed may come to be known first.
        let ended = match self.is_conservative() {
            true => Some(ended),
            false => {
                self.note_end(ended, budget);
                None
            }
        };
        let (decisions, created, refused) = {
            let mut recorder = self.recorder.borrow_mut();
            let decisions = std::mem::take(&mut recorder.path);
            let is_last = recorder.outcome.reached.is_some_and(|call| call + 1 == recorder.calls);
            let refused = recorder.outcome.refused && !is_last;
            self.returns |=
                is_last && (recorder.outcome.returned.is_some() || searched || recorder.outcome.given_up.is_some());
            self.writes |= recorder.outcome.writes || searched || recorder.outcome.given_up.is_some();
            (decisions, recorder.outcome.created.clone(), refused)
        };
        let same = |(decision, expected): (&recorder::Decision, &Holds)| decision.taken == *expected;
        let given_up = self.recorder.borrow().outcome.given_up.is_some();
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
        let is_true = self.recorder.borrow().outcome.returned == Some(Returned::Boolean(true));
        self.returned_true += u64::from(is_true);
        for (_, class) in &self.recorder.borrow().outcome.created {
            let class = vm.image.class(class.0);
            if class.element_type().is_none() && !self.input_classes.iter().any(|known| known.id == class.id) {
                self.input_classes.push(class);
            }
        }
        if !searched && self.recorder.borrow().outcome.given_up == Some(GivenUp::Overflow) {
            return Ok(());
        }
        if refused {
            self.refused += 1;
            return Ok(());
        }
        let mut structure = structure;
        structure.extend(held.iter().filter_map(|holds| match holds {
            Holds::Refers(place, reference) => Some((*place, *reference)),
            Holds::Condition(_) => None,
        }));
        let Some(mut model) = self.not_forbidden(vm, budget, model.clone(), &conditions, &structure) else {
            self.refused += 1;
            return Ok(());
        };
        if let Some(ended) = ended {
            self.note_end(ended, budget);
        }
        let (mut concrete, _) = self.concrete(vm, &model, &structure);
        let mut report = self.check_with(vm, budget, &concrete);
        let mut conditions = conditions;
        let shows = self.options.symbolic.paths || report.findings.iter().any(|finding| self.is_new(vm, finding));
        if self.is_conservative() && shows {
            let Some(allowed) = self.concretized(vm, budget, &model, &conditions, &structure) else {
                return Ok(());
            };
            (model, structure, conditions) = allowed;
            (concrete, _) = self.concrete(vm, &model, &structure);
            report = self.check_with(vm, budget, &concrete);
        }
        if report.verdict == Verdict::Failed {
            return Err(Box::new(report));
        }
        if report.findings.iter().any(|finding| self.is_new(vm, finding)) {
            let simple = self.simplified(&model, &conditions);
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
    fn start(
        &self,
        vm: &mut Vm,
        target: &Target,
        objects: &[Vec<PlaceId>],
        with_preconditions: bool,
    ) -> Result<(), VmError> {
        let call = junit::on_allowed_inputs(vm, &self.calls, &target.args, with_preconditions)?;
        let mut preconditions = call.followed.iter().filter(|(_, role)| !matches!(role, Role::Call(_)));
        if let Some((first, _)) = preconditions.next() {
            let mut precondition = self.precondition.borrow_mut();
            precondition.get_or_insert_with(|| match vm.image.method(*first) {
                made if made.class().is_made() => format!("@Requires of {}", named(self.method)),
                method => named(method),
            });
        }
        vm.start_test(&call.run)?;
        let mut recorder = self.recorder.borrow_mut();
        recorder.inputs.followed = call.followed;
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
            class: self.target.to_owned(),
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
        !self.known.contains(&finding.fingerprint) && !is_declared(vm, self.reached(), finding)
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
                        self.assume_input_types();
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
}

/// A method with its class.
fn named(method: &Method) -> String {
    format!("{}.{}", method.class().binary_name(), method.name)
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
