//! `Verify` of Java PathFinder: what a driver says to a model checker.
//!
//! Whatever class of that name lies on the class path, it is a stub whose bodies are those of a plain run: a choice has one
//! value there. Choices are not explored here, and nothing is remembered from path to path, so such calls end their path by
//! name. What chooses nothing is done.

use super::{NativeCall, NativeResult, Outcome, boolean, nothing};
use crate::error::VmError;

const CLASSES: [&str; 2] = ["gov/nasa/jpf/vm/Verify", "gov/nasa/jpf/jvm/Verify"];

/// The answer to one of its methods.
pub(super) fn find(class: &str, name: &str) -> Option<fn(&mut NativeCall<'_>) -> NativeResult> {
    if !CLASSES.contains(&class) {
        return None;
    }
    Some(match name {
        // Their bodies are what they are for.
        "<init>" | "<clinit>" | "print" | "println" | "assertTrue" | "log" => |_| Ok(Outcome::Fallthrough),
        // Hints for the order of a search and for its reports.
        "interesting" | "boring" | "breakTransition" | "instrumentPoint" | "instrumentPointDeep" => nothing,
        // A checker runs the program.
        "isRunningInJPF" => |_| boolean(true),
        "ignoreIf" => ignore_if,
        _ => not_modelled,
    })
}

/// A path that is not to be looked at any further.
fn ignore_if(c: &mut NativeCall<'_>) -> NativeResult {
    if c.int(0) == 0 { nothing(c) } else { not_modelled(c) }
}

fn not_modelled(c: &mut NativeCall<'_>) -> NativeResult {
    Err(VmError::NotModelled(format!(
        "{} of Java PathFinder is not modelled, called at {}; this path was not checked. Give the program its values as \
         arguments, one target for each",
        c.method.full_name(),
        c.vm.user_place(c.thread)
    )))
}
