//! The solver that is built in: expressions become circuits of a SAT solver, which keeps them, and what it learned of them, from question to
//! question. Conditions are its assumptions.

use std::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

use crate::arena::{Arena, Expr, Node};
use crate::circuits::{Bits, Circuits};
use crate::model::Model;
use crate::solver::{Answer, Solver};

/// Conflicts that one question may take, unless the caller sets another number.
const CONFLICTS: u64 = 100_000;
/// Circuits are made anew when there are so many expressions in them beyond a few times what one question needs: the SAT solver gives each of
/// them a value, whether a question is about it or not.
const MOST_EXPRESSIONS: usize = 200;
/// How many times what one question needs may be in the circuits.
const MOST_TIMES: usize = 4;

/// Counts conflicts, and ends a search that has too many: the same on every machine.
#[derive(Default)]
struct Conflicts {
    seen: Cell<u64>,
    most: u64,
    stop: Option<Rc<dyn Fn() -> bool>>,
}

impl Callbacks for Conflicts {
    fn on_start(&mut self) {
        self.seen.set(0);
    }

    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if let ClauseKind::Learnt = kind {
            self.seen.set(self.seen.get() + 1);
        }
    }

    fn stop(&self) -> bool {
        self.seen.get() >= self.most || self.stop.as_ref().is_some_and(|stop| stop())
    }
}

/// Decides conditions of one arena by SAT.
pub struct BitBlaster {
    circuits: Circuits<batsat::Solver<Conflicts>>,
    known: FxHashMap<Expr, Bits>,
    /// The expressions of the first question.
    needed: usize,
    inputs: FxHashMap<u32, Bits>,
    conflicts: u64,
    stop: Option<Rc<dyn Fn() -> bool>>,
}

impl Default for BitBlaster {
    fn default() -> Self {
        BitBlaster::with_budget(CONFLICTS)
    }
}

impl BitBlaster {
    /// With so many conflicts for each question.
    pub fn with_budget(conflicts: u64) -> BitBlaster {
        let callbacks = Conflicts {
            seen: Cell::new(0),
            most: conflicts,
            stop: None,
        };
        BitBlaster::with(callbacks)
    }

    fn with(callbacks: Conflicts) -> BitBlaster {
        let (conflicts, stop) = (callbacks.most, callbacks.stop.clone());
        BitBlaster {
            circuits: Circuits::new(batsat::Solver::new(SolverOpts::default(), callbacks)),
            known: FxHashMap::default(),
            needed: 0,
            inputs: FxHashMap::default(),
            conflicts,
            stop,
        }
    }

    /// Gives up, with [`Answer::Unknown`], as soon as somebody wants that.
    pub fn stop_when(&mut self, stop: impl Fn() -> bool + 'static) {
        *self = BitBlaster::with(Conflicts {
            seen: Cell::new(0),
            most: self.conflicts,
            stop: Some(Rc::new(stop)),
        });
    }

    /// The bits of an expression, operands first and without recursion.
    fn bits(&mut self, arena: &Arena, expr: Expr) -> Bits {
        let mut open = vec![expr];
        while let Some(one) = open.last().copied() {
            if self.known.contains_key(&one) {
                open.pop();
                continue;
            }
            let before = open.len();
            arena.operands(one, |operand| {
                if !self.known.contains_key(&operand) {
                    open.push(operand);
                }
            });
            if open.len() == before {
                let bits = self.circuit(arena, one);
                self.known.insert(one, bits);
                open.pop();
            }
        }
        self.known[&expr].clone()
    }

    fn circuit(&mut self, arena: &Arena, expr: Expr) -> Bits {
        let width = arena.width(expr);
        match arena.node(expr) {
            Node::Constant(value) => self.circuits.constant(value, width),
            Node::Input(number) => {
                let bits: Bits = (0..width).map(|_| self.circuits.fresh()).collect();
                self.inputs.insert(number, bits.clone());
                bits
            }
            Node::Not(of) => self.known[&of].iter().map(|bit| !*bit).collect(),
            Node::Binary(operator, left, right) => {
                let (left, right) = (&self.known[&left], &self.known[&right]);
                self.circuits.binary(operator, left, right)
            }
            Node::Float(function, of) => {
                let of = &self.known[&of];
                self.circuits.float_function(function, of, width)
            }
            Node::Extended { of, signed } => {
                let mut bits = self.known[&of].clone();
                let filling = match bits.last() {
                    Some(sign) if signed => *sign,
                    Some(_) | None => !self.circuits.yes,
                };
                bits.resize(width as usize, filling);
                bits
            }
            Node::Truncated(of) => self.known[&of][..width as usize].to_vec(),
            Node::IfThenElse(condition, then, otherwise) => {
                let condition = self.known[&condition][0];
                let (then, otherwise) = (&self.known[&then], &self.known[&otherwise]);
                self.circuits.select(condition, then, otherwise)
            }
        }
    }

    fn model(&self) -> Model {
        let mut model = Model::default();
        for (number, bits) in &self.inputs {
            let is_set = |bit: &Lit| self.circuits.solver.value_lit(*bit) == lbool::TRUE;
            let value = bits
                .iter()
                .rev()
                .fold(0, |value, bit| value << 1 | u64::from(is_set(bit)));
            model.set(*number, value);
        }
        model
    }
}

impl Solver for BitBlaster {
    fn solve(&mut self, arena: &Arena, conditions: &[Expr]) -> Answer {
        if self.known.len() > MOST_EXPRESSIONS + MOST_TIMES * self.needed {
            *self = BitBlaster::with(Conflicts {
                seen: Cell::new(0),
                most: self.conflicts,
                stop: self.stop.clone(),
            });
        }
        let assumptions: Vec<Lit> = conditions
            .iter()
            .map(|condition| self.bits(arena, *condition)[0])
            .collect();
        if self.needed == 0 {
            self.needed = self.known.len();
        }
        let answer = self.circuits.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            Answer::Satisfiable(self.model())
        } else if answer == lbool::FALSE {
            Answer::Unsatisfiable
        } else {
            Answer::Unknown
        }
    }
}
