//! Linear temporal logic without `next`: formulas, their automata, monitors of finite runs, and fair cycles of a graph.
//!
//! Knows no program and no machine: a state is the set of the atoms that hold in it. A formula says the same of two runs that differ
//! in how often a state is repeated only (Lamport 1983), which is what partial order reduction keeps (Peled, Wilke 1997).
//!
//! ```
//! use dropwire_ltl::{Buchi, holds, parse};
//!
//! let parsed = parse("[] (request -> <> granted)").unwrap();
//! // Atoms are numbered as they come: `request` is bit 0, `granted` is bit 1.
//! assert!(holds(&parsed.formula, &[0b01], &[0b10]));
//! assert!(!holds(&parsed.formula, &[], &[0b01]));
//! assert!(Buchi::of(&parsed.formula.negated()).unwrap().accepts(&[], &[0b01]));
//! ```

mod buchi;
mod components;
mod definition;
mod formula;
mod monitor;
mod parse;
mod patterns;
mod product;
mod syntax;
mod word;

pub use buchi::{Buchi, TooLarge};
pub use definition::{Definition, DefinitionError, Definitions};
pub use formula::Formula;
pub use monitor::{Monitor, Truth};
pub use parse::{ParseError, Parsed, parse, parse_atom};
pub use patterns::{Pattern, Scope};
pub use product::{Edge, Fairness, Graph, Lasso, Mover, violation};
pub use syntax::{Atom, Comparison, Operand, Rename, Sum, Value};
pub use word::holds;

/// The atoms that hold in a state, a bit for each.
pub type Letter = u64;

/// Atoms of one formula at most.
pub const MAX_ATOMS: usize = 64;
