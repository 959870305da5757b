//! One operation of a map in the place of a test and a change.

use std::ops::Range;

use super::source::Source;
use super::{Edit, Proposed, Repair};

/// A call of a map: `map.put(key, value)`.
struct Call<'a> {
    /// The map, as written.
    map: &'a str,
    /// The first token of the map.
    start: usize,
    /// The tokens of the arguments.
    arguments: Vec<Range<usize>>,
    /// The closing parenthesis.
    close: usize,
}

/// For each `put` on one of the lines, or in a method with one of them, the operation that does it at once.
pub fn one_operation(source: &Source<'_>, lines: &[u32]) -> Proposed {
    let methods: Vec<_> = lines
        .iter()
        .flat_map(|&line| source.line(line).filter_map(|at| block_of(source, at)).next())
        .collect();
    let mut found: Proposed = Vec::new();
    for at in 0..source.len() {
        let here = lines.contains(&source.line_of(at)) || methods.iter().any(|body| body.contains(&at));
        let Some(put) = here.then(|| call(source, at, "put")).flatten() else {
            continue;
        };
        let rules = [if_absent, compute_if_absent, merge, merge_of_two];
        let proposed = rules.iter().find_map(|rule| rule(source, &put));
        let proposed = proposed.map(|(method, edit)| (Repair::OneOperation { method }, vec![edit]));
        if let Some(proposed) = proposed.filter(|proposed| !found.contains(proposed)) {
            found.push(proposed);
        }
    }
    // Each alone may not be enough: all of them together come first.
    if found.len() > 1 {
        let all: Vec<Edit> = found.iter().flat_map(|(_, edits)| edits.clone()).collect();
        let repair = found[0].0.clone();
        found.insert(0, (repair, all));
    }
    found
}

/// The body of the method or the lambda that a token is in.
fn block_of(source: &Source<'_>, at: usize) -> Option<Range<usize>> {
    use super::source::Brace;
    let open = source
        .all_around(at)
        .filter(|&bracket| source.word(bracket) == "{")
        .find(|&open| matches!(source.brace(open), Brace::Method(_) | Brace::Lambda))?;
    Some(open..source.pair(open)?)
}

fn call<'a>(source: &Source<'a>, at: usize, method: &str) -> Option<Call<'a>> {
    let open = at + 1;
    if source.word(at) != method || source.before(at) != "." || source.word(open) != "(" {
        return None;
    }
    let start = source.chain_start(at)?;
    Some(Call {
        map: source.text(start..at - 1),
        start,
        arguments: source.arguments(open)?,
        close: source.pair(open)?,
    })
}

/// Whether these tokens are `map.method(key…)`, and what comes behind.
fn is_call<'a>(source: &Source<'a>, tokens: Range<usize>, method: &str, put: &Call<'a>) -> Option<(Call<'a>, usize)> {
    let at = tokens.clone().find(|&at| source.word(at) == method)?;
    let call = call(source, at, method).filter(|call| call.start == tokens.start && call.map == put.map)?;
    let same_key = source.words(call.arguments.first()?.clone()) == source.words(put.arguments.first()?.clone());
    let behind = call.close + 1;
    same_key.then_some((call, behind))
}

/// The `if` whose only statement the call is, and its condition.
fn if_around(source: &Source<'_>, put: &Call<'_>) -> Option<(Range<usize>, Range<usize>, Range<usize>)> {
    let own = source.statement(put.start)?;
    let start = (0..put.start)
        .rev()
        .find(|&at| source.word(at) == "if" && source.statement_end(at).is_some_and(|end| end > put.close))?;
    let condition = start + 2..source.pair(start + 1)?;
    let body = condition.end + 1;
    let end = source.statement_end(start)?;
    let inner = match source.word(body) {
        "{" => body + 1..source.pair(body)?,
        _ => body..end,
    };
    let no_else = source.statement_end(body) == Some(end);
    (no_else && (inner.contains(&own.start) || own.start == start)).then_some((start..end, condition, inner))
}

fn span(source: &Source<'_>, tokens: &Range<usize>) -> Range<usize> {
    source.start(tokens.start)..source.end(tokens.end - 1)
}

/// `if (!map.containsKey(key)) map.put(key, value);`, `if (map.get(key) == null) …`
fn if_absent(source: &Source<'_>, put: &Call<'_>) -> Option<(&'static str, Edit)> {
    let (whole, condition, inner) = if_around(source, put)?;
    let statement = put.start..put.close + 2;
    if inner != statement || put.arguments.len() != 2 {
        return None;
    }
    let absent = match source.word(condition.start) {
        "!" => {
            let rest = condition.start + 1..condition.end;
            is_call(source, rest, "containsKey", put).is_some_and(|(_, behind)| behind == condition.end)
        }
        _ => is_call(source, condition.clone(), "get", put)
            .is_some_and(|(_, behind)| source.words(behind..condition.end) == ["=", "=", "null"]),
    };
    let text = format!(
        "{}.putIfAbsent({}, {});",
        put.map,
        source.text(put.arguments[0].clone()),
        source.text(put.arguments[1].clone())
    );
    absent.then(|| ("putIfAbsent", Edit::replace(span(source, &whole), text)))
}

/// `V value = map.get(key); if (value == null) { value = EXPRESSION; map.put(key, value); }`
fn compute_if_absent(source: &Source<'_>, put: &Call<'_>) -> Option<(&'static str, Edit)> {
    let (whole, condition, inner) = if_around(source, put)?;
    let [key, value] = put.arguments.as_slice() else {
        return None;
    };
    let variable = source.text(value.clone());
    let is_null = source.words(condition) == [variable, "=", "=", "null"];
    let made = inner.start + 2;
    let assigns = source.words(inner.start..made) == [variable, "="];
    let made_end = source.statement_end(inner.start)? - 1;
    let then_puts = made_end + 1 == put.start && put.close + 2 == inner.end;
    let (first, get) = assigned_before(source, whole.start, variable, put)?;
    let fits = is_null && assigns && then_puts && get.close + 2 == whole.start;
    let text = format!(
        "{}.computeIfAbsent({}, absent -> {})",
        get.map,
        source.text(key.clone()),
        source.text(made..made_end)
    );
    let head = source.text(first..get.start);
    let replaced = span(source, &(first..whole.end));
    fits.then(|| ("computeIfAbsent", Edit::replace(replaced, format!("{head} {text};"))))
}

/// The statement `V variable = map.get(key);` before a token, and the call in it.
fn assigned_before<'a>(source: &Source<'a>, at: usize, variable: &str, put: &Call<'a>) -> Option<(usize, Call<'a>)> {
    let statement = source.statement(at.checked_sub(2)?)?;
    let name = statement
        .clone()
        .find(|&name| source.word(name) == variable && source.word(name + 1) == "=")?;
    let value = name + 2..statement.end - 1;
    let (call, behind) =
        is_call(source, value.clone(), "get", put).or_else(|| is_call(source, value.clone(), "getOrDefault", put))?;
    (behind == value.end && statement.end == at).then_some((statement.start, call))
}

/// `map.put(key, map.get(key) + value)`, `map.put(key, map.getOrDefault(key, 0) + value)`
fn merge(source: &Source<'_>, put: &Call<'_>) -> Option<(&'static str, Edit)> {
    let [key, value] = put.arguments.as_slice() else {
        return None;
    };
    let (_, behind) = is_call(source, value.clone(), "get", put)
        .or_else(|| is_call(source, value.clone(), "getOrDefault", put).filter(|(call, _)| is_zero(source, call)))?;
    (source.word(behind) == "+" && behind + 1 < value.end).then_some(())?;
    let text = merging(source, put, key, behind + 1..value.end);
    Some(("merge", Edit::replace(span(source, &(put.start..put.close + 1)), text)))
}

fn is_zero(source: &Source<'_>, call: &Call<'_>) -> bool {
    call.arguments
        .get(1)
        .is_some_and(|value| matches!(source.text(value.clone()), "0" | "0L"))
}

fn merging(source: &Source<'_>, put: &Call<'_>, key: &Range<usize>, value: Range<usize>) -> String {
    let value = source.text(value);
    let class = if value.ends_with(['L', 'l']) { "Long" } else { "Integer" };
    format!("{}.merge({}, {value}, {class}::sum)", put.map, source.text(key.clone()))
}

/// `int value = map.get(key); map.put(key, value + 1);`, `value == null ? 1 : value + 1`
fn merge_of_two(source: &Source<'_>, put: &Call<'_>) -> Option<(&'static str, Edit)> {
    let [key, value] = put.arguments.as_slice() else {
        return None;
    };
    let variable = source.word(value.start);
    let added = match source.words(value.clone()).as_slice() {
        [_, "+", ..] => value.start + 2..value.end,
        [_, "=", "=", "null", "?", first, ":", again, "+", more] if again == &variable && first == more => {
            value.end - 1..value.end
        }
        _ => return None,
    };
    let own = source.statement(put.start)?;
    let (first, get) = assigned_before(source, own.start, variable, put)?;
    let defaults = get.arguments.len() < 2 || is_zero(source, &get);
    let whole = own.start == put.start && own.end == put.close + 2 && defaults;
    let text = format!("{};", merging(source, put, key, added));
    whole.then(|| ("merge", Edit::replace(span(source, &(first..own.end)), text)))
}
