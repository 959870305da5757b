//! What a use of an object is called: `add against close`; and how a method is explored.

use dropwire_check::ObjectOptions;

/// How a method is explored.
pub const ALL_INPUTS: &str = "for all inputs";

/// `add against close`, `Till with 2 threads`; nothing if nothing is said of the use.
pub fn shown(class: &str, object: &ObjectOptions) -> Option<String> {
    let threads = format!("with {} threads", object.threads());
    let apart = |one: &String, other: &String| object.non_parallel == [vec![one.clone()], vec![other.clone()]];
    let shown = match &object.methods[..] {
        [method] => format!("{method} against itself {threads}"),
        [one, other] if apart(one, other) => format!("{one} against {other}"),
        _ => format!("{} {threads}", simple(class)),
    };
    object.makes_scenarios().then_some(shown)
}

/// The name of a class, or of the class of a target, without its package and the classes around it.
pub fn simple(class: &str) -> &str {
    let class = class.split('#').next().unwrap_or(class);
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
