//! Random programs: the engine against an independent model, against itself in other modes, and against the real `java`.
//!
//! A program is a small tree ([`program`]) with two readings: as Java source and as the code of the model ([`emit`]).
//! The model ([`model`]) explores that code in the plainest way, with no reduction, no canonical form, no undo and no
//! bytecode; what it finds is what a perfect checker finds. [`driver`] lets the engine check the compiled Java in all
//! [`modes`] and compares; [`stress`] runs it on the real machine; [`shrink`] makes a disagreement small.
//!
//! Programs of the [`library`] are drawn from what `java.util.concurrent` offers. They have no model: the modes are held
//! against each other and against the real machine.

pub mod driver;
pub mod emit;
pub mod library;
pub mod model;
pub mod modes;
pub mod program;
pub mod rng;
pub mod shrink;
pub mod statistics;
pub mod stress;
pub mod subject;
