//! Two locks that one piece of code takes and that differ by their values alone, as in `transfer(from, to)`: the two change places in
//! no source. They are taken in the order of a final field of their class, or of their identity hash codes.

use std::ops::Range;

use super::locks::{acquired, held, within_lock};
use super::source::{Brace, Source};
use super::{Edit, OrderBy, Proposed, Repair};

/// How fields are named that tell objects of a class apart: so, or with this at their end.
const KEYS: [&str; 9] = ["id", "number", "key", "index", "nr", "no", "name", "iban", "code"];
/// Names for what is made, the first ones that the source does not contain.
const NAMES: [[&str; 3]; 2] = [["first", "second", "order"], ["firstLock", "secondLock", "lockOrder"]];

/// The two locks, as tokens, and where they are taken.
struct Pair {
    outer: Range<usize>,
    inner: Range<usize>,
    /// The `synchronized` of the outer one; `None` where they are objects with `lock()`.
    statement: Option<usize>,
}

/// The locks of the code that waits on this line, in an order of their values.
///
/// `text_of`: the source that is named after a class.
pub fn by_value(source: &Source<'_>, line: u32, text_of: &dyn Fn(&str) -> Option<String>) -> Proposed {
    let Some(pair) = source.line(line).find_map(|at| pair(source, at)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if let Some((field, in_order)) = by_field(source, &pair, text_of) {
        found.extend(ordered(source, &pair, OrderBy::Field { field }, &in_order));
    }
    if pair.statement.is_some() {
        let [one, other] = texts(source, &pair);
        let hashes = format!("Integer.compare(System.identityHashCode({one}), System.identityHashCode({other}))");
        found.extend(ordered(source, &pair, OrderBy::IdentityHash, &hashes));
    }
    found
}

fn pair(source: &Source<'_>, at: usize) -> Option<Pair> {
    let (at, inner) = acquired(source, at)?;
    let outer = held(source, at, &inner)?;
    let statement = match source.word(at) {
        "synchronized" => Some(outer.start.checked_sub(2)?),
        _ => None,
    };
    // What is written twice must mean the same, and cost nothing.
    let is_plain = |tokens: &Range<usize>| {
        tokens
            .clone()
            .all(|at| source.is_name(at) || source.word(at) == "." || source.word(at) == "[" || source.word(at) == "]")
    };
    // What is declared needs a place before the statement.
    let begins = |at: usize| matches!(source.before(at), "{" | "}" | ";");
    let has_place = match statement {
        Some(statement) => source.word(statement) == "synchronized" && begins(statement),
        None => begins(outer.start) && begins(inner.start),
    };
    (is_plain(&outer) && is_plain(&inner) && has_place).then_some(Pair {
        outer,
        inner,
        statement,
    })
}

fn texts<'a>(source: &Source<'a>, pair: &Pair) -> [&'a str; 2] {
    [source.text(pair.outer.clone()), source.text(pair.inner.clone())]
}

/// The field that orders two objects of their class, and a comparison that is negative, zero or positive.
fn by_field(source: &Source<'_>, pair: &Pair, text_of: &dyn Fn(&str) -> Option<String>) -> Option<(String, String)> {
    // `from` and `to`, or `from.lock` and `to.lock`: the objects are what the chains begin with.
    let object = |tokens: &Range<usize>| (tokens.start, source.word(tokens.start));
    let ((one_at, one), (other_at, other)) = (object(&pair.outer), object(&pair.inner));
    let rest = |tokens: &Range<usize>| source.words(tokens.start + 1..tokens.end);
    let class = declared_type(source, one_at, one)?;
    let fits = rest(&pair.outer) == rest(&pair.inner)
        && rest(&pair.outer).first().is_none_or(|&sign| sign == ".")
        && declared_type(source, other_at, other)? == class;
    if !fits {
        return None;
    }
    let elsewhere = source.class(class).is_none().then(|| text_of(class)).flatten();
    let elsewhere = elsewhere.as_deref().map(Source::new);
    let (declaring, is_here) = match &elsewhere {
        Some(other) => (other.as_ref()?, false),
        None => (source, true),
    };
    let (field, of_type, read) = key(declaring, class, is_here)?;
    let compared = match of_type {
        "String" => format!("{one}.{read}.compareTo({other}.{read})"),
        "long" => format!("Long.compare({one}.{read}, {other}.{read})"),
        _ => format!("Integer.compare({one}.{read}, {other}.{read})"),
    };
    Some((field.to_owned(), compared))
}

/// The type of a variable or parameter, by its nearest declaration before a token: a simple name without arguments.
fn declared_type<'a>(source: &Source<'a>, at: usize, name: &str) -> Option<&'a str> {
    let declares = |at: &usize| {
        source.word(*at) == name
            && matches!(source.word(*at + 1), "," | ")" | ";" | "=" | ":")
            && at.checked_sub(1).is_some_and(|before| source.is_name(before))
            && !matches!(
                source.before(*at),
                "return" | "new" | "assert" | "throw" | "else" | "case"
            )
    };
    let declared = (0..at).rev().find(declares)?;
    Some(source.before(declared))
}

/// A final field of a class that may tell its objects apart: its name, its type, and how it is read.
fn key<'a>(source: &Source<'a>, class: &str, is_here: bool) -> Option<(&'a str, &'a str, String)> {
    let body = source.class(class)?;
    let is_key = |name: &str| {
        let lower = name.to_lowercase();
        KEYS.iter().any(|key| {
            let capital = format!("{}{}", key[..1].to_uppercase(), &key[1..]);
            lower == *key || name.ends_with(&capital) || name.ends_with(&key.to_uppercase())
        })
    };
    let names = (body + 1..source.len()).filter(|&at| source.around(at) == Some(body) && source.is_name(at));
    names.filter(|&at| is_key(source.word(at))).find_map(|at| {
        let name = source.word(at);
        let field = source.field(body, name).filter(|field| field.name == at)?;
        let modifiers = (field.start, field.of_type);
        let of_type = source.text(field.of_type..field.name);
        let is_fixed = source.has_modifier(modifiers, "final") && !source.has_modifier(modifiers, "static");
        if !is_fixed || !matches!(of_type, "int" | "long" | "short" | "byte" | "char" | "String") {
            return None;
        }
        if is_here || !source.has_modifier(modifiers, "private") {
            return Some((name, of_type, name.to_owned()));
        }
        let getter = format!("get{}{}", name[..1].to_uppercase(), &name[1..]);
        let methods = source.methods(body);
        let reads = |&&(_, method): &&(usize, usize)| {
            (source.word(method) == name || source.word(method) == getter)
                && source.pair(method + 1) == Some(method + 2)
        };
        let (_, method) = methods.iter().find(reads)?;
        Some((name, of_type, format!("{}()", source.word(*method))))
    })
}

/// `compared`: negative or zero where the outer lock goes first.
fn ordered(source: &Source<'_>, pair: &Pair, by: OrderBy, compared: &str) -> Option<(Repair, Vec<Edit>)> {
    let is_free = |name: &&str| (0..source.len()).all(|at| source.word(at) != *name);
    let [first, second, order] = NAMES.into_iter().find(|names| names.iter().all(&is_free))?;
    let [outer, inner] = texts(source, pair);
    let replace = |tokens: &Range<usize>, with: String| {
        Edit::replace(source.start(tokens.start)..source.end(tokens.end - 1), with)
    };
    let begins = pair.statement.unwrap_or(pair.outer.start);
    let (start, indent) = (source.start(begins), source.indent(begins));
    let declared = format!("int {order} = {compared};\n{indent}");
    let edits = match pair.statement {
        None => vec![
            Edit::insert(start, declared),
            replace(&pair.outer, format!("({order} <= 0 ? {outer} : {inner})")),
            replace(&pair.inner, format!("({order} <= 0 ? {inner} : {outer})")),
        ],
        Some(statement) => {
            let objects = format!(
                "Object {first} = {order} <= 0 ? {outer} : {inner};\n{indent}Object {second} = {order} <= 0 ? {inner} : {outer};\n{indent}"
            );
            let mut edits = vec![Edit::insert(start, declared + &objects)];
            if by == OrderBy::IdentityHash {
                // Two objects may have the same code: then one lock more keeps such pairs apart.
                let tie = format!("{order} == 0 ? {}.class : {first}", class_around(source, statement)?);
                edits.extend(within_lock(source, statement..source.statement_end(statement)?, &tie));
            }
            edits.extend([replace(&pair.outer, first.into()), replace(&pair.inner, second.into())]);
            edits
        }
    };
    let locks = [outer.to_owned(), inner.to_owned()];
    Some((Repair::OrderedByValue { locks, by }, edits))
}

/// The innermost class with a name.
fn class_around<'a>(source: &Source<'a>, at: usize) -> Option<&'a str> {
    let braces = source.all_around(at).filter(|&bracket| source.word(bracket) == "{");
    braces.map(|open| source.brace(open)).find_map(|brace| match brace {
        Brace::Class(name) => name,
        Brace::Method(_) | Brace::Lambda | Brace::Block => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Changed;
    use super::*;
    use std::path::Path;

    const TRANSFER: &str = "class Bank {
    void transfer(Account from, Account to) {
        synchronized (from) {
            synchronized (to) {
                move(from, to);
            }
        }
    }
}
";

    fn edited(text: &str, line: u32, account: Option<&str>) -> Vec<String> {
        let source = Source::new(text).unwrap();
        let text_of = |class: &str| account.filter(|_| class == "Account").map(str::to_owned);
        let proposed = by_value(&source, line, &text_of).into_iter();
        let changed = proposed.map(|(_, edits)| Changed::of(Path::new("Bank.java"), text, edits).unwrap().edited());
        changed.collect()
    }

    #[test]
    fn without_a_field_the_order_is_that_of_identity_hash_codes() {
        let text = edited(
            TRANSFER,
            4,
            Some("class Account { long balance; int number() { return 1; } }"),
        );
        assert_eq!(
            text,
            ["class Bank {
    void transfer(Account from, Account to) {
        int order = Integer.compare(System.identityHashCode(from), System.identityHashCode(to));
        Object first = order <= 0 ? from : to;
        Object second = order <= 0 ? to : from;
        synchronized (order == 0 ? Bank.class : first) {
            synchronized (first) {
                synchronized (second) {
                    move(from, to);
                }
            }
        }
    }
}
"]
        );
    }

    #[test]
    fn a_final_field_orders_them_and_is_read_as_it_can_be() {
        for (account, compared) in [
            ("class Account { final int id = 1; }", "Integer.compare(from.id, to.id)"),
            (
                "class Account { private final String iban; String getIban() { return iban; } }",
                "from.getIban().compareTo(to.getIban())",
            ),
            (
                "class Account { private final long accountNumber; long accountNumber() { return accountNumber; } }",
                "Long.compare(from.accountNumber(), to.accountNumber())",
            ),
        ] {
            let texts = edited(TRANSFER, 4, Some(account));
            assert_eq!(texts.len(), 2, "{account}");
            assert!(texts[0].contains(&format!("int order = {compared};\n")), "{}", texts[0]);
            assert!(!texts[0].contains("Bank.class"), "{}", texts[0]);
        }
        for account in [
            "class Account { int id; }",
            "class Account { static final int id = 1; }",
            "class Account { private final int id = 1; }",
        ] {
            assert_eq!(edited(TRANSFER, 4, Some(account)).len(), 1, "{account}");
        }
    }

    #[test]
    fn what_is_called_or_has_no_place_stays() {
        let called = TRANSFER.replace("synchronized (from)", "synchronized (from.lock())");
        assert_eq!(edited(&called, 4, None), Vec::<String>::new());
        let without = TRANSFER.replace("        synchronized (from)", "        if (open) synchronized (from)");
        assert_eq!(edited(&without, 4, None), Vec::<String>::new());
        let named = TRANSFER.replace("move(from, to)", "first(from, to)");
        assert!(edited(&named, 4, None)[0].contains("synchronized (secondLock)"));
    }
}
