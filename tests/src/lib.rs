//! The test harness: compiles the Java programs, runs the real `dropwire` on them, and judges what it says.
//!
//! It knows the command line and the JSON document of the contract; only [`random`] reaches around the binary and into
//! the server's crates, for its programs are too many to start a process for each.

pub mod annotations;
pub mod benchmark;
pub mod calls;
pub mod comparison;
pub mod dropwire;
pub mod fuzz;
pub mod hostile;
pub mod java;
pub mod judge;
pub mod module_graph;
pub mod mutants;
pub mod process;
pub mod programs;
pub mod random;
pub mod real_machine;
pub mod report;
pub mod suite;
pub mod tree;
