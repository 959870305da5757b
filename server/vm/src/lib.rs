//! The Java virtual machine: linked program, state, one step. Pure and deterministic.
//!
//! It runs class files against the user's own JDK library, from the JDK's real bytecode; natives are Rust peers.
//! It knows no search, no property and no protocol: whoever drives it chooses which thread takes the next step.

pub mod faults;
pub mod heap;
pub mod image;
pub mod rules;
pub mod thread;
pub mod types;

pub mod assumed;
mod attributes;
mod base;
mod births;
mod boot;
mod cancellation;
mod canonical;
mod carriers;
mod collect;
mod discipline;
mod domains;
mod driven;
mod error;
mod frame_map;
mod generate;
mod hidden_fields;
mod interpreter;
mod jvm_args;
mod kept;
mod link;
mod linkage;
mod loaders;
pub mod natives;
mod observe;
mod owner;
mod protection;
mod step;
mod threads;
mod used;
mod verifier;
mod vm;

pub use attributes::{Attributes, Level};
pub use base::Base;
pub use births::Symmetry;
pub use cancellation::CancellationToken;
pub use canonical::{Component, Components, Key};
pub use discipline::{Act, Breach};
pub use driven::ObjectUnderTest;
pub use error::VmError;
pub use generate::{object_driver, test_driver};
pub use jvm_args::JvmArgs;
pub use observe::{Event, Observer};
pub use owner::Owner;
pub use protection::{LockPolicy, SyncDetection, Unprotected};
pub use step::{Allowed, Alternative, Choice};
pub use thread::{Mode, Pending, Side, Span, Status, ThreadId, Wakeup};
pub use vm::{Uncaught, Vm, VmOptions};
