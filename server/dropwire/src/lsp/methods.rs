//! Where a source declares methods, so that the one under the cursor can be verified. Knows as much of Java's grammar as that
//! needs: comments, literals, and whose body a brace opens. What it does not understand it passes over.

use crate::discover::class_summary::{ClassFacts, MethodFacts};
use crate::java_tokens::{self, TokenKind, is_name};

/// A class as its source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredClass {
    /// Binary name with dots.
    pub class: String,
    /// The line of its name, from 0.
    pub line: u32,
}

/// A method as its source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Binary name with dots of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The types of its parameters, without packages and type arguments: `int`, `List`, `long[]`.
    pub types: Vec<String>,
    /// The line of its name, from 0.
    pub line: u32,
}

impl Declared {
    /// The target: `shop.Till#audit`.
    pub fn target(&self) -> String {
        let types = if self.types.is_empty() { "()" } else { "" };
        format!("{}#{}{types}", self.class, self.name)
    }
}

/// The method whose declaration is on a line.
pub fn at(text: &str, line: u32) -> Option<Declared> {
    declared(text).into_iter().find(|method| method.line == line)
}

/// The method of a class file that a declaration stands for. Compilers write methods in the order of the source.
pub fn compiled<'a>(facts: &'a ClassFacts, methods: &[Declared], at: usize) -> Option<&'a MethodFacts> {
    let same = |other: &Declared| other.class == methods[at].class && other.name == methods[at].name;
    let before = methods[..at].iter().filter(|other| same(other)).count();
    let mut named = facts
        .methods
        .iter()
        .filter(|method| method.name == methods[at].name && !method.is_synthetic);
    named.nth(before)
}

/// All methods of named classes that are not local ones, in their order.
pub fn declared(text: &str) -> Vec<Declared> {
    declarations(text).1
}

/// All named classes that are not local ones, and their methods, in their order.
pub fn declarations(text: &str) -> (Vec<DeclaredClass>, Vec<Declared>) {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |(word, _)| *word);
    let mut package = String::new();
    // For each open brace the class whose body it opened, if it is one's.
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut class = None;
    let mut parentheses = 0_usize;
    let (mut found_classes, mut found) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let (token, line) = tokens[at];
        let before = at.checked_sub(1).map_or("", word);
        match token {
            "package" if open.is_empty() => {
                let named = tokens[at + 1..].iter().map(|(word, _)| *word);
                package = named.take_while(|word| *word != ";").collect();
            }
            "class" | "interface" | "enum" if before != "." => {
                class = tokens.get(at + 1).copied();
                at += 1;
            }
            "record" if is_name(word(at + 1)) && matches!(word(at + 2), "(" | "<") => {
                class = tokens.get(at + 1).copied();
                at += 1;
            }
            "{" => {
                let opened: Option<(&str, u32)> = class.take();
                open.push(opened.map(|(name, _)| name));
                if let (Some((_, line)), Some(class)) = (opened, binary_name(&package, &open)) {
                    found_classes.push(DeclaredClass { class, line });
                }
            }
            "}" => {
                open.pop();
            }
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            name if word(at + 1) == "(" && parentheses == 0 && is_name(name) && ends_type(before) => {
                // A constructor has no type before it, but perhaps `public`.
                let is_constructor = open.last().is_some_and(|last| *last == Some(name));
                if let Some(class) = binary_name(&package, &open).filter(|_| !is_constructor) {
                    found.push(Declared {
                        class,
                        name: name.to_owned(),
                        types: types(&tokens[at + 2..]),
                        line,
                    });
                }
            }
            _ => {}
        }
        at += 1;
    }
    (found_classes, found)
}

/// The types of parameters, whose tokens begin behind the parenthesis.
fn types(tokens: &[(&str, u32)]) -> Vec<String> {
    let (mut types, mut parameter) = (Vec::new(), Vec::new());
    // Of parentheses, which only annotations have here, and of type arguments.
    let (mut parentheses, mut angles) = (0_usize, 0_usize);
    for (token, _) in tokens {
        match *token {
            ")" if parentheses == 0 => break,
            "(" => parentheses += 1,
            ")" => parentheses -= 1,
            "<" => angles += 1,
            ">" => angles = angles.saturating_sub(1),
            "," if parentheses == 0 && angles == 0 => types.extend(type_of(&std::mem::take(&mut parameter))),
            token if parentheses == 0 && angles == 0 => parameter.push(token),
            _ => {}
        }
    }
    types.extend(type_of(&parameter));
    types
}

/// The type in the words and signs of a parameter; none in those of a receiver, which is called `this`.
fn type_of(parameter: &[&str]) -> Option<String> {
    let plain = without_annotations(parameter);
    let words: Vec<&str> = plain.iter().copied().filter(|word| is_name(word)).collect();
    let (name, of_type) = words.split_last()?;
    let is_variable = plain.windows(3).any(|signs| signs == [".", ".", "."]);
    let dimensions = plain.iter().filter(|sign| **sign == "[").count() + usize::from(is_variable);
    let ty = of_type.last().copied().unwrap_or_default();
    (*name != "this").then(|| format!("{ty}{}", "[]".repeat(dimensions)))
}

fn without_annotations<'a>(parameter: &[&'a str]) -> Vec<&'a str> {
    let mut plain = Vec::new();
    let mut at = 0;
    let word = |at: usize| parameter.get(at).copied().unwrap_or_default();
    while at < parameter.len() {
        match word(at) {
            "@" => {
                at += 1;
                while word(at + 1) == "." && is_name(word(at + 2)) {
                    at += 2;
                }
            }
            "final" => {}
            other => plain.push(other),
        }
        at += 1;
    }
    plain
}

/// The class that the innermost brace opened, if all around it are classes.
fn binary_name(package: &str, open: &[Option<&str>]) -> Option<String> {
    let classes: Vec<&str> = open.iter().copied().collect::<Option<_>>()?;
    let dot = if package.is_empty() { "" } else { "." };
    (!classes.is_empty()).then(|| format!("{package}{dot}{}", classes.join("$")))
}

/// What can stand before a method's name: the end of its type.
fn ends_type(word: &str) -> bool {
    matches!(word, ">" | "]") || (is_name(word) && !matches!(word, "new" | "return" | "throw" | "else"))
}

/// Words and single signs, each with its line; without comments and literals.
fn tokens(text: &str) -> Vec<(&str, u32)> {
    let tokens = java_tokens::tokens(text).into_iter();
    tokens
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Sign))
        .map(|token| (token.text, token.line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"package shop.desk; // class Not { void no() {} }
import java.util.*;
/* void nor() { */
public class Till extends Desk<int[]> {
    private final Map<String, Integer> sold = new HashMap<>(16);
    static final Runnable R = () -> { new Thread().start(); go(); };
    public Till() { super("{"); }
    @Deprecated(since = "1") synchronized <T> List<T> audit()
        throws Exception { if (sold.isEmpty()) { refund(1); } return null; }
    int[] refund(int count) { class Local { void hidden() {} } return null; }
    record Point(int x, int y) { static void origin() { } }
    enum Kind { CASH('}'), CARD(2) { int of() { return 1; } }; Kind(int n) { } int of() { return 0; } }
    interface Desk { String TEXT = """
        void quoted() {""";
        default void open() {} void close(); }
    static void main2() { }
}
class Other { void go() { } }
"#;

    #[test]
    fn methods_and_their_classes() {
        let found = declared(TEXT);
        let shown: Vec<String> = found
            .iter()
            .map(|method| format!("{} {}", method.line, method.target()))
            .collect();
        assert_eq!(
            shown,
            [
                "7 shop.desk.Till#audit()",
                "9 shop.desk.Till#refund",
                "10 shop.desk.Till$Point#origin()",
                "11 shop.desk.Till$Kind#of()",
                "14 shop.desk.Till$Desk#open()",
                "14 shop.desk.Till$Desk#close()",
                "15 shop.desk.Till#main2()",
                "17 shop.desk.Other#go()",
            ]
        );
        let classes = declarations(TEXT).0.into_iter();
        let classes: Vec<String> = classes.map(|class| format!("{} {}", class.line, class.class)).collect();
        assert_eq!(
            classes,
            [
                "3 shop.desk.Till",
                "10 shop.desk.Till$Point",
                "11 shop.desk.Till$Kind",
                "12 shop.desk.Till$Desk",
                "17 shop.desk.Other",
            ]
        );
        assert_eq!(at(TEXT, 9).unwrap().name, "refund");
        assert_eq!(at(TEXT, 8), None, "a call is no declaration");
    }

    #[test]
    fn the_types_of_parameters() {
        let text = "class A { void go(A this, final @B(x = 1) java.util.Map<K, List<V>> map, @c.D int... all, long one[], char c) {} void none() {} }";
        let found = declared(text);
        assert_eq!(found[0].types, ["Map", "int[]", "long[]", "char"]);
        assert_eq!(found[1].types, [""; 0]);
        assert_eq!(found[1].target(), "A#none()");
    }

    #[test]
    fn half_a_text_is_no_danger() {
        for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
            declared(&TEXT[..end]);
        }
        declared("}}} ) class { '\\");
    }
}
