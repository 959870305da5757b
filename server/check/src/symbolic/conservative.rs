//! Preconditions that are asked about objects of which not everything is decided (Visser, Păsăreanu, Khurshid, *Test Input Generation with Java
//! PathFinder*, ISSTA 2004: the conservative `repOk`). The method runs first, and decides what it reads; its precondition never decides more than that, and answers
//!
//! - `false`: no object that is so far the same is allowed, and the path is left out;
//! - `true`, or *don't know*, where it would read what is not decided: some may be.
//!
//! So all inputs that are allowed are explored, and maybe some that are not: what is verified is so for objects of any size, however many the precondition would visit.
//! Nothing is found for inputs that are not allowed: before a defect is shown, the precondition decides the rest (*concretization*), until
//! it returns `true`.
//!
//! Numbers are symbolic throughout: where a precondition fails for the numbers of a model, others are looked for that take the same path.

use std::rc::Rc;

use dropwire_symbolic::{Answer, Expr, Model, Solver};
use dropwire_vm::{Vm, VmError};

use super::Exploration;
use super::calls::Hook;
use super::paths::condition;
use super::recorder::{Decision, GivenUp, Holds, Inputs, Others, Preconditions};
use super::runs::go;
use super::structure::Structure;
use crate::facts::reason::{Cause, NotFollowed};
use crate::options::Budget;
use crate::rollback::in_frame;

/// Inputs, and what is known to hold of them.
struct Candidate {
    conditions: Vec<Expr>,
    structure: Structure,
    /// Numbers that satisfy the conditions, where they are known.
    model: Option<Model>,
}

/// Whether preconditions allow some of the inputs of a path.
pub(super) enum Allowed {
    /// These, as far as is known; with what has to hold so that they are.
    Some(Model, Structure, Vec<Expr>),
    /// None.
    Nothing,
    /// It was not found out.
    Unknown,
}

impl Exploration<'_> {
    /// Whether the preconditions run on what the method decides, and not before it.
    pub(super) fn is_conservative(&self) -> bool {
        self.options.symbolic.conservative && !self.is_sequence()
    }

    /// Inputs of a path that are allowed. `complete`: preconditions decide what the path leaves open; otherwise they never do.
    fn allowed(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        of_path: (&Model, &[Expr], &Structure),
        complete: bool,
    ) -> Allowed {
        let outcome = self.recorder.borrow().outcome.clone();
        let allowed = self.search_allowed(vm, budget, of_path, complete);
        self.recorder.borrow_mut().outcome = outcome;
        allowed
    }

    /// Numbers for inputs of which preconditions do not forbid what is decided; nothing if there are none.
    pub(super) fn not_forbidden(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        model: Model,
        conditions: &[Expr],
        structure: &Structure,
    ) -> Option<Model> {
        // The first run shows whether there are preconditions.
        let has_none = self.candidates > 0 && self.precondition.borrow().is_none();
        if !self.is_conservative() || has_none {
            return Some(model);
        }
        match self.allowed(vm, budget, (&model, conditions, structure), false) {
            Allowed::Some(model, ..) => Some(model),
            Allowed::Nothing => None,
            Allowed::Unknown => Some(model),
        }
    }

    /// Inputs of a path that preconditions allow, and what has to hold of them; nothing if there are none, or none were found, and then the
    /// report says so.
    pub(super) fn concretized(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        model: &Model,
        conditions: &[Expr],
        structure: &Structure,
    ) -> Option<(Model, Structure, Vec<Expr>)> {
        match self.allowed(vm, budget, (model, conditions, structure), true) {
            Allowed::Some(model, structure, conditions) => Some((model, structure, conditions)),
            Allowed::Nothing => None,
            Allowed::Unknown => {
                self.because(Cause::PathNotFollowed {
                    problem: NotFollowed::NoInputs,
                });
                None
            }
        }
    }

    fn search_allowed(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        (model, conditions, structure): (&Model, &[Expr], &Structure),
        complete: bool,
    ) -> Allowed {
        let mut open = vec![Candidate {
            conditions: conditions.to_vec(),
            structure: structure.clone(),
            model: Some(model.clone()),
        }];
        let mut unknown = false;
        let mut values = 0;
        while let Some(candidate) = open.pop() {
            if budget.exhausted().is_some() {
                return Allowed::Unknown;
            }
            let model = match candidate.model {
                Some(model) => model,
                None => match self.solver.solve(&self.recorder.borrow().arena, &candidate.conditions) {
                    Answer::Satisfiable(model) => model,
                    Answer::Unsatisfiable => continue,
                    Answer::Unknown => {
                        unknown = true;
                        continue;
                    }
                },
            };
            self.candidates += 1;
            let decisions = self.ask(vm, budget, &model, &candidate.structure, complete);
            let left_out = std::mem::take(&mut self.recorder.borrow_mut().left_out);
            for what in left_out {
                self.left_out(what);
            }
            let (given_up, refused) = {
                let recorder = self.recorder.borrow();
                (recorder.outcome.given_up, recorder.outcome.refused)
            };
            match given_up {
                Some(GivenUp::Allowed | GivenUp::Undecided) => {
                    self.allowed_candidates += 1;
                    let held = decisions.iter().filter_map(|decision| condition(decision.taken));
                    let conditions = candidate.conditions.iter().copied().chain(held).collect();
                    return Allowed::Some(model, with_references(&candidate.structure, &decisions), conditions);
                }
                None if refused => {}
                // It does not say that the inputs are not allowed.
                _ if !complete => return Allowed::Some(model, candidate.structure, candidate.conditions),
                _ => {
                    unknown = true;
                    continue;
                }
            }
            let inherited = |holds: &Holds| match holds {
                Holds::Condition(condition) => candidate.conditions.contains(condition),
                Holds::Refers(place, _) => candidate.structure.contains_key(place),
            };
            let created = self.recorder.borrow().outcome.created.clone();
            for (at, decision) in decisions.iter().enumerate().filter(|(_, one)| !inherited(&one.taken)) {
                let before = &decisions[..at];
                let held = before.iter().filter_map(|decision| condition(decision.taken));
                let conditions: Vec<Expr> = candidate.conditions.iter().copied().chain(held).collect();
                let structure = with_references(&candidate.structure, before);
                let mut push = |condition: Option<Expr>, structure: Structure, model: Option<Model>| {
                    open.push(Candidate {
                        conditions: conditions.iter().copied().chain(condition).collect(),
                        structure,
                        model,
                    });
                };
                match (&decision.others, decision.taken) {
                    (Others::Ways(ways), _) => {
                        for way in ways {
                            push(Some(*way), structure.clone(), None);
                        }
                    }
                    (Others::Values(_), Holds::Condition(taken)) if values < self.options.symbolic.values => {
                        values += 1;
                        let other = self.recorder.borrow_mut().arena.not(taken);
                        push(Some(other), structure, None);
                    }
                    (Others::Values(_), _) => unknown = true,
                    (Others::References(count), Holds::Refers(place, taken)) => {
                        let possible = self.possible(vm, place, &created[..*count]);
                        for reference in possible.references.into_iter().filter(|one| *one != taken) {
                            let mut structure = structure.clone();
                            structure.insert(place, reference);
                            push(None, structure, Some(model.clone()));
                        }
                        if possible.open {
                            self.assume_input_types();
                        }
                        if !possible.left_out.is_empty() {
                            unknown = true;
                            for what in possible.left_out {
                                self.left_out(what);
                            }
                        }
                    }
                    (Others::References(_), Holds::Condition(_)) => {}
                }
            }
        }
        match unknown {
            true => Allowed::Unknown,
            false => Allowed::Nothing,
        }
    }

    /// Runs the preconditions, and not the method: what they decide.
    fn ask(
        &mut self,
        vm: &mut Vm,
        budget: &mut dyn Budget,
        model: &Model,
        structure: &Structure,
        complete: bool,
    ) -> Vec<Decision> {
        let (target, objects) = self.concrete(vm, model, structure);
        let inputs = Inputs {
            model: model.clone(),
            structure: structure.clone(),
            preconditions: match complete {
                true => Preconditions::Alone,
                false => Preconditions::OnWhatIsDecided,
            },
            ..Inputs::default()
        };
        self.recorder.borrow_mut().begin(inputs);
        let ended = in_frame(vm, |vm| {
            vm.cancellation = budget.cancellation();
            self.start(vm, &target, &objects, true)?;
            vm.instruction_hook = Some(Box::new(Hook(Rc::clone(&self.recorder))));
            let ended = go(vm);
            vm.instruction_hook = None;
            ended
        });
        let mut recorder = self.recorder.borrow_mut();
        if recorder.outcome.given_up.is_none()
            && (recorder.outcome.threads || !matches!(ended, Ok(_) | Err(VmError::Ignored(_))))
        {
            // It is not known what a precondition says that cannot be followed.
            recorder.outcome.given_up = Some(GivenUp::Lost);
        }
        std::mem::take(&mut recorder.path)
    }
}

/// A structure with the references that were decided.
fn with_references(structure: &Structure, decisions: &[Decision]) -> Structure {
    let mut structure = structure.clone();
    structure.extend(decisions.iter().filter_map(|decision| match decision.taken {
        Holds::Refers(place, reference) => Some((place, reference)),
        Holds::Condition(_) => None,
    }));
    structure
}
