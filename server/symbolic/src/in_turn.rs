//! Several solvers behind one: the one that is built in, where it does not know soon, another one, and then the first one for longer.

use crate::arena::{Arena, Expr};
use crate::bit_blasting::BitBlaster;
use crate::solver::{Answer, Solver};

/// Asks the solver that is built in first, if it is to be asked, and then the other one, if there is one. What the other one says holds is
/// evaluated before it is believed.
#[derive(Default)]
pub struct InTurn {
    own: Option<BitBlaster>,
    other: Option<Box<dyn Solver>>,
    patient: Option<BitBlaster>,
    /// Questions that the other one decided.
    pub decided_by_other: u64,
}

impl InTurn {
    /// Asks these solvers. Without any, nothing is known.
    pub fn new(own: Option<BitBlaster>, other: Option<Box<dyn Solver>>) -> InTurn {
        InTurn {
            own,
            other,
            patient: None,
            decided_by_other: 0,
        }
    }

    /// Asks this one where neither of the others knows.
    #[must_use]
    pub fn and_then(self, patient: BitBlaster) -> InTurn {
        InTurn {
            patient: Some(patient),
            ..self
        }
    }

    /// Whether there is another solver than the one that is built in.
    pub fn has_other(&self) -> bool {
        self.other.is_some()
    }

    fn ask_other(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer {
        let Some(other) = &mut self.other else {
            return Answer::Unknown;
        };
        let answer = believed(arena, conditions, other.solve(arena, conditions));
        self.decided_by_other += u64::from(answer != Answer::Unknown);
        answer
    }
}

impl Solver for InTurn {
    fn solve(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer {
        let mut answer = ask(&mut self.own, arena, conditions);
        if answer == Answer::Unknown {
            answer = self.ask_other(arena, conditions);
        }
        if answer == Answer::Unknown {
            answer = ask(&mut self.patient, arena, conditions);
        }
        answer
    }
}

fn ask(solver: &mut Option<BitBlaster>, arena: &Arena, conditions: &[Expr]) -> Answer {
    let answer = solver.as_mut().map(|solver| solver.solve(arena, conditions));
    answer.unwrap_or(Answer::Unknown)
}

/// The answer, unless it has a model that is none.
fn believed(arena: &Arena, conditions: &[Expr], answer: Answer) -> Answer {
    match answer {
        Answer::Satisfiable(model) if !arena.all_hold(conditions, &model) => Answer::Unknown,
        Answer::Satisfiable(_) | Answer::Unsatisfiable | Answer::Unknown => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::operator::Operator;

    /// Says the same of everything.
    struct Says(Answer);

    impl Solver for Says {
        fn solve(&mut self, _: &Arena, _: &[Expr]) -> Answer {
            self.0.clone()
        }
    }

    /// Whether the first input is 7.
    fn is_seven() -> (Arena, Expr) {
        let mut arena = Arena::default();
        let (x, seven) = (arena.input(0, 32), arena.constant(7, 32));
        let is = arena.binary(Operator::Equal, x, seven);
        (arena, is)
    }

    fn after(own: Option<BitBlaster>, other: Option<Answer>) -> (Answer, u64) {
        let (arena, is_seven) = is_seven();
        let other = other.map(|answer| Box::new(Says(answer)) as Box<dyn Solver>);
        let mut solver = InTurn::new(own, other);
        let answer = solver.solve(&arena, &[is_seven]);
        (answer, solver.decided_by_other)
    }

    #[test]
    fn the_other_one_is_asked_where_the_own_one_does_not_know() {
        let seven = Answer::Satisfiable(Model::of([7]));
        let decides = || Some(BitBlaster::default());
        let gives_up = || Some(BitBlaster::with_budget(0));
        assert_eq!(after(decides(), Some(Answer::Unsatisfiable)), (seven.clone(), 0));
        assert_eq!(after(None, Some(seven.clone())), (seven.clone(), 1));
        assert_eq!(after(gives_up(), Some(seven.clone())), (seven, 1));
        assert_eq!(after(gives_up(), Some(Answer::Unknown)), (Answer::Unknown, 0));
        assert_eq!(after(gives_up(), None), (Answer::Unknown, 0));
        assert_eq!(after(None, None), (Answer::Unknown, 0));
    }

    #[test]
    fn the_patient_one_comes_last() {
        let (arena, is_seven) = is_seven();
        let after = |other: Answer| {
            let quick = BitBlaster::with_budget(0);
            let solver = InTurn::new(Some(quick), Some(Box::new(Says(other))));
            let mut solver = solver.and_then(BitBlaster::default());
            (solver.solve(&arena, &[is_seven]), solver.decided_by_other)
        };
        assert_eq!(after(Answer::Unknown), (Answer::Satisfiable(Model::of([7])), 0));
        assert_eq!(after(Answer::Unsatisfiable), (Answer::Unsatisfiable, 1));
    }

    #[test]
    fn a_model_that_is_none_is_not_believed() {
        let eight = Answer::Satisfiable(Model::of([8]));
        assert_eq!(after(None, Some(eight)), (Answer::Unknown, 0));
    }
}
