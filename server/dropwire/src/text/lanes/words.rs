//! The words and shapes of a step, shared by every drawing of a trail.

use dropwire_check::{Kind, Operation, Step, Trail};

use crate::text::style::harmless;

/// `⊕ lock drawer`. A class that the reader has before his eyes is not named: in a method of `Till`, `read Till.drawer` is
/// `read drawer`, and `read Till$Drawer.sum` is `read Drawer.sum`.
pub fn words(step: &Step) -> String {
    let glyph = glyph(step.action);
    let operation = harmless(&short(step));
    if glyph.is_empty() {
        operation
    } else {
        format!("{glyph} {operation}")
    }
}

fn short(step: &Step) -> String {
    let operation = &step.operation;
    let Some(location) = &step.location else {
        return operation.clone();
    };
    let class = location.class.rsplit('.').next().unwrap_or_default();
    let outermost = class.split('$').next().unwrap_or_default();
    let innermost = class.rsplit('$').next().unwrap_or_default();
    // The first word is the verb, but for calls, as `visitors.get()`.
    let (verb, rest) = operation.split_at(operation.find(' ').map_or(0, |space| space + 1));
    for prefix in [format!("{class}."), format!("{outermost}."), format!("{outermost}$")] {
        if let Some(shorter) = rest.strip_prefix(&prefix)
            && !shorter.is_empty()
            && shorter != "class"
        {
            return format!("{verb}{shorter}");
        }
    }
    // `wait on this Event` in a method of Event.
    match operation.split_once(&format!(" this {innermost}")) {
        Some((before, after)) if after.is_empty() || after.starts_with(' ') => format!("{before} this{after}"),
        Some(_) | None => operation.clone(),
    }
}

/// How many steps the run takes; those after it tell how things stand at its end, all at once, and have no number.
pub fn moves(steps: &[Step]) -> usize {
    let stands = |step: &&Step| step.options == 0 && !matches!(step.action, Operation::Start);
    steps.len() - steps.iter().rev().take_while(stands).count()
}

/// A shape for each operation, each one column wide. Closed: a new operation must be drawn.
pub fn glyph(action: Operation) -> &'static str {
    match action {
        Operation::Start => "",
        Operation::Begin => "▷",
        Operation::Lock => "⊕",
        Operation::Blocked => "⧗",
        Operation::Wait | Operation::Park => "◌",
        Operation::SpuriousWakeup => "!",
        Operation::Timeout => "τ",
        Operation::Notify | Operation::Unpark => "◎",
        Operation::Join => "⊣",
        Operation::Interrupt => "↯",
        Operation::Sleep => "z",
        Operation::Read => "○",
        Operation::Write => "●",
        Operation::Atomic => "◆",
        Operation::Call => "◇",
        Operation::ClassInit => "□",
        Operation::Choice => "?",
        Operation::Throw => "✗",
        Operation::End | Operation::Exit => "■",
    }
}

/// How the story ends, by the kind of finding.
pub fn ending(trail: &Trail) -> Option<&'static str> {
    const KINDS: [(Kind, &str); 8] = [
        (Kind::Deadlock, "nobody here can move again"),
        (Kind::DataRace, "both accesses can happen now, in either order"),
        (Kind::AssertionFailure, "the assertion fails"),
        (Kind::UncaughtException, "nobody catches it"),
        (Kind::InfiniteLoop, "this repeats for ever"),
        (Kind::BlockedInAtomic, "it blocks in the middle of an atomic method"),
        (Kind::ThreadLeak, "nobody is left to give them a task"),
        (Kind::LockDiscipline, "this breaks what an annotation promises"),
    ];
    KINDS
        .iter()
        .find(|(kind, _)| kind.name() == trail.kind)
        .map(|(_, words)| *words)
}

/// `:5` in the file that the trail begins in, else `Other.java:5`.
pub fn place(trail: &Trail, step: &Step) -> String {
    let Some(location) = &step.location else {
        return String::new();
    };
    let Some(line) = location.line else {
        return location.file.clone().unwrap_or_default();
    };
    let home = trail
        .steps
        .iter()
        .find_map(|step| step.location.as_ref())
        .and_then(|first| first.file.as_ref());
    match &location.file {
        Some(file) if Some(file) != home => format!("{file}:{line}"),
        Some(_) | None => format!(":{line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::step;

    #[test]
    fn the_class_before_the_readers_eyes_is_not_named() {
        let said = |class: &str, operation: &str| {
            let mut step = step(1, "main", operation, Operation::Start, 1);
            if let Some(location) = &mut step.location {
                location.class = class.into();
            }
            words(&step)
        };
        assert_eq!(said("shop.Till", "read Till.drawer"), "read drawer");
        assert_eq!(said("shop.Till", "read Till$Drawer.sum"), "read Drawer.sum");
        assert_eq!(said("Till$Drawer", "write Till$Drawer.sum"), "write sum");
        assert_eq!(said("Till", "Till.visitors.get()"), "visitors.get()");
        assert_eq!(said("Till", "lock Till.class"), "lock Till.class");
        assert_eq!(
            said("Till$Drawer", "lock this Drawer again after wait"),
            "lock this again after wait"
        );
        assert_eq!(said("Till", "wait on this Tiller"), "wait on this Tiller");
        assert_eq!(said("Other", "read Till.drawer"), "read Till.drawer");
    }
}
