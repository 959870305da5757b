//! Symbolic values: expressions over bit-vectors and floating-point numbers with Java's semantics, and solvers that say whether conditions on them can hold.
//!
//! Pure: knows no program and no machine, starts no process and reads no clock. A budget is a number of conflicts.
//!
//! ```
//! use dropwire_symbolic::{Answer, Arena, BitBlaster, Operator, Solver};
//!
//! let mut arena = Arena::default();
//! let x = arena.input(0, 32);
//! let one = arena.constant(1, 32);
//! let sum = arena.binary(Operator::Add, x, one);
//! let overflows = arena.binary(Operator::SignedLess, sum, x);
//! let Answer::Satisfiable(model) = BitBlaster::default().solve(&arena, &[overflows]) else { panic!() };
//! assert_eq!(model.value(0) as u32 as i32, i32::MAX);
//! ```

mod arena;
mod bit_blasting;
mod bits;
mod cache;
mod circuits;
mod float_circuits;
mod floats;
mod in_turn;
mod model;
mod operator;
mod smt_lib;
mod solver;

pub use arena::{Arena, Expr, Node};
pub use bit_blasting::BitBlaster;
pub use cache::Cached;
pub use floats::{FloatFunction, is_nan};
pub use in_turn::InTurn;
pub use model::Model;
pub use operator::Operator;
pub use smt_lib::{query, read_answer};
pub use solver::{Answer, Solver};
