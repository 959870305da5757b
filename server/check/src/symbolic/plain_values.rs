//! Plain values for inputs: what a reader understands best of all inputs that take a path.

use dropwire_symbolic::{Answer, Expr, Model, Solver};
use dropwire_vm::types::Ty;

use super::Exploration;
use super::places::width;

/// A value that is tried, as its bits.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) bits: u64,
    /// It is tried first with the other inputs as they are.
    keeps_others: bool,
    /// A solver says whether the other inputs can go with it.
    is_asked: bool,
}

/// The plainest values of a type, the plainest first. What solvers say of floating-point numbers takes them long: they are asked for few.
pub(super) fn plainest(ty: Ty) -> Vec<Plain> {
    let bits: Vec<u64> = match ty {
        Ty::Float => {
            let far = [f32::NAN, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, -0.0];
            let all = [0.0, 1.0, -1.0, 2.0, 0.5].into_iter().chain(far);
            all.map(|value| u64::from(value.to_bits())).collect()
        }
        Ty::Double => {
            let far = [f64::NAN, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, -0.0];
            let all = [0.0, 1.0, -1.0, 2.0, 0.5].into_iter().chain(far);
            all.map(f64::to_bits).collect()
        }
        _ => {
            let greatest = u64::MAX >> (65 - width(ty).unwrap_or(64).max(2));
            vec![0, 1, u64::MAX, 2, greatest, greatest + 1]
        }
    };
    let is_number = matches!(ty, Ty::Float | Ty::Double);
    let plain = bits.into_iter().enumerate().map(|(at, bits)| Plain {
        bits,
        keeps_others: is_number,
        is_asked: !is_number || at < 2,
    });
    plain.collect()
}

impl Exploration<'_> {
    /// Whether conditions, of which the last one is that an input has a plain value, can hold together; a model holds for the others.
    pub(super) fn answer_with(&mut self, conditions: &[Expr], model: &Model, input: u32, plain: Plain) -> Answer {
        if plain.keeps_others {
            let mut model = model.clone();
            model.set(input, plain.bits);
            if self.recorder.borrow().arena.all_hold(conditions, &model) {
                return Answer::Satisfiable(model);
            }
        }
        match plain.is_asked {
            true => self.solver.solve(&self.recorder.borrow().arena, conditions),
            false => Answer::Unknown,
        }
    }
}
