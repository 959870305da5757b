//! Java expressions as typed terms: literals, parameters, fields, array lengths and elements, calls, and the operators of numbers and conditions. JLS §15.

use dropwire_vm::predicate::{Arithmetic, Comparison, Term};

use super::names::Names;
use super::tokens::{Token, tokens};
use super::types::{rank, widened};

/// The deepest expression that is read.
const DEEPEST: usize = 100;

/// A text as a condition.
///
/// # Errors
/// What cannot be read, as the rest of a sentence.
pub(super) fn condition(names: &mut Names<'_>, text: &str) -> Result<Term, String> {
    let tokens = tokens(text)?;
    let mut reader = Reader {
        names,
        tokens: &tokens,
        depth: 0,
    };
    let term = reader.either()?;
    match reader.tokens {
        [] => boolean(term),
        [rest, ..] => Err(format!("{} is not expected there", shown(rest))),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Word(word) => format!("`{word}`"),
        Token::Sign(sign) => format!("`{sign}`"),
        Token::Number(..) => "a number".into(),
        Token::Text(_) => "a string".into(),
    }
}

struct Reader<'a, 'v> {
    names: &'a mut Names<'v>,
    /// What comes next.
    tokens: &'a [Token],
    depth: usize,
}

impl Reader<'_, '_> {
    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.tokens.first(), Some(Token::Sign(next)) if *next == sign);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(format!("`{sign}` is missing")),
        }
    }

    fn either(&mut self) -> Result<Term, String> {
        let mut left = self.both()?;
        while self.takes("||") {
            let right = boolean(self.both()?)?;
            left = Term::Or(Box::new(boolean(left)?), Box::new(right));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Term, String> {
        let mut left = self.comparison(0)?;
        while self.takes("&&") {
            let right = boolean(self.comparison(0)?)?;
            left = Term::And(Box::new(boolean(left)?), Box::new(right));
        }
        Ok(left)
    }

    /// Equality, and behind it order.
    fn comparison(&mut self, level: usize) -> Result<Term, String> {
        const LEVELS: [&[(&str, Comparison)]; 2] = [
            &[("==", Comparison::Equal), ("!=", Comparison::NotEqual)],
            &[
                ("<=", Comparison::LessOrEqual),
                (">=", Comparison::GreaterOrEqual),
                ("<", Comparison::Less),
                (">", Comparison::Greater),
            ],
        ];
        let Some(operators) = LEVELS.get(level) else {
            return self.arithmetic(0);
        };
        let mut left = self.comparison(level + 1)?;
        while let Some((_, comparison)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            let right = self.comparison(level + 1)?;
            left = compared(*comparison, left, right)?;
        }
        Ok(left)
    }

    /// Sums, and behind them products.
    fn arithmetic(&mut self, level: usize) -> Result<Term, String> {
        const LEVELS: [&[(&str, Arithmetic)]; 2] = [
            &[("+", Arithmetic::Add), ("-", Arithmetic::Subtract)],
            &[
                ("*", Arithmetic::Multiply),
                ("/", Arithmetic::Divide),
                ("%", Arithmetic::Remainder),
            ],
        ];
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.arithmetic(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            let right = self.arithmetic(level + 1)?;
            let (a, b) = promoted(left, right)?;
            left = Term::Arithmetic(*operator, Box::new(a), Box::new(b));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".into());
        }
        let term = if self.takes("!") {
            Term::Not(Box::new(boolean(self.unary()?)?))
        } else if self.takes("-") {
            match self.unary()? {
                Term::Bits('I', bits) => Term::Bits('I', u64::from((bits as u32).wrapping_neg())),
                Term::Bits('J', bits) => Term::Bits('J', bits.wrapping_neg()),
                other if rank(&other).is_some() => Term::Negated(Box::new(other)),
                _ => return Err("`-` needs a number".into()),
            }
        } else {
            self.selection()?
        };
        self.depth -= 1;
        Ok(term)
    }

    /// What is selected of a primary: `a.b`, `a.b()`, `a[i]`.
    fn selection(&mut self) -> Result<Term, String> {
        let mut term = self.primary()?;
        loop {
            if self.takes(".") {
                let name = self.word()?;
                term = match self.arguments()? {
                    Some(arguments) => self.names.call(term, &name, arguments)?,
                    None => self.names.field(term, &name)?,
                };
            } else if self.takes("[") {
                let index = self.either()?;
                self.expect("]")?;
                term = element(term, index)?;
            } else {
                return Ok(term);
            }
        }
    }

    fn word(&mut self) -> Result<String, String> {
        match self.tokens {
            [Token::Word(word), rest @ ..] => {
                self.tokens = rest;
                Ok(word.clone())
            }
            _ => Err("a name is missing behind `.`".into()),
        }
    }

    fn arguments(&mut self) -> Result<Option<Vec<Term>>, String> {
        if !self.takes("(") {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        while !self.takes(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.either()?);
        }
        Ok(Some(arguments))
    }

    fn primary(&mut self) -> Result<Term, String> {
        let Some((token, rest)) = self.tokens.split_first() else {
            return Err("something is missing at its end".into());
        };
        self.tokens = rest;
        match token {
            Token::Number(letter, bits) => Ok(Term::Bits(*letter, *bits)),
            Token::Text(text) => Ok(Term::Text(text.clone())),
            Token::Sign("(") => {
                let inner = self.either()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign(_) => Err(format!("{} is not expected there", shown(token))),
            Token::Word(word) => match word.as_str() {
                "true" => Ok(Term::Bits('Z', 1)),
                "false" => Ok(Term::Bits('Z', 0)),
                "null" => Ok(Term::Null),
                "this" => self.names.object(),
                "instanceof" | "new" => Err(format!("`{word}` is not supported here")),
                _ => match self.arguments()? {
                    Some(arguments) => self.names.own_call(word, arguments),
                    None => self.name(word),
                },
            },
        }
    }

    /// A parameter, a field of the object, or a class of which something static is selected.
    fn name(&mut self, name: &str) -> Result<Term, String> {
        if let Some(known) = self.names.variable(name)? {
            return Ok(known);
        }
        let Some(class) = self.names.class(name).filter(|_| self.takes(".")) else {
            return Err(format!(
                "`{name}` is no parameter or field (parameters have names where classes are compiled with -g or -parameters)"
            ));
        };
        let member = self.word()?;
        match self.arguments()? {
            Some(arguments) => self.names.static_call(class, &member, arguments),
            None => self.names.static_field(class, &member),
        }
    }
}

fn boolean(term: Term) -> Result<Term, String> {
    match term.descriptor().as_str() {
        "Z" => Ok(term),
        _ => Err("a condition is expected where something else is written".into()),
    }
}

fn promoted(left: Term, right: Term) -> Result<(Term, Term), String> {
    let (Some(one), Some(other)) = (rank(&left), rank(&right)) else {
        return Err("an operator on numbers has an operand that is none".into());
    };
    let to = ["I", "J", "F", "D"][one.max(other)];
    Ok((widened(left, to), widened(right, to)))
}

fn compared(comparison: Comparison, left: Term, right: Term) -> Result<Term, String> {
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    let is_boolean = |term: &Term| term.descriptor() == "Z";
    let is_reference = |term: &Term| term.descriptor().starts_with(['L', '[']);
    let both = |is: &dyn Fn(&Term) -> bool| is(&left) && is(&right);
    let (left, right) = match is_equality && (both(&is_boolean) || both(&is_reference)) {
        true => (left, right),
        false => promoted(left, right).map_err(|_| "values are compared that cannot be".to_owned())?,
    };
    Ok(Term::Comparison(comparison, Box::new(left), Box::new(right)))
}

fn element(array: Term, index: Term) -> Result<Term, String> {
    match (array.descriptor().strip_prefix('['), rank(&index)) {
        (None, _) => Err("`[` follows what is no array".into()),
        (_, Some(0)) => Ok(Term::Element(Box::new(array), Box::new(index))),
        (..) => Err("the index of an array is an int".into()),
    }
}
