//! Whether a method's tables name instructions: the ranges of handlers and of local variables.

use cafebabe::attributes::{AttributeData, CodeData};
use dropwire_classes::cafebabe;
use dropwire_classes::instruction_starts;

use super::{Checked, refuse};
use crate::verifier::answer::Refusal;

/// Whether each range begins and ends between two instructions.
pub(super) fn check(code: &CodeData<'_>) -> Checked<()> {
    let Some(starts) = instruction_starts(code.code) else {
        return refuse("Bad instruction");
    };
    let begins = |at: usize| starts.get(at).copied().unwrap_or(false);
    let ends = |at: usize| at == starts.len() || begins(at);
    for entry in &code.exception_table {
        for (sound, name, at) in [
            (begins(entry.start_pc.into()), "start_pc", entry.start_pc),
            (ends(entry.end_pc.into()), "end_pc", entry.end_pc),
            (begins(entry.handler_pc.into()), "handler_pc", entry.handler_pc),
        ] {
            if !sound {
                return malformed(&format!("Illegal exception table {name} {at}"));
            }
        }
    }
    for attribute in &code.attributes {
        let AttributeData::LocalVariableTable(variables) = &attribute.data else {
            continue;
        };
        for variable in variables {
            if !begins(variable.start_pc.into()) {
                return malformed(&format!("Illegal local variable table start_pc {}", variable.start_pc));
            }
            if !ends(usize::from(variable.start_pc) + usize::from(variable.length)) {
                return malformed(&format!("Illegal local variable table length {}", variable.length));
            }
        }
    }
    Ok(())
}

fn malformed<T>(why: &str) -> Checked<T> {
    Err(Refusal::Format(why.to_owned()))
}
