//! The Java virtual machine: linked program, state, one step. Pure and deterministic.
//!
//! It runs class files against the user's own JDK library, from the JDK's real bytecode; natives are Rust peers.
//! It knows no search, no property and no protocol: whoever drives it chooses which thread takes the next step.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use dropwire_classes::{Jdk, Universe};
//! use dropwire_vm::{Allowed, Vm, VmOptions};
//! let universe = Universe::open(&Jdk::locate(None)?, &["target/classes".into()])?;
//! let mut vm = Vm::boot(universe, &VmOptions::default())?;
//! vm.start_main("shop.Till", &[])?;
//! vm.begin(true)?; // every visible operation parks its thread
//! let allowed = Allowed { spurious: false, timeouts_always: false };
//! let mut choices = Vec::new();
//! loop {
//!     choices.clear();
//!     vm.choices(allowed, &mut choices);
//!     let Some(first) = choices.first() else { break };
//!     vm.step(*first)?;
//! }
//! println!("one schedule took {} bytecodes", vm.instructions);
//! # Ok(())
//! # }
//! ```

pub mod faults;
pub mod heap;
pub mod image;
pub mod rules;
pub mod thread;
pub mod types;

mod allocation_sites;
mod asker;
pub mod assumptions;
mod atomicity;
mod attributes;
mod attributor;
mod boot;
mod boot_snapshot;
mod call_history;
mod cancellation;
mod canonical;
mod carriers;
mod choice_point;
mod class_names;
mod domains;
mod dump;
mod error;
mod event;
mod features_used;
mod field_attributes;
mod footprint;
mod frame_map;
mod gc;
mod generate;
mod generators;
mod guarded_by;
mod harness;
mod hidden_fields;
mod indy_intrinsics;
mod interpreter;
mod jvm_args;
mod launch;
mod linkage_questions;
mod loaders;
mod lock_annotations;
mod lock_policy;
mod lockset_inference;
mod main_method;
mod many_bytes;
mod method_handle_linkage;
pub mod natives;
mod object_under_test;
mod observation;
mod observe;
mod observed;
mod observed_fields;
mod observed_places;
mod observed_threads;
mod owner;
mod perturbations;
mod protection;
mod recording;
mod replacements;
mod said_fields;
mod speculation;
mod stated_properties;
mod step;
mod step_events;
mod symmetry;
mod task_runners;
mod texts;
mod threads;
mod touches;
mod unobserved_exceptions;
mod verifier;
mod vm;

pub use attributor::{Attributes, FieldAttributes, FieldLevel, Level};
pub use boot_snapshot::Base;
pub use cancellation::CancellationToken;
pub use canonical::{Component, Components, Key, ObjectNames};
pub use choice_point::{Chosen, Made, PerturbedValue, Value, Way};
pub use error::{NoObject, VmError};
pub use event::Event;
pub use footprint::{Cell, Footprint, Origin, Part, Touch};
pub use frame_map::control_flow;
pub use generate::{junit_runtime, object_driver, predicate, scenario_driver, test_driver};
pub use generators::{Generator, KINDS, Kind, NamedChoices};
pub use jvm_args::JvmArgs;
pub use lock_annotations::{MemberUse, Unclear, Violation};
pub use lock_policy::{AccessesSeen, FieldLocks, LockPolicy};
pub use natives::network::NetworkWait;
pub use object_under_test::{History, Invariant, MOST_CALLS, ObjectUnderTest, RecordedCall, Scenario, Scenarios};
pub use observed::Distinguished;
pub use observed_fields::{ObservedField, number};
pub use observed_threads::{LockKind, MOST_NAMES, ThreadState};
pub use owner::Owner;
pub use perturbations::{Perturbation, Subject};
pub use protection::{SyncDetection, Unprotected};
pub use recording::{Range, Recorded, apart};
pub use replacements::Replacement;
pub use stated_properties::{StatedKind, StatedProperty};
pub use step::{Allowed, Alternative, Choice};
pub use step_events::{Seen, StepEvent, StepEventKind, StepEvents};
pub use symmetry::Symmetry;
pub use thread::{Mode, Pending, Side, Span, Status, ThreadId, Wakeup};
pub use verifier::answer::Verdict;
pub use vm::{InstructionHook, Knowledge, Observer, ThisStep, Uncaught, Vm, VmOptions};
