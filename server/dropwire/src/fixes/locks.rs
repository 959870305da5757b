//! Locks are taken in one order, or held for longer.

use std::ops::Range;

use super::source::{Source, simple_name};
use super::{Edit, Proposed, Repair};

/// The two locks of the method that waits on this line change places.
pub fn other_order(source: &Source<'_>, line: u32) -> Proposed {
    let inner = source.line(line).find_map(|at| acquired(source, at));
    let Some((at, inner)) = inner else {
        return Vec::new();
    };
    let Some(outer) = held(source, at, &inner) else {
        return Vec::new();
    };
    let text = |tokens: &Range<usize>| source.text(tokens.clone()).to_owned();
    let replace = |from: &Range<usize>, to: &Range<usize>| {
        Edit::replace(source.start(from.start)..source.end(from.end - 1), text(to))
    };
    let repair = Repair::LockOrder {
        first: text(&inner),
        second: text(&outer),
    };
    vec![(repair, vec![replace(&outer, &inner), replace(&inner, &outer)])]
}

/// The lock that a token acquires: `synchronized (lock)`, `lock.lock()`.
pub(super) fn acquired(source: &Source<'_>, at: usize) -> Option<(usize, Range<usize>)> {
    let open = at + 1;
    if source.word(at) == "synchronized" && source.word(open) == "(" {
        return Some((at, open + 1..source.pair(open)?));
    }
    let is_call = matches!(source.word(at), "lock" | "lockInterruptibly") && source.before(at) == ".";
    if is_call && source.word(open) == "(" {
        let start = source.chain_start(at)?;
        return Some((at, start..at - 1));
    }
    None
}

/// The lock that is held there already: of the statement around, else of the last call before in the same method.
pub(super) fn held(source: &Source<'_>, at: usize, inner: &Range<usize>) -> Option<Range<usize>> {
    let differs = |lock: &Range<usize>| source.words(lock.clone()) != source.words(inner.clone());
    if source.word(at) == "synchronized" {
        let around = source.locks(at).into_iter().map(|(_, lock)| lock);
        return around.into_iter().find(differs);
    }
    // Within a lambda too: whatever block is around.
    let block = source
        .all_around(at)
        .filter(|&bracket| source.word(bracket) == "{")
        .last()?;
    let calls = (block..at).rev().filter_map(|before| acquired(source, before));
    let mut of_method = calls.filter(|(call, _)| source.method(*call) == source.method(at));
    of_method.find(|(_, lock)| differs(lock)).map(|(_, lock)| lock)
}

/// All methods that use a field become `synchronized`.
pub fn synchronized_users(source: &Source<'_>, class: &str, field: &str) -> Proposed {
    let Some((body, declared)) = source.field_of(class, field) else {
        return Vec::new();
    };
    let is_static = source.has_modifier((declared.start, declared.of_type), "static");
    let uses = source.uses(&declared);
    let methods = source.methods(body).into_iter().filter(|&(open, _)| {
        let end = source.pair(open).unwrap_or(open);
        uses.iter().any(|at| (open..end).contains(at))
    });
    synchronized(source, methods.collect(), Some(is_static))
}

/// The methods that contain these lines become `synchronized`.
pub fn synchronized_methods(source: &Source<'_>, lines: &[u32]) -> Proposed {
    synchronized(source, methods_of(source, lines), None)
}

fn methods_of(source: &Source<'_>, lines: &[u32]) -> Vec<(usize, usize)> {
    let mut methods = Vec::new();
    for &line in lines {
        let found = source.line(line).filter_map(|at| source.method(at)).next();
        methods.extend(found.filter(|method| !methods.contains(method)));
    }
    methods.sort_unstable();
    methods
}

fn synchronized(source: &Source<'_>, methods: Vec<(usize, usize)>, is_static: Option<bool>) -> Proposed {
    let mut names = Vec::new();
    let mut edits = Vec::new();
    for (_, name) in methods {
        let Some(member) = source.member(name) else {
            return Vec::new();
        };
        // A method that starts threads and waits for them would keep them out; a constructor has no monitor to wait for.
        let is_constructor = member.1 == name;
        if matches!(source.word(name), "main" | "run" | "call") || is_constructor {
            continue;
        }
        let fits = is_static.is_none_or(|wanted| source.has_modifier(member, "static") == wanted);
        if !fits || source.has_modifier(member, "synchronized") {
            continue;
        }
        names.push(source.word(name).to_owned());
        edits.push(Edit::insert(source.start(member.1), "synchronized "));
    }
    if edits.is_empty() {
        return Vec::new();
    }
    vec![(Repair::Synchronized { methods: names }, edits)]
}

/// A method that holds a lock for a part of it holds it for all of it.
pub fn widened(source: &Source<'_>, lines: &[u32]) -> Proposed {
    let mut found = Vec::new();
    for (open, name) in methods_of(source, lines) {
        let Some(close) = source.pair(open).filter(|_| source.word(name) != "main") else {
            continue; // who starts the threads would keep all of them out
        };
        let lock = (open..close)
            .filter(|&at| source.word(at) == "synchronized" && source.method(at) == Some((open, name)))
            .find_map(|at| acquired(source, at));
        let Some((_, lock)) = lock else { continue };
        let lock = source.text(lock).to_owned();
        let body = open + 1..close;
        let repair = Repair::Widened {
            lock: lock.clone(),
            method: source.word(name).to_owned(),
        };
        found.push((repair, within_lock(source, body, &lock)));
    }
    found
}

/// Statements within `synchronized (lock) { … }`.
pub(super) fn within_lock(source: &Source<'_>, statements: Range<usize>, lock: &str) -> Vec<Edit> {
    let Some(last) = statements.end.checked_sub(1).filter(|_| !statements.is_empty()) else {
        return Vec::new();
    };
    let (first, end) = (source.start(statements.start), source.end(last));
    let first_line = source.line_of(statements.start);
    if first_line == source.line_of(last) {
        return vec![
            Edit::insert(first, format!("synchronized ({lock}) {{ ")),
            Edit::insert(end, " }"),
        ];
    }
    let indent = source.indent(statements.start);
    let step = if indent.contains('\t') { "\t" } else { "    " };
    let mut edits = vec![Edit::insert(first, format!("synchronized ({lock}) {{\n{indent}{step}"))];
    // Each line within moves to the right, but for what goes on in a text of several lines.
    let mut line = first_line;
    for at in statements {
        if source.line_of(at) > line {
            line = source.line_of(at);
            edits.push(Edit::insert(source.start(at), step));
        }
    }
    edits.push(Edit::insert(end, format!("\n{indent}}}")));
    edits
}

/// The lock is held at each use of a field, outside of constructors.
pub fn guarded_uses(source: &Source<'_>, class: &str, field: &str, promised: Option<&str>) -> Proposed {
    let Some((body, declared)) = source.field_of(class, field) else {
        return Vec::new();
    };
    let is_static = source.has_modifier((declared.start, declared.of_type), "static");
    let uses = source.uses(&declared);
    let known = lock_of_uses(source, &uses);
    let lock_of = |at: usize| -> Option<String> {
        match (promised, &known) {
            (Some("itself"), _) => Some(field.to_owned()),
            (Some(lock), _) => Some(lock.to_owned()),
            (None, Some(lock)) => Some(lock.clone()),
            (None, None) if is_static => Some(format!("{}.class", simple_name(class))),
            (None, None) => match source.chain_start(at)? {
                start if start == at => Some("this".to_owned()),
                start => Some(source.text(start..at - 1).to_owned()),
            },
        }
    };
    let Some((edits, Some(lock))) = around_uses(source, &uses, Some((body, class)), &lock_of) else {
        return Vec::new();
    };
    let repair = Repair::Guarded {
        field: field.to_owned(),
        lock,
    };
    vec![(repair, edits)]
}

/// A lock that some use holds: that is the one.
pub(super) fn lock_of_uses(source: &Source<'_>, uses: &[usize]) -> Option<String> {
    uses.iter().find_map(|&at| {
        let (_, lock) = source.locks(at).into_iter().next()?;
        Some(source.text(lock).to_owned())
    })
}

/// A lock around the statement of each use that does not hold it, outside of constructors, and the first of these locks; `None` where
/// a use has no statement, or no lock.
///
/// `declaring`: the body of the class that declares the field, and its name, where that is in this source.
pub(super) fn around_uses(
    source: &Source<'_>,
    uses: &[usize],
    declaring: Option<(usize, &str)>,
    lock_of: &dyn Fn(usize) -> Option<String>,
) -> Option<(Vec<Edit>, Option<String>)> {
    let mut statements: Vec<(Range<usize>, String)> = Vec::new();
    for &at in uses {
        let lock = lock_of(at)?;
        let holds = source.locks(at).into_iter().any(|(_, held)| source.text(held) == lock);
        let by_method = lock == "this"
            && source.method(at).is_some_and(|(_, name)| {
                source
                    .member(name)
                    .is_some_and(|member| source.has_modifier(member, "synchronized"))
            });
        let is_own = |(body, class): (usize, &str)| {
            let in_constructor = source.method(at).is_some_and(|(_, name)| {
                source.word(name) == simple_name(class) && source.member(name).is_some_and(|member| member.1 == name)
            });
            in_constructor || source.around(at) == Some(body)
        };
        if holds || by_method || declaring.is_some_and(is_own) {
            continue;
        }
        let statement = around_use(source, at)?;
        let overlaps = |other: &Range<usize>| other.start < statement.end && statement.start < other.end;
        match statements.iter().position(|(other, _)| overlaps(other)) {
            // One in the other, or the same: the outer one.
            Some(known) => {
                let other = &mut statements[known].0;
                *other = other.start.min(statement.start)..other.end.max(statement.end);
            }
            None => statements.push((statement, lock)),
        }
    }
    let first = statements.first().map(|(_, lock)| lock.clone());
    let edits = statements.into_iter().flat_map(|(statement, lock)| {
        let is_expression = statement.start >= 2 && source.is_sign(statement.start - 2, "->");
        if is_expression && source.word(statement.start) != "{" {
            let start = source.start(statement.start);
            let end = source.end(statement.end - 1);
            return vec![
                Edit::insert(start, format!("{{ synchronized ({lock}) {{ ")),
                Edit::insert(end, "; } }"),
            ];
        }
        within_lock(source, statement, &lock)
    });
    Some((edits.collect(), first))
}

/// The statement of a use; for a lambda of one expression, that.
fn around_use(source: &Source<'_>, at: usize) -> Option<Range<usize>> {
    let arrow = (0..at).rev().find(|&before| {
        source.is_sign(before, "->") && source.word(before + 2) != "{" && {
            let start = before + 2;
            source
                .expression_end(start)
                .is_some_and(|end| (start..end).contains(&at))
        }
    });
    let statement = source.statement(at)?;
    match arrow.map(|arrow| arrow + 2) {
        Some(start) if statement.start <= start => Some(start..source.expression_end(start)?),
        Some(_) | None => Some(statement),
    }
}
