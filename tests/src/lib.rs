//! The test harness: compiles the Java programs, runs the real `dropwire` on them, and judges what it says.
//!
//! It knows the command line and the JSON document of the contract, and nothing of the server's crates: no test here
//! reaches around the binary.

pub mod annotations;
pub mod dropwire;
pub mod java;
pub mod judge;
pub mod process;
pub mod programs;
pub mod report;
pub mod suite;
pub mod tree;
