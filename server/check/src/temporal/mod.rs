//! Properties over time that the user states: what is asked, what its atoms say of a machine, the graph of a search, and one run.
//!
//! An invariant is judged in each state (`properties/invariants.rs`). Any other formula is judged when a search is over, on the graph of its
//! states: so the search itself is the plain one. The logic is `dropwire-ltl`; here is what it says of programs.

mod alone;
pub(crate) mod annotated;
pub(crate) mod atoms;
pub(crate) mod graph;
mod meaning;
mod names;
pub(crate) mod plain_run;
pub mod spec;
pub(crate) mod watch;
