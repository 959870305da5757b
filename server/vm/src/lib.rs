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

mod allocation_sites;
mod attributes;
mod boot;
mod boot_snapshot;
mod cancellation;
mod canonical;
mod carriers;
mod domains;
mod error;
mod features_used;
mod frame_map;
mod gc;
mod generate;
mod guarded_by;
mod harness;
mod hidden_fields;
mod indy_intrinsics;
mod interpreter;
mod jvm_args;
mod loaders;
mod lockset_inference;
mod method_handle_linkage;
pub mod natives;
mod observation;
mod observe;
mod owner;
pub mod speculation;
mod step;
mod threads;
mod unobserved_exceptions;
mod verifier;
mod vm;

pub use allocation_sites::Symmetry;
pub use attributes::{Attributes, Level};
pub use boot_snapshot::Base;
pub use cancellation::CancellationToken;
pub use canonical::{Component, Components, Key};
pub use error::VmError;
pub use generate::{object_driver, test_driver};
pub use guarded_by::{MemberUse, Unclear, Violation};
pub use harness::ObjectUnderTest;
pub use jvm_args::JvmArgs;
pub use lockset_inference::{LockPolicy, SyncDetection, Unprotected};
pub use observe::{Event, Observer};
pub use owner::Owner;
pub use step::{Allowed, Alternative, Choice};
pub use thread::{Mode, Pending, Side, Span, Status, ThreadId, Wakeup};
pub use verifier::Verdict;
pub use vm::{Uncaught, Vm, VmOptions};
