//! Benchmarks: the programs that Java PathFinder was measured on, and larger ones, as a table and a plot.
//!
//! Speed is claimed here only, never in a test: a test on a busy machine would fail without a cause.

pub mod figures;
pub mod measure;
pub mod plot;
pub mod table;
