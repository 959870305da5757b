//! A Java source as far as an edit needs it: brackets, statements, methods, fields.
//!
//! No parser. Whoever asks gets nothing where the text is not as simple as expected, and an edit is compiled and checked before
//! anybody sees it.

use std::ops::Range;

use crate::java_tokens::{self, Token, TokenKind, is_name};

/// Words that stand before a parenthesis and name no method.
const CONTROL: [&str; 7] = ["if", "while", "for", "switch", "catch", "synchronized", "try"];
const MODIFIERS: [&str; 8] = [
    "public",
    "private",
    "protected",
    "static",
    "transient",
    "final",
    "volatile",
    "synchronized",
];

/// A source, in tokens. Tokens are named by their index.
pub struct Source<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    /// The other bracket of a bracket.
    pair: Vec<Option<usize>>,
    /// The innermost bracket around a token.
    around: Vec<Option<usize>>,
}

/// What a brace opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brace<'a> {
    /// The body of a class; its simple name, if it has one.
    Class(Option<&'a str>),
    /// The body of a method or a constructor, whose name is this token.
    Method(usize),
    /// The body of a lambda.
    Lambda,
    /// Anything else.
    Block,
}

/// A field's declaration, alone in its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The first token behind annotations and modifiers.
    pub of_type: usize,
    /// The first modifier, or the type.
    pub start: usize,
    /// Its name.
    pub name: usize,
    /// The semicolon.
    pub end: usize,
}

impl<'a> Source<'a> {
    /// Of a text; `None` where its brackets do not match.
    pub fn new(text: &'a str) -> Option<Source<'a>> {
        let tokens = java_tokens::tokens(text);
        let mut pair = vec![None; tokens.len()];
        let mut around = Vec::with_capacity(tokens.len());
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let closes = match token.text {
                ")" => Some("("),
                "]" => Some("["),
                "}" => Some("{"),
                _ => None,
            };
            if let Some(opener) = closes {
                let start = open.pop()?;
                if tokens[start].text != opener {
                    return None;
                }
                pair[start] = Some(at);
                pair[at] = Some(start);
            }
            around.push(open.last().copied());
            if matches!(token.text, "(" | "[" | "{") {
                open.push(at);
            }
        }
        open.is_empty().then_some(Source {
            text,
            tokens,
            pair,
            around,
        })
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// A token's text; empty outside.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// The text of the token before; empty at the start.
    pub fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether a token is a name.
    pub fn is_name(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Word && is_name(token.text))
    }

    /// Where a token begins, in bytes.
    pub fn start(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.text.len(), |token| token.start)
    }

    /// Where a token ends, in bytes.
    pub fn end(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.text.len(), Token::end)
    }

    /// The text of some tokens, as written.
    pub fn text(&self, tokens: Range<usize>) -> &'a str {
        match tokens.end.checked_sub(1) {
            Some(last) if tokens.start < tokens.end => &self.text[self.start(tokens.start)..self.end(last)],
            Some(_) | None => "",
        }
    }

    /// The same without blanks and comments, to compare.
    pub fn words(&self, tokens: Range<usize>) -> Vec<&'a str> {
        tokens.map(|at| self.word(at)).collect()
    }

    /// Whether these tokens are written without a gap: `++`.
    pub fn is_sign(&self, at: usize, sign: &str) -> bool {
        let end = at + sign.len();
        end <= self.tokens.len() && self.text(at..end) == sign
    }

    /// The line of a token, from 1.
    pub fn line_of(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(0, |token| token.line + 1)
    }

    /// The tokens of a line, from 1.
    pub fn line(&self, line: u32) -> impl Iterator<Item = usize> + '_ {
        let is_there = move |at: &usize| self.tokens[*at].line + 1 == line;
        (0..self.tokens.len()).filter(is_there)
    }

    /// The other bracket.
    pub fn pair(&self, at: usize) -> Option<usize> {
        *self.pair.get(at)?
    }

    /// The bracket around a token.
    pub fn around(&self, at: usize) -> Option<usize> {
        *self.around.get(at)?
    }

    /// The brackets around a token, the innermost first.
    pub fn all_around(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.around(at), |&bracket| self.around(bracket))
    }

    /// The blanks before a line's first sign.
    pub fn indent(&self, at: usize) -> &'a str {
        let line = self.text[..self.start(at)].rfind('\n').map_or(0, |end| end + 1);
        let rest = &self.text[line..];
        &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
    }

    /// The token behind a statement that begins here.
    pub fn statement_end(&self, at: usize) -> Option<usize> {
        let behind_parentheses = |at: usize| match self.word(at) {
            "(" => self.pair(at).map(|end| end + 1),
            _ => None,
        };
        match self.word(at) {
            "{" => self.pair(at).map(|end| end + 1),
            "if" => {
                let end = self.statement_end(behind_parentheses(at + 1)?)?;
                match self.word(end) {
                    "else" => self.statement_end(end + 1),
                    _ => Some(end),
                }
            }
            "while" | "for" | "switch" | "synchronized" => self.statement_end(behind_parentheses(at + 1)?),
            "do" => Some(behind_parentheses(self.statement_end(at + 1)? + 1)? + 1),
            "try" => {
                let mut end = self.statement_end(behind_parentheses(at + 1).unwrap_or(at + 1))?;
                while self.word(end) == "catch" {
                    end = self.statement_end(behind_parentheses(end + 1)?)?;
                }
                match self.word(end) {
                    "finally" => self.statement_end(end + 1),
                    _ => Some(end),
                }
            }
            _ => {
                let mut end = at;
                loop {
                    match self.word(end) {
                        ";" => return Some(end + 1),
                        "" | ")" | "]" | "}" => return None,
                        "(" | "[" | "{" => end = self.pair(end)? + 1,
                        _ => end += 1,
                    }
                }
            }
        }
    }

    /// The statement of a block that a token is in: from its first token to the one behind it.
    pub fn statement(&self, at: usize) -> Option<Range<usize>> {
        let block = self.all_around(at).find(|&bracket| self.word(bracket) == "{")?;
        let mut start = block + 1;
        loop {
            let end = self.statement_end(start)?;
            if (start..end).contains(&at) {
                return (!matches!(self.word(start), "case" | "default")).then_some(start..end);
            }
            start = end;
        }
    }

    /// What a brace opens.
    pub fn brace(&self, open: usize) -> Brace<'a> {
        if open >= 2 && self.is_sign(open - 2, "->") {
            return Brace::Lambda;
        }
        // From the end of the statement, or the brace, before it.
        let mut start = open;
        while start > 0 {
            match self.word(start - 1) {
                ";" | "{" | "}" | "=" => break,
                ")" | "]" => start = self.pair(start - 1).unwrap_or(start - 1),
                _ => start -= 1,
            }
        }
        let class = (start..open)
            .find(|&at| matches!(self.word(at), "class" | "interface" | "enum" | "record") && self.is_name(at + 1));
        if let Some(class) = class {
            return Brace::Class(Some(self.word(class + 1)));
        }
        let parentheses = (start..open).find(|&at| self.word(at) == "(" && self.around(at) == self.around(open));
        if (start..open).any(|at| self.word(at) == "new") {
            return Brace::Class(None);
        }
        match parentheses.and_then(|at| at.checked_sub(1)) {
            Some(name) if self.is_name(name) && !CONTROL.contains(&self.word(name)) => Brace::Method(name),
            Some(_) | None => Brace::Block,
        }
    }

    /// The brace of the method that a token is in, and the token of its name; `None` within a lambda, or outside of methods.
    pub fn method(&self, at: usize) -> Option<(usize, usize)> {
        let braces = self.all_around(at).filter(|&bracket| self.word(bracket) == "{");
        for open in braces {
            match self.brace(open) {
                Brace::Method(name) => return Some((open, name)),
                Brace::Class(_) | Brace::Lambda => return None,
                Brace::Block => {}
            }
        }
        None
    }

    /// The braces of the classes with this simple name.
    pub fn class(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&at| self.word(at) == "{" && self.brace(at) == Brace::Class(Some(name)))
    }

    /// The methods of a class: brace and name. Constructors are not among them.
    pub fn methods(&self, class: usize) -> Vec<(usize, usize)> {
        let Brace::Class(of) = self.brace(class) else {
            return Vec::new();
        };
        let braces = (class + 1..self.len()).filter(|&at| self.word(at) == "{" && self.around(at) == Some(class));
        let named = |open| match self.brace(open) {
            Brace::Method(name) => (of != Some(self.word(name))).then_some((open, name)),
            Brace::Class(_) | Brace::Lambda | Brace::Block => None,
        };
        braces.filter_map(named).collect()
    }

    /// The first token of a member of a class, behind its annotations, and the first one behind its modifiers.
    pub fn member(&self, at: usize) -> Option<(usize, usize)> {
        let class = self.around(at);
        let mut start = at;
        while start > 0 && self.around(start - 1) == class && !matches!(self.word(start - 1), ";" | "}") {
            start -= 1;
        }
        while self.word(start) == "@" {
            start += 2;
            while self.word(start) == "." {
                start += 2;
            }
            if self.word(start) == "(" {
                start = self.pair(start)? + 1;
            }
        }
        let mut rest = start;
        while MODIFIERS.contains(&self.word(rest)) {
            rest += 1;
        }
        (rest <= at).then_some((start, rest))
    }

    /// Whether a member has a modifier.
    pub fn has_modifier(&self, (start, rest): (usize, usize), modifier: &str) -> bool {
        (start..rest).any(|at| self.word(at) == modifier)
    }

    /// The braces of the class with this binary name, and the declaration of a field there.
    pub fn field_of(&self, class: &str, field: &str) -> Option<(usize, Field)> {
        let body = self.class(simple_name(class))?;
        Some((body, self.field(body, field)?))
    }

    /// The declaration of a field, which declares nothing else.
    pub fn field(&self, class: usize, name: &str) -> Option<Field> {
        let is_declared = |at: &usize| {
            self.word(*at) == name
                && self.around(*at) == Some(class)
                && matches!(self.word(at + 1), "=" | ";")
                && (self.is_name(at - 1) || matches!(self.before(*at), ">" | "]"))
        };
        let name = (class + 1..self.len()).find(is_declared)?;
        let (start, of_type) = self.member(name)?;
        let end = self.statement_end(name)? - 1;
        let alone = (of_type..end).all(|at| self.word(at) != "," || self.around(at) != Some(class));
        alone.then_some(Field {
            of_type,
            start,
            name,
            end,
        })
    }

    /// Where a name is used, without the field's declaration.
    pub fn uses(&self, field: &Field) -> Vec<usize> {
        let name = self.word(field.name);
        let is_call = |at: usize| self.word(at + 1) == "(";
        (0..self.len())
            .filter(|&at| at != field.name && self.word(at) == name && self.is_name(at) && !is_call(at))
            .collect()
    }

    /// The first token of `a.b().c`, given `c`.
    pub fn chain_start(&self, at: usize) -> Option<usize> {
        let mut start = at;
        while self.before(start) == "." {
            let qualifier = start.checked_sub(2)?;
            start = match self.word(qualifier) {
                ")" | "]" => self
                    .pair(qualifier)?
                    .checked_sub(1)
                    .filter(|&name| self.is_name(name))?,
                _ if self.is_name(qualifier) => qualifier,
                _ => return None,
            };
        }
        Some(start)
    }

    /// The token behind an expression that begins here: the next `;`, `,` or closing bracket around it.
    pub fn expression_end(&self, at: usize) -> Option<usize> {
        let mut end = at;
        loop {
            match self.word(end) {
                ";" | "," | ")" | "]" | "}" => return Some(end),
                "" => return None,
                "(" | "[" | "{" => end = self.pair(end)? + 1,
                _ => end += 1,
            }
        }
    }

    /// The arguments of a call, given its opening parenthesis.
    pub fn arguments(&self, open: usize) -> Option<Vec<Range<usize>>> {
        let close = self.pair(open)?;
        let mut arguments = Vec::new();
        let mut start = open + 1;
        while start < close {
            let end = self.expression_end(start)?;
            arguments.push(start..end);
            start = end + 1;
        }
        Some(arguments)
    }

    /// The `synchronized` statements around a token, up to its method: the keyword, and the tokens of the lock. The innermost first.
    pub fn locks(&self, at: usize) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        for open in self.all_around(at).filter(|&bracket| self.word(bracket) == "{") {
            match self.brace(open) {
                Brace::Method(_) | Brace::Class(_) | Brace::Lambda => break,
                Brace::Block => {}
            }
            let parenthesis = match self.before(open) {
                ")" => self.pair(open - 1),
                _ => None,
            };
            if let Some(parenthesis) = parenthesis
                && self.before(parenthesis) == "synchronized"
            {
                found.push((parenthesis - 1, parenthesis + 1..open - 1));
            }
        }
        found
    }
}

/// The name of a class in its own source: of `shop.Till$Drawer`, `Drawer`.
pub fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "package shop;
class Till {
    @Deprecated private static int left = 3;
    final Object lock = new Object();
    Till() { left = 2; }
    void sell(int n) throws Exception {
        if (n > 0) { left -= n; } else left--;
        for (int i = 0; i < n; i++) synchronized (lock) { this.left++; }
        run(() -> { left = 1; });
        do { n--; } while (n > 0);
        try (var a = b()) { n++; } catch (Error e) { n--; } finally { n = 0; }
        new Thread() { public void run() { left++; } }.start();
    }
}
";

    #[test]
    fn statements_methods_and_fields() {
        let source = Source::new(TEXT).unwrap();
        let class = source.class("Till").unwrap();
        let methods = source.methods(class);
        assert_eq!(methods.len(), 1);
        let (open, name) = methods[0];
        assert_eq!(source.word(name), "sell");
        let mut starts = Vec::new();
        let mut at = open + 1;
        while at < source.pair(open).unwrap() {
            starts.push(source.word(at));
            at = source.statement_end(at).unwrap();
        }
        assert_eq!(starts, ["if", "for", "run", "do", "try", "new"]);
        let field = source.field(class, "left").unwrap();
        assert_eq!(
            (source.word(field.start), source.word(field.of_type)),
            ("private", "int")
        );
        let uses = source.uses(&field);
        assert_eq!(uses.len(), 6);
        let in_methods: Vec<bool> = uses.iter().map(|&at| source.method(at).is_some()).collect();
        assert_eq!(in_methods, [true, true, true, true, false, true]);
        assert_eq!(source.text(source.statement(uses[1]).unwrap()), "left -= n;");
        let locks = source.locks(uses[3]);
        assert_eq!(source.text(locks[0].1.clone()), "lock");
        assert_eq!(source.word(source.chain_start(uses[3]).unwrap()), "this");
        assert!(Source::new("class A { (").is_none());
    }

    #[test]
    fn half_a_text_is_no_danger() {
        for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
            let mut text = TEXT[..end].to_owned();
            for _ in 0..3 {
                text.push('}');
                let Some(source) = Source::new(&text) else { continue };
                for at in 0..source.len() {
                    source.statement(at);
                    source.brace(at);
                    source.member(at);
                    source.chain_start(at);
                    source.locks(at);
                }
            }
        }
    }
}
