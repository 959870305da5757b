//! A field becomes `volatile`, or atomic.

use super::source::{Field, Source};
use super::{Edit, Proposed, Repair};

/// What may end a race on a field.
pub fn of_race(source: &Source<'_>, class: &str, field: &str, is_private: &dyn Fn(&str) -> bool) -> Proposed {
    let mut found = volatile(source, class, field);
    found.extend(atomic(source, class, field, is_private));
    found
}

fn declared(source: &Source<'_>, class: &str, field: &str) -> Option<Field> {
    source.field_of(class, field).map(|(_, declared)| declared)
}

/// `volatile`, where no use reads and writes at once: that would still be two accesses.
fn volatile(source: &Source<'_>, class: &str, field: &str) -> Proposed {
    let Some(declared) = declared(source, class, field) else {
        return Vec::new();
    };
    let modifiers = (declared.start, declared.of_type);
    if ["final", "volatile"]
        .iter()
        .any(|word| source.has_modifier(modifiers, word))
    {
        return Vec::new();
    }
    // A reference that is tested and then written is the idiom of an object made when it is first needed.
    let is_number = declared.of_type + 1 == declared.name
        && source
            .word(declared.of_type)
            .starts_with(|letter: char| letter.is_ascii_lowercase());
    let uses = source.uses(&declared);
    if uses.iter().any(|&at| reads_and_writes(source, at, is_number)) {
        return Vec::new();
    }
    let edit = Edit::insert(source.start(declared.of_type), "volatile ");
    vec![(Repair::Volatile { field: field.into() }, vec![edit])]
}

/// `also_before`: also where the method has read it before it writes.
fn reads_and_writes(source: &Source<'_>, at: usize, also_before: bool) -> bool {
    let Some(start) = source.chain_start(at) else {
        return true;
    };
    let increments = |at: usize| source.is_sign(at, "++") || source.is_sign(at, "--");
    if increments(at + 1) || (start >= 2 && increments(start - 2)) || compound(source, at + 1).is_some() {
        return true;
    }
    if !is_assigned(source, at) {
        return false;
    }
    let end = source.expression_end(at + 2).unwrap_or(source.len());
    let field = source.word(at);
    // Also where it was read into a variable before: `n = left; left = n + 1;`.
    let read_before = source
        .method(at)
        .is_some_and(|(open, _)| (open..at).any(|other| source.word(other) == field && !is_assigned(source, other)));
    (also_before && read_before) || (at + 2..end).any(|other| source.word(other) == field)
}

fn is_assigned(source: &Source<'_>, at: usize) -> bool {
    source.word(at + 1) == "=" && !source.is_sign(at + 1, "==")
}

/// The operator of a compound assignment that begins here.
fn compound(source: &Source<'_>, at: usize) -> Option<&'static str> {
    let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
    operators.into_iter().find(|operator| source.is_sign(at, operator))
}

/// An `int` or a `long` that some use reads and writes at once becomes an object whose operations are atomic.
pub fn atomic(source: &Source<'_>, class: &str, field: &str, is_private: &dyn Fn(&str) -> bool) -> Proposed {
    let Some(declared) = declared(source, class, field) else {
        return Vec::new();
    };
    let class = match source.words(declared.of_type..declared.name).as_slice() {
        ["int"] => "AtomicInteger",
        ["long"] => "AtomicLong",
        _ => return Vec::new(),
    };
    let modifiers = (declared.start, declared.of_type);
    if source.has_modifier(modifiers, "final") {
        return Vec::new();
    }
    let is_seen_elsewhere = || !source.has_modifier(modifiers, "private") && !is_private(field);
    let edits = rewritten(source, &declared, class);
    match edits {
        Some(edits) if !is_seen_elsewhere() => {
            let field = field.to_owned();
            vec![(Repair::Atomic { field, class }, edits)]
        }
        Some(_) | None => Vec::new(),
    }
}

fn rewritten(source: &Source<'_>, declared: &Field, class: &str) -> Option<Vec<Edit>> {
    let uses = source.uses(declared);
    if !uses.iter().any(|&at| reads_and_writes(source, at, true)) {
        return None;
    }
    let mut edits = vec![import(source, class)?];
    for at in declared.start..declared.of_type {
        if source.word(at) == "volatile" {
            edits.push(Edit::replace(source.start(at)..source.start(at + 1), ""));
        }
    }
    let of_type = source.start(declared.of_type)..source.end(declared.of_type);
    edits.push(Edit::replace(of_type, format!("final {class}")));
    let made = format!(" = new {class}(");
    if source.word(declared.name + 1) == "=" {
        let from = source.end(declared.name)..source.start(declared.name + 2);
        edits.push(Edit::replace(from, made));
        edits.push(Edit::insert(source.end(declared.end - 1), ")"));
    } else {
        edits.push(Edit::insert(source.end(declared.name), format!("{made})")));
    }
    // What closes a call comes behind whatever else is inserted at its place.
    let mut closing = Vec::new();
    for at in uses {
        rewrite(source, at, &mut edits, &mut closing)?;
    }
    edits.extend(closing);
    // The second use of `n = n + 1` is in what is replaced.
    let replaced: Vec<_> = edits.iter().map(|edit| edit.range.clone()).collect();
    edits.retain(|edit| {
        !replaced
            .iter()
            .any(|range| range.start < edit.range.start && edit.range.end < range.end)
    });
    Some(edits)
}

fn rewrite(source: &Source<'_>, at: usize, edits: &mut Vec<Edit>, closing: &mut Vec<Edit>) -> Option<()> {
    let is_variable = (source.is_name(at.checked_sub(1)?)
        && !matches!(source.before(at), "return" | "case" | "else" | "assert"))
        || source.before(at) == ">" && !source.is_sign(at.checked_sub(2)?, "->") && source.word(at + 1) == "="
        || source.is_sign(at + 1, "->")
        || source.is_sign(at + 1, "::");
    if is_variable {
        return None; // of the same name
    }
    let start = source.chain_start(at)?;
    let statement_level =
        matches!(source.before(start), ";" | "{" | "}" | ")") || start >= 2 && source.is_sign(start - 2, "->");
    let end = source.end(at);
    let field = source.text(start..at + 1);
    let mut call = |text: &str, tokens: usize| {
        edits.push(Edit::replace(end..source.end(at + tokens), text));
    };
    for (sign, after, before) in [
        ("++", ".getAndIncrement()", ".incrementAndGet()"),
        ("--", ".getAndDecrement()", ".decrementAndGet()"),
    ] {
        if source.is_sign(at + 1, sign) {
            call(if statement_level { before } else { after }, 2);
            return Some(());
        }
        if start >= 2 && source.is_sign(start - 2, sign) {
            call(before, 0);
            edits.push(Edit::replace(source.start(start - 2)..source.start(start), ""));
            return Some(());
        }
    }
    let (operator, value) = match compound(source, at + 1) {
        Some(operator) => (operator, at + 1 + operator.len()),
        None if is_assigned(source, at) => ("=", at + 2),
        None => {
            call(".get()", 0);
            return Some(());
        }
    };
    let value_end = source.expression_end(value)?;
    let name = source.word(at);
    let mentions = (value..value_end).any(|other| source.word(other) == name);
    let of_itself = value + (at + 1 - start);
    let is_sum = mentions && operator == "=" && source.text(value..of_itself.min(value_end)) == field;
    let (method, from, ends) = match operator {
        "+=" if !mentions => (".addAndGet(", value, ")"),
        "-=" if !mentions => (".addAndGet(-(", value, "))"),
        "=" if !mentions => (".set(", value, ")"),
        "=" if is_sum && source.word(of_itself) == "+" => (".addAndGet(", of_itself + 1, ")"),
        "=" if is_sum && source.word(of_itself) == "-" && of_itself + 2 == value_end => {
            (".addAndGet(-", of_itself + 1, ")")
        }
        _ => return None,
    };
    if mentions && (from..value_end).any(|other| source.word(other) == name) {
        return None;
    }
    if method == ".set(" && !statement_level {
        return None; // its value would be used
    }
    edits.push(Edit::replace(end..source.start(from), method));
    closing.push(Edit::insert(source.end(value_end - 1), ends));
    Some(())
}

/// The line that imports the class, behind the last import, else behind the package.
fn import(source: &Source<'_>, class: &str) -> Option<Edit> {
    let line = format!("import java.util.concurrent.atomic.{class};\n");
    let declares = |word: &'static str| {
        (0..source.len()).filter(move |&at| source.word(at) == word && source.around(at).is_none())
    };
    let last = declares("import")
        .next_back()
        .or_else(|| declares("package").next_back());
    let Some(last) = last else {
        return Some(Edit::insert(source.start(0), format!("{line}\n")));
    };
    let end = source.end(source.statement_end(last)? - 1);
    let gap = if source.word(last) == "package" { "\n" } else { "" };
    Some(Edit::insert(end, format!("\n{gap}{}", line.trim_end())))
}
