//! The English of findings, steps and advice: every sentence that a check says of what it found is made here, of facts.
//! Nothing reads these texts.

pub mod advice;
mod cost;
pub mod defect;
pub mod kind;
pub mod lasso;
pub mod need;
mod network;
pub mod note;
pub mod reason;
pub mod reported;
pub mod scenario;
pub mod step;
pub mod why;

use crate::facts::object::{Access, Instance, Memory, Object};
use crate::facts::wait::{Holder, Wait};
use crate::site::simple_name;

/// `drawer`, `this Till`, `thread sell`, `a Fork`.
pub(crate) fn object(object: &Object) -> String {
    match object {
        Object::Null => "null".into(),
        Object::Class { class } => format!("{}.class", simple_name(class)),
        Object::Thread { name } => format!("thread {name}"),
        Object::Static { class, field } => format!("{}.{field}", simple_name(class)),
        Object::Field { field: name } | Object::Local { name } => name.clone(),
        Object::This { class } => format!("this {class}"),
        Object::Instance { class } => {
            let vowel = class.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
            format!("{} {class}", if vowel { "an" } else { "a" })
        }
    }
}

/// `Account#1 "giro"`, `Fork#2`.
pub fn instance(instance: &Instance) -> String {
    let Instance { class, number, text } = instance;
    let name = simple_name(class).rsplit('$').next().unwrap_or_default();
    match text {
        Some(text) => format!("{name}#{number} {text}"),
        None => format!("{name}#{number}"),
    }
}

/// A lock by its own name, or by its instance where the name is a variable's.
pub(crate) fn lock(lock: &Object, instance: Option<&Instance>) -> String {
    distinguished(lock, instance).unwrap_or_else(|| object(lock))
}

/// The instance, where the name alone leaves open which object it is: a variable holds one after the other.
pub(crate) fn distinguished(object: &Object, known: Option<&Instance>) -> Option<String> {
    let known = known?;
    match object {
        Object::Local { name } if known.text.is_none() => Some(format!("{name} ({})", instance(known))),
        Object::Local { .. } | Object::This { .. } | Object::Instance { .. } => Some(instance(known)),
        Object::Null | Object::Class { .. } | Object::Thread { .. } | Object::Static { .. } | Object::Field { .. } => {
            None
        }
    }
}

/// `Account.balance`, `int[3]`, `byte[0..15]`.
pub(crate) fn memory(memory: &Memory) -> String {
    let range = |first: u64, last: u64| match first == last {
        true => first.to_string(),
        false => format!("{first}..{last}"),
    };
    match memory {
        Memory::Field { class, field } => format!("{}.{field}", simple_name(class)),
        Memory::Elements { array, first, last } => match first {
            Some(first) => format!("{array}[{}]", range(*first, last.unwrap_or(*first))),
            None => format!("{array}[…]"),
        },
        Memory::Whole { class } => simple_name(class).to_owned(),
        Memory::OffHeap { first, last } => format!("off-heap memory[{}]", range(*first, *last)),
    }
}

/// `Till.sell`.
fn method(class: &str, method: &str) -> String {
    format!("{}.{method}", simple_name(class))
}

/// `reads`.
fn accesses(access: Access) -> &'static str {
    match access {
        Access::Read => "reads",
        Access::Write => "writes",
        Access::VolatileRead => "reads, as volatile,",
        Access::VolatileWrite => "writes, as volatile,",
        Access::AtomicUpdate => "atomically updates",
    }
}

/// `initialisation of Till`.
fn initialisation(class: &str) -> String {
    format!("initialisation of {}", simple_name(class))
}

/// `held by audit`.
pub(crate) fn held_by(holder: &Holder) -> String {
    match holder {
        Holder::Thread { name } => format!("held by {name}"),
        Holder::Ended { name: Some(name) } => format!("held by {name}, which has ended"),
        Holder::Ended { name: None } => "held by a thread that has ended".into(),
    }
}

/// `waits to lock ledger, held by audit`.
fn waits_and_holder(wait: &Wait) -> String {
    match wait.holder() {
        Some(holder) => format!("{}, {}", step::waits(wait), held_by(holder)),
        None => step::waits(wait),
    }
}

/// The first few of a list.
fn shorten(parts: &[String], separator: &str) -> String {
    const SHOWN: usize = 4;
    let mut text = parts.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(separator);
    if parts.len() > SHOWN {
        text.push_str(&format!("{separator}and {} more", parts.len() - SHOWN));
    }
    text
}
