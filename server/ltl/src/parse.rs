//! Reads a formula. Errors say at which character, and what was expected there.

use std::fmt;

use crate::syntax::{ALL, Atom, Comparison, Operand, SOME, Sum, Value};
use crate::{Formula, MAX_ATOMS};

/// A formula with what its atoms say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Over the numbers of `atoms`.
    pub formula: Formula,
    /// Each once, in the order of the text.
    pub atoms: Vec<Atom>,
    /// Where each begins: a character, counted from 1.
    pub places: Vec<usize>,
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The character at which it is none, counted from 1.
    pub at: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.at, self.message)
    }
}

/// Parentheses within each other at most.
const DEPTH: usize = 200;

/// Reads a formula.
///
/// # Errors
/// The place, and what is expected there.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        atoms: Vec::new(),
        places: Vec::new(),
    };
    let formula = parser.equivalence()?;
    parser.end()?;
    Ok(Parsed {
        formula,
        atoms: parser.atoms,
        places: parser.places,
    })
}

/// Reads what one atom stands for: a formula without operators of time.
///
/// # Errors
/// As [`parse`].
pub fn parse_atom(text: &str) -> Result<Parsed, ParseError> {
    let parsed = parse(text)?;
    if parsed.formula.is_of_a_state() {
        return Ok(parsed);
    }
    Err(ParseError {
        at: 1,
        message: "expected what holds in one state or not; operators of time belong into the formula".into(),
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    /// A name between quotes.
    Text(String),
    Number(i64),
    Symbol(&'static str),
    End,
}

impl Token {
    fn shown(&self) -> String {
        match self {
            Token::Word(word) | Token::Text(word) => format!("`{word}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end".into(),
        }
    }
}

/// Longer ones first.
const SYMBOLS: [&str; 19] = [
    "<->", "->", "<>", "[]", "<=", ">=", "==", "!=", "&&", "||", "<", ">", "!", "(", ")", "+", "-", "&", "|",
];

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ParseError> {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(first) = chars.get(at).copied() {
        let start = at + 1;
        if first.is_whitespace() {
            at += 1;
            continue;
        }
        let starts = |symbol: &&&str| symbol.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
        if let Some(symbol) = SYMBOLS.iter().find(starts) {
            tokens.push((Token::Symbol(symbol), start));
            at += symbol.chars().count();
        } else if matches!(first, '"' | '\'') {
            let text: String = chars[at + 1..].iter().take_while(|c| **c != first).collect();
            at += text.chars().count() + 2;
            if at > chars.len() || text.is_empty() || text.chars().any(char::is_control) {
                return Err(ParseError {
                    at: start,
                    message: format!("expected a name between two {first}"),
                });
            }
            tokens.push((Token::Text(text), start));
        } else if first.is_ascii_digit() {
            let digits: String = chars[at..]
                .iter()
                .take_while(|c| c.is_ascii_digit() || **c == '_')
                .collect();
            at += digits.chars().count();
            let number = digits.replace('_', "").parse().map_err(|_| ParseError {
                at: start,
                message: format!("`{digits}` is no number that a long can have"),
            })?;
            tokens.push((Token::Number(number), start));
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            let end = end_of_word(&chars, at);
            tokens.push((Token::Word(chars[at..end].iter().collect()), start));
            at = end;
        } else {
            let instead = match (first, chars.get(at + 1)) {
                ('=', Some('>')) => "; expected `->`",
                ('=', _) => "; expected `==`",
                _ => "",
            };
            return Err(ParseError {
                at: start,
                message: format!("`{first}` has no meaning in a formula{instead}"),
            });
        }
    }
    tokens.push((Token::End, chars.len() + 1));
    Ok(tokens)
}

/// Where a name ends that begins here: parts with dots between, each maybe with an index, as `shop.Main.slots[2].size`.
fn end_of_word(chars: &[char], start: usize) -> usize {
    let mut at = start;
    loop {
        match chars.get(at) {
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '$' | '.') => at += 1,
            Some('[') => {
                let digits = chars[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
                if digits == 0 || chars.get(at + 1 + digits) != Some(&']') {
                    return at;
                }
                at += digits + 2;
            }
            _ => return at,
        }
    }
}

struct Parser {
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
    atoms: Vec<Atom>,
    places: Vec<usize>,
}

const PRIMARY: &str = "expected an atom, `(`, `!`, `[]`, `<>`, `true` or `false`";

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> usize {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn takes(&mut self, words: &[&str]) -> bool {
        let found = match self.peek() {
            Token::Word(word) => words.contains(&word.as_str()),
            Token::Symbol(symbol) => words.contains(symbol),
            Token::Text(_) | Token::Number(_) | Token::End => false,
        };
        if found {
            self.next();
        }
        found
    }

    fn error<T>(&self, expected: &str) -> Result<T, ParseError> {
        Err(ParseError {
            at: self.place(),
            message: format!("{expected}, found {}", self.peek().shown()),
        })
    }

    fn end(&self) -> Result<(), ParseError> {
        match self.peek() {
            Token::End => Ok(()),
            _ => self.error("expected `&&`, `||`, `->`, `<->`, `U`, `W`, `R` or the end"),
        }
    }

    fn equivalence(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.error("the formula is nested too deep");
        }
        let mut left = self.implication()?;
        while self.takes(&["<->"]) {
            let right = self.implication()?;
            let both = left.clone().and(right.clone());
            left = both.or(left.negated().and(right.negated()));
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `a -> b -> c` is `a -> (b -> c)`.
    fn implication(&mut self) -> Result<Formula, ParseError> {
        let mut sides = vec![self.disjunction()?];
        while self.takes(&["->"]) {
            sides.push(self.disjunction()?);
        }
        let last = sides.pop().unwrap_or(Formula::True);
        Ok(sides.into_iter().rev().fold(last, |right, left| left.implies(right)))
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.conjunction()?;
        while self.takes(&["||", "|", "or"]) {
            left = left.or(self.conjunction()?);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.binary()?;
        while self.takes(&["&&", "&", "and"]) {
            left = left.and(self.binary()?);
        }
        Ok(left)
    }

    /// `a U b U c` is `a U (b U c)`.
    fn binary(&mut self) -> Result<Formula, ParseError> {
        let mut sides = vec![(self.unary()?, "")];
        loop {
            let operator = match () {
                () if self.takes(&["U", "until"]) => "U",
                () if self.takes(&["W", "unless"]) => "W",
                () if self.takes(&["R", "V", "release", "releases"]) => "R",
                () if self.takes(&["S", "since"]) => "S",
                () => break,
            };
            if let Some(last) = sides.last_mut() {
                last.1 = operator;
            }
            sides.push((self.unary()?, ""));
        }
        let last = sides.pop().map_or(Formula::True, |(side, _)| side);
        Ok(sides
            .into_iter()
            .rev()
            .fold(last, |right, (left, operator)| match operator {
                "U" => left.until(right),
                "W" => left.weak_until(right),
                "R" => left.release(right),
                _ => Formula::Since(Box::new(left), Box::new(right)),
            }))
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        const NEXT: [&str; 4] = ["X", "next", "Y", "previously"];
        self.depth += 1;
        if self.depth > DEPTH {
            return self.error("the formula is nested too deep");
        }
        let formula = match self.peek().clone() {
            Token::Symbol("!") => {
                self.next();
                self.unary()?.negated()
            }
            Token::Symbol("[]") => {
                self.next();
                self.unary()?.always()
            }
            Token::Symbol("<>") => {
                self.next();
                self.unary()?.eventually()
            }
            Token::Word(word) => {
                let operator = word.as_str();
                if NEXT.contains(&operator) {
                    return Err(ParseError {
                        at: self.place(),
                        message: format!(
                            "`{operator}` is no operator here: how many steps a program makes depends on what the search makes one \
                             step of; expected what must hold at some time (`<>`) or until something else does (`U`)"
                        ),
                    });
                }
                let unary: Option<fn(Formula) -> Formula> = match operator {
                    "not" => Some(|a| a.negated()),
                    "always" | "G" | "globally" => Some(Formula::always),
                    "eventually" | "F" | "finally" => Some(Formula::eventually),
                    "once" | "O" => Some(|a| Formula::Once(Box::new(a))),
                    "historically" | "H" => Some(|a| Formula::Once(Box::new(a.negated())).negated()),
                    _ => None,
                };
                match unary {
                    Some(unary) => {
                        self.next();
                        unary(self.unary()?)
                    }
                    None => self.atom()?,
                }
            }
            Token::Symbol("(") => {
                self.next();
                let inner = self.equivalence()?;
                if !self.takes(&[")"]) {
                    return self.error("expected `)`");
                }
                inner
            }
            Token::Number(_) | Token::Symbol("-") => self.atom()?,
            Token::Text(_) | Token::Symbol(_) | Token::End => return self.error(PRIMARY),
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn atom(&mut self) -> Result<Formula, ParseError> {
        let place = self.place();
        let atom = match self.peek().clone() {
            Token::Word(function) if self.is_call() && [ALL, SOME].contains(&&function[..]) => {
                self.next();
                self.next();
                self.quantified(function == ALL)?
            }
            _ => {
                let left = self.value()?;
                match (self.comparison(), left) {
                    (Some(comparison), left) => {
                        let right = self.value()?;
                        Atom::Compare {
                            left,
                            comparison,
                            right,
                        }
                    }
                    (None, Value::Boolean(value)) => return Ok(if value { Formula::True } else { Formula::False }),
                    (None, Value::Sum(sum)) => match &sum.operands[..] {
                        [(false, Operand::Path(name))] => Atom::Name(name.clone()),
                        [(false, Operand::Call { function, argument })] => Atom::Call {
                            function: function.clone(),
                            argument: argument.clone(),
                        },
                        _ => return self.error("expected `==`, `!=`, `<`, `<=`, `>` or `>=`"),
                    },
                    (None, Value::Null) => return self.error("expected `==` or `!=`"),
                }
            }
        };
        let known = self.atoms.iter().position(|known| *known == atom);
        let number = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            if number == MAX_ATOMS {
                return Err(ParseError {
                    at: place,
                    message: format!("expected no more than {MAX_ATOMS} atoms"),
                });
            }
            self.atoms.push(atom);
            self.places.push(place);
        }
        Ok(Formula::Atom(number as u32))
    }

    /// Whether a name and a parenthesis come.
    fn is_call(&self) -> bool {
        matches!(self.tokens.get(self.at + 1), Some((Token::Symbol("("), _)))
    }

    /// What `(NAME` says; what comes then is the other parenthesis.
    fn argument(&mut self, function: &str) -> Result<String, ParseError> {
        self.next();
        let (Token::Word(argument) | Token::Text(argument)) = self.peek().clone() else {
            return self.error(&format!("expected the name that `{function}` asks about"));
        };
        self.next();
        match self.peek() {
            Token::Symbol(")") => Ok(argument),
            _ => self.error("expected `)`"),
        }
    }

    /// What is said of every instance of a class, or of some.
    fn quantified(&mut self, every: bool) -> Result<Atom, ParseError> {
        let place = self.place();
        let outside = (std::mem::take(&mut self.atoms), std::mem::take(&mut self.places));
        let formula = self.equivalence()?;
        let atoms = std::mem::replace(&mut self.atoms, outside.0);
        self.places = outside.1;
        let wrong = |message: &str| {
            Err(ParseError {
                at: place,
                message: message.into(),
            })
        };
        if !formula.is_of_a_state() {
            return wrong("expected what holds of an instance or not; operators of time belong outside");
        }
        if atoms.iter().any(|atom| matches!(atom, Atom::Quantified { .. })) {
            return wrong("expected what holds of an instance or not, and no other `all` or `some`");
        }
        if !self.takes(&[")"]) {
            return self.error("expected `)`");
        }
        Ok(Atom::Quantified { every, formula, atoms })
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            Token::Symbol("==") => Comparison::Equal,
            Token::Symbol("!=") => Comparison::NotEqual,
            Token::Symbol("<") => Comparison::Less,
            Token::Symbol("<=") => Comparison::AtMost,
            Token::Symbol(">") => Comparison::Greater,
            Token::Symbol(">=") => Comparison::AtLeast,
            _ => return None,
        };
        self.next();
        Some(comparison)
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        for (word, value) in [
            ("true", Value::Boolean(true)),
            ("false", Value::Boolean(false)),
            ("null", Value::Null),
        ] {
            if self.takes(&[word]) {
                return Ok(value);
            }
        }
        let mut operands = Vec::new();
        let mut minus = self.takes(&["-"]);
        loop {
            let operand = match self.peek().clone() {
                Token::Number(number) => Operand::Number(number),
                Token::Word(function) if self.is_call() => {
                    self.next();
                    let argument = self.argument(&function)?;
                    Operand::Call { function, argument }
                }
                Token::Word(path) => Operand::Path(path),
                Token::Text(_) | Token::Symbol(_) | Token::End => {
                    return self.error("expected a field or a number");
                }
            };
            self.next();
            operands.push((minus, operand));
            minus = match self.peek() {
                Token::Symbol("+") => false,
                Token::Symbol("-") => true,
                _ => return Ok(Value::Sum(Sum { operands })),
            };
            self.next();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_atom};

    #[test]
    fn precedence_and_names() {
        let same = |a: &str, b: &str| assert_eq!(parse(a).unwrap().formula, parse(b).unwrap().formula, "{a} | {b}");
        same("a -> b || c && d", "a -> (b || (c && d))");
        same("a -> b -> c", "a -> (b -> c)");
        same("a U b U c", "a U (b U c)");
        same("!a && b", "(!a) && b");
        same("[] a -> <> b", "([] a) -> (<> b)");
        same("always (a until b)", "[] (a U b)");
        same("eventually not a", "<> !a");
        same("a <-> b", "(a && b) || (!a && !b)");
        let parsed =
            parse("[] (shop.Queue.size + 1 <= shop.Queue.limit - 2 && at(shop.Till.sell) && shop.Till.open)").unwrap();
        let said: Vec<String> = parsed.atoms.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "shop.Queue.size + 1 <= shop.Queue.limit - 2",
                "at(shop.Till.sell)",
                "shop.Till.open"
            ]
        );
        for text in [
            "all(M.n >= 0)",
            "some((M.a && !M.b))",
            "threads(M.go) <= 1",
            "blocked(main)",
            "waiting(\"pool-1-thread-1\")",
            "terminated('say \"x\"')",
            "M.slots[2].size == M.slots.length",
        ] {
            let atoms = parse(text).unwrap().atoms;
            assert!(
                atoms.len() == 1 && parse(&atoms[0].to_string()).unwrap().atoms == atoms,
                "{text}"
            );
        }
        assert_eq!(parse("a<-1").unwrap().atoms[0].to_string(), "a < -1");
        assert_eq!(parse("a && b && a").unwrap().atoms.len(), 2);
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, at, says) in [
            ("", 1, "expected an atom"),
            ("a &&", 5, "expected an atom"),
            ("[] (a -> <> b", 14, "expected `)`"),
            ("a b", 3, "expected `&&`"),
            ("a = 1", 3, "`=` has no meaning in a formula; expected `==`"),
            ("a => b", 3, "`=` has no meaning in a formula; expected `->`"),
            ("a ? b", 3, "`?` has no meaning"),
            ("[] X a", 4, "`X` is no operator"),
            ("a == ", 6, "expected a field or a number"),
            ("3", 2, "expected `==`"),
            ("at(3)", 4, "expected the name that `at` asks about"),
            ("x > 99999999999999999999", 5, "is no number"),
            ("all([] M.a)", 5, "operators of time belong outside"),
            ("all(M.a && some(M.b))", 5, "no other `all`"),
            ("all(M.a", 8, "expected `)`"),
            ("M.a[x] > 0", 4, "has no meaning"),
            ("blocked(\"a", 9, "expected a name between two \""),
            ("blocked('')", 9, "expected a name between two '"),
            ("'a' == 1", 1, "expected an atom"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.message.contains(says), "{text}: {error}");
        }
        assert!(parse_atom("a U b").unwrap_err().message.contains("one state"));
        assert!(parse(&"(".repeat(1_000)).unwrap_err().message.contains("too deep"));
    }
}
