//! The words of formulas and atoms: operators, functions, named atoms, and what the classes of the workspace have.

use std::sync::Arc;

use tower_lsp::lsp_types::CompletionItemKind;

use super::Word;
use crate::discover::class_summary::ClassFacts;

/// Operators of one state.
const OPERATORS: [(&str, &str); 8] = [
    ("&&", "and"),
    ("||", "or"),
    ("!", "not"),
    ("->", "implies"),
    ("<->", "is equivalent to"),
    ("true", ""),
    ("false", ""),
    ("null", ""),
];

/// Operators of time.
const OVER_TIME: [(&str, &str); 13] = [
    ("[]", "from now on: always"),
    ("<>", "now or later: eventually"),
    ("always", "from now on"),
    ("eventually", "now or later"),
    ("U", "a U b: b holds now or later, and a until then"),
    ("W", "a W b: the same, or a holds forever"),
    ("R", "a R b: b holds until a has held as well, or forever"),
    ("until", "as U"),
    ("unless", "as W"),
    ("release", "as R"),
    ("once", "now or before; in single runs only"),
    ("historically", "always until now; in single runs only"),
    ("since", "a since b: a since b held; in single runs only"),
];

/// Functions: what is in their parentheses.
const FUNCTIONS: [(&str, Argument, &str); 5] = [
    ("all", Argument::Instance, "this holds of every instance of the class"),
    ("some", Argument::Instance, "this holds of an instance of the class"),
    ("at", Argument::Method, "a thread is in the method, or in what it calls"),
    ("threads", Argument::Method, "so many threads are in the method"),
    (
        "locked",
        Argument::Static,
        "a thread holds the monitor of what the variable leads to",
    ),
];

/// What a name at a place means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// A static field.
    Static,
    /// A field of an instance, or a static one.
    Instance,
    /// A method.
    Method,
}

/// The name that is being written at the end of a text.
pub fn prefix(written: &str) -> &str {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let from = written.rfind(|letter| !is_part(letter)).map_or(0, |index| {
        index + written[index..].chars().next().map_or(1, char::len_utf8)
    });
    &written[from..]
}

/// What may follow a part of a formula, in the place of the name at its end.
pub fn words<'a>(
    written: &'a str,
    over_time: bool,
    atoms: &[String],
    classes: &[Arc<ClassFacts>],
) -> (&'a str, Vec<Word>) {
    let prefix = prefix(written);
    let argument = argument(&written[..written.len() - prefix.len()]);
    let members = members(prefix, argument.unwrap_or(Argument::Static), classes);
    if !members.is_empty() {
        return (prefix, members);
    }
    let mut words = Vec::new();
    let begins = |word: &str| word.to_lowercase().starts_with(&prefix.to_lowercase());
    if matches!(argument, None | Some(Argument::Instance)) {
        let named = atoms
            .iter()
            .map(|name| Word::new(name, CompletionItemKind::VARIABLE, "an atom"));
        let functions = FUNCTIONS.iter().filter(|_| argument.is_none());
        let functions = functions.map(|(name, _, meaning)| {
            Word::new(*name, CompletionItemKind::FUNCTION, *meaning).writes(format!("{name}("))
        });
        let operators = OVER_TIME
            .iter()
            .filter(|_| over_time && argument.is_none())
            .chain(&OPERATORS);
        let operators = operators.map(|(name, meaning)| Word::new(*name, CompletionItemKind::OPERATOR, *meaning));
        words.extend(
            named
                .chain(functions)
                .chain(operators)
                .filter(|word| begins(&word.label)),
        );
    }
    words.extend(self::classes(prefix, classes));
    (prefix, words)
}

/// What is asked in the innermost parentheses that are open.
fn argument(before: &str) -> Option<Argument> {
    let mut depth = 0_usize;
    for (index, letter) in before.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let name = prefix(&before[..index]);
                let function = FUNCTIONS.iter().find(|(function, ..)| *function == name);
                if let Some((_, argument, _)) = function {
                    return Some(*argument);
                }
                // Parentheses of the formula.
            }
            _ => {}
        }
    }
    None
}

/// Classes whose names, or whose simple names, begin so.
pub fn classes(prefix: &str, classes: &[Arc<ClassFacts>]) -> Vec<Word> {
    let written = prefix.to_lowercase();
    let word = |class: &Arc<ClassFacts>| {
        let name = class.binary_name();
        let simple = name.rsplit(['.', '$']).next().unwrap_or_default();
        // One without a name of its own cannot be named in a formula that is to last.
        if simple.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        let by_simple_name = simple.to_lowercase().starts_with(&written);
        let found_by = match name.to_lowercase().starts_with(&written) {
            true => None,
            false if by_simple_name => Some(simple.to_owned()),
            false => return None,
        };
        Some(Word {
            found_by,
            ..Word::new(name, CompletionItemKind::CLASS, "")
        })
    };
    classes.iter().filter_map(word).collect()
}

/// What the class has that the name at a place begins with.
fn members(prefix: &str, argument: Argument, classes: &[Arc<ClassFacts>]) -> Vec<Word> {
    let Some((class, member)) = prefix.rsplit_once('.') else {
        return Vec::new();
    };
    let Some(class) = classes.iter().find(|known| known.binary_name() == class) else {
        return Vec::new();
    };
    let name = class.binary_name();
    let is_wanted = |member_name: &str| {
        let is_made = member_name.starts_with("lambda$") || member_name.starts_with("access$");
        member_name.to_lowercase().starts_with(&member.to_lowercase()) && !member_name.contains('<') && !is_made
    };
    let word = |member: &str, kind, meaning: String| Word::new(format!("{name}.{member}"), kind, meaning);
    let mut words: Vec<Word> = match argument {
        Argument::Method => {
            let methods = class.methods.iter().filter(|method| is_wanted(&method.name));
            methods
                .map(|method| word(&method.name, CompletionItemKind::METHOD, method.descriptor.clone()))
                .collect()
        }
        Argument::Static | Argument::Instance => {
            let of_instances = argument == Argument::Instance;
            let fields = class.fields.iter().filter(|(field, _)| {
                is_wanted(field) && (of_instances && !field.contains('$') || class.static_fields.contains(field))
            });
            fields
                .map(|(field, descriptor)| word(field, CompletionItemKind::FIELD, descriptor.clone()))
                .collect()
        }
    };
    // Methods of one name are meant together.
    words.sort_by(|one, other| one.label.cmp(&other.label));
    words.dedup_by(|one, other| one.label == other.label);
    words
}
