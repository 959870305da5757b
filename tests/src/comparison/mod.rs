//! The ways to explore a program held against each other, on every program of the tree.
//!
//! [`corpus`] knows the programs, [`machine`] checks one of them in one of the modes of [`crate::random::modes`], [`held`] says
//! how two answers differ, and [`explained`] which differences an assumption that an answer lists accounts for. [`campaign`] runs
//! them all, in parallel, and [`table`] shows what came of it by cause. The programs that we call verified go on to the real
//! machine: see [`crate::real_machine`].

pub mod campaign;
pub mod corpus;
pub mod explained;
pub mod held;
pub mod machine;
pub mod table;
