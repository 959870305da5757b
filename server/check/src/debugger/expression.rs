//! Expressions without side effects, as they are written: a part of Java's (JLS 15). What calls, assigns or makes objects is refused by name.

use serde::{Deserialize, Serialize};

/// So deep an expression may be nested.
const DEPTH: usize = 64;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExpressionError {
    /// It calls a method.
    Call(String),
    /// It assigns.
    Assignment,
    /// It has an operator or a form that is not evaluated.
    Unsupported(String),
    /// Something else was expected here; nothing, at its end.
    Unexpected(String),
    /// It is nested too deeply.
    TooDeep,
    /// No variable, field or class has this name here.
    Unknown(String),
    /// A member of `null`.
    Null(String),
    /// An index outside of an array, and its length.
    Index(i64, u32),
    /// `/ 0`.
    DivisionByZero,
    /// An operand of another type than the operator takes.
    Operand(String),
    /// There is no frame of Java code.
    NoFrame,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Boolean(bool),
    Text(String),
    Null,
    Name(String),
    Member(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    Complement(Box<Expression>),
    Negate(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// An operator of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// As it is written.
    pub(super) fn sign(self) -> &'static str {
        let row = OPERATORS.iter().flat_map(|level| level.iter());
        row.clone()
            .find(|(_, operator)| *operator == self)
            .map_or("", |(sign, _)| sign)
    }
}

/// From the loosest to the tightest; longer signs first.
const OPERATORS: [&[(&str, Operator)]; 9] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    &[("==", Operator::Equal), ("!=", Operator::NotEqual)],
    &[
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[
        ("*", Operator::Multiply),
        ("/", Operator::Divide),
        ("%", Operator::Remainder),
    ],
];

/// Signs of Java's that are not evaluated, longest first.
const REFUSED: [&str; 24] = [
    ">>>=", "<<=", ">>=", ">>>", "->", "::", "++", "--", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "?", ":", "{", "@", "=", ";",
];

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Literal(Expression),
    Sign(&'static str),
}

/// Reads an expression.
///
/// # Errors
/// What is wrong with it, or what of it is not evaluated.
pub(super) fn parse(text: &str) -> Result<Expression, ExpressionError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
    };
    let expression = parser.level(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(token) => Err(ExpressionError::Unexpected(shown(token))),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Name(name) => name.clone(),
        Token::Literal(Expression::Text(text)) => format!("{text:?}"),
        Token::Literal(literal) => format!("{literal:?}"),
        Token::Sign(sign) => (*sign).to_owned(),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn sign(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) => Some(sign),
            _ => None,
        }
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is = self.sign() == Some(sign);
        self.at += usize::from(is);
        is
    }

    fn expects(&mut self, sign: &'static str) -> Result<(), ExpressionError> {
        if self.takes(sign) {
            return Ok(());
        }
        let found = self.tokens.get(self.at).map(shown).unwrap_or_default();
        Err(ExpressionError::Unexpected(found))
    }

    fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Parser) -> Result<T, ExpressionError>,
    ) -> Result<T, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::TooDeep);
        }
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn level(&mut self, level: usize) -> Result<Expression, ExpressionError> {
        let Some(row) = OPERATORS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) = row.iter().find(|(sign, _)| self.sign() == Some(sign)) {
            self.at += 1;
            let right = self.level(level + 1)?;
            left = Expression::Binary(*operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, ExpressionError> {
        if self.takes("!") {
            return self.deeper(|parser| Ok(Expression::Not(Box::new(parser.unary()?))));
        }
        if self.takes("~") {
            return self.deeper(|parser| Ok(Expression::Complement(Box::new(parser.unary()?))));
        }
        if self.takes("-") {
            return self.deeper(|parser| Ok(Expression::Negate(Box::new(parser.unary()?))));
        }
        if self.takes("+") {
            return self.deeper(Parser::unary);
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Result<Expression, ExpressionError> {
        let mut value = self.primary()?;
        loop {
            if self.takes(".") {
                let Some(Token::Name(name)) = self.tokens.get(self.at).cloned() else {
                    let found = self.tokens.get(self.at).map(shown).unwrap_or_default();
                    return Err(ExpressionError::Unexpected(found));
                };
                self.at += 1;
                self.refuse_call(&name)?;
                value = Expression::Member(Box::new(value), name);
            } else if self.takes("[") {
                let index = self.deeper(|parser| parser.level(0))?;
                self.expects("]")?;
                value = Expression::Index(Box::new(value), Box::new(index));
            } else {
                return Ok(value);
            }
        }
    }

    fn primary(&mut self) -> Result<Expression, ExpressionError> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        match token {
            Some(Token::Literal(literal)) => Ok(literal),
            Some(Token::Sign("(")) => {
                let inner = self.deeper(|parser| parser.level(0))?;
                self.expects(")")?;
                Ok(inner)
            }
            Some(Token::Name(name)) => match name.as_str() {
                "true" => Ok(Expression::Boolean(true)),
                "false" => Ok(Expression::Boolean(false)),
                "null" => Ok(Expression::Null),
                "new" | "instanceof" | "switch" | "super" => Err(ExpressionError::Unsupported(name)),
                _ => {
                    self.refuse_call(&name)?;
                    Ok(Expression::Name(name))
                }
            },
            Some(other) => Err(ExpressionError::Unexpected(shown(&other))),
            None => Err(ExpressionError::Unexpected(String::new())),
        }
    }

    fn refuse_call(&self, name: &str) -> Result<(), ExpressionError> {
        match self.sign() {
            Some("(") => Err(ExpressionError::Call(name.to_owned())),
            _ => Ok(()),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_alphabetic() || first == '_' || first == '$' {
            let name: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || "_$".contains(*c))
                .collect();
            let length = name.len();
            (Token::Name(name), length)
        } else if first.is_ascii_digit() {
            number(rest)?
        } else if first == '"' || first == '\'' {
            quoted(rest, first)?
        } else {
            sign(rest)?
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn sign(rest: &str) -> Result<(Token, usize), ExpressionError> {
    let operators = || OPERATORS.iter().flat_map(|level| level.iter().map(|(sign, _)| *sign));
    // `==` and `<=` are no assignments.
    let two = operators().find(|sign| sign.len() == 2 && rest.starts_with(sign));
    if let Some(refused) = REFUSED
        .iter()
        .find(|sign| rest.starts_with(**sign))
        .filter(|_| two.is_none())
    {
        let assigns = refused.ends_with('=') || ["++", "--"].contains(refused);
        return Err(match assigns {
            true => ExpressionError::Assignment,
            false => ExpressionError::Unsupported((*refused).to_owned()),
        });
    }
    let known = two.or_else(|| {
        ["!", "~", "(", ")", "[", "]", "."]
            .into_iter()
            .chain(operators())
            .find(|sign| rest.starts_with(sign))
    });
    match known {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => Err(ExpressionError::Unexpected(rest.chars().take(1).collect())),
    }
}

/// A number as JLS 3.10.1 and 3.10.2 have it, but for octal, binary and hexadecimal floating-point ones.
fn number(rest: &str) -> Result<(Token, usize), ExpressionError> {
    let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
    let part = |(index, c): (usize, char)| {
        let exponent = !is_hex && "+-".contains(c) && rest[..index].ends_with(['e', 'E']);
        c.is_ascii_alphanumeric() || c == '_' || c == '.' && !is_hex || exponent
    };
    let length = rest
        .char_indices()
        .find(|at| !part(*at))
        .map_or(rest.len(), |(index, _)| index);
    let written = &rest[..length];
    let plain = written.replace('_', "");
    let wrong = || ExpressionError::Unexpected(written.to_owned());
    let is_long = plain.ends_with(['l', 'L']);
    let digits = plain.trim_end_matches(['l', 'L']);
    let value = if is_hex {
        let bits = u64::from_str_radix(&digits[2..], 16).map_err(|_| wrong())?;
        match (is_long, u32::try_from(bits)) {
            (true, _) => Expression::Long(bits as i64),
            (false, Ok(bits)) => Expression::Int(bits as i32),
            (false, Err(_)) => return Err(wrong()),
        }
    } else if is_long {
        Expression::Long(digits.parse().map_err(|_| wrong())?)
    } else if let Some(float) = plain.strip_suffix(['f', 'F']) {
        Expression::Float(float.parse().map_err(|_| wrong())?)
    } else if plain.contains(['.', 'e', 'E', 'd', 'D']) {
        Expression::Double(plain.trim_end_matches(['d', 'D']).parse().map_err(|_| wrong())?)
    } else if plain.len() > 1 && plain.starts_with('0') {
        return Err(ExpressionError::Unsupported(written.to_owned()));
    } else {
        Expression::Int(plain.parse().map_err(|_| wrong())?)
    };
    Ok((Token::Literal(value), length))
}

fn quoted(rest: &str, quote: char) -> Result<(Token, usize), ExpressionError> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1);
    while let Some((index, letter)) = letters.next() {
        match letter {
            _ if letter == quote => {
                let literal = match quote {
                    '"' => Expression::Text(text),
                    _ => {
                        let mut units = text.encode_utf16();
                        match (units.next(), units.next()) {
                            (Some(unit), None) => Expression::Char(unit),
                            _ => return Err(ExpressionError::Unexpected(rest[..=index].to_owned())),
                        }
                    }
                };
                return Ok((Token::Literal(literal), index + 1));
            }
            '\\' => match letters.next().map(|(_, escaped)| escaped) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('0') => text.push('\0'),
                Some(plain @ ('\\' | '"' | '\'')) => text.push(plain),
                other => {
                    let escape: String = ['\\'].into_iter().chain(other).collect();
                    return Err(ExpressionError::Unsupported(escape));
                }
            },
            _ => text.push(letter),
        }
    }
    Err(ExpressionError::Unexpected(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_java() {
        let binary = |operator, left, right| Expression::Binary(operator, Box::new(left), Box::new(right));
        let name = |name: &str| Expression::Name(name.into());
        let product = binary(Operator::Multiply, Expression::Int(2), name("b"));
        let sum = binary(Operator::Add, name("a"), product);
        let tested = binary(Operator::GreaterOrEqual, sum, Expression::Int(3));
        let both = binary(Operator::And, tested, Expression::Not(Box::new(name("c"))));
        assert_eq!(parse("a + 2*b >= 3 && !c"), Ok(both));
        let member = Expression::Member(Box::new(name("this")), "cash".into());
        let element = Expression::Index(Box::new(member), Box::new(Expression::Int(0)));
        assert_eq!(parse("this.cash[0]"), Ok(element));
    }

    #[test]
    fn literals_are_those_of_java() {
        for (text, value) in [
            ("0x10", Expression::Int(16)),
            ("0xffffffff", Expression::Int(-1)),
            ("1_000L", Expression::Long(1_000)),
            ("1.5f", Expression::Float(1.5)),
            ("1e-2", Expression::Double(0.01)),
            ("'\\n'", Expression::Char(10)),
            ("\"a\\\"b\"", Expression::Text("a\"b".into())),
            ("null", Expression::Null),
        ] {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_has_effects_is_refused_by_name() {
        for (text, error) in [
            ("a.size()", ExpressionError::Call("size".into())),
            ("a = 3", ExpressionError::Assignment),
            ("a++", ExpressionError::Assignment),
            ("a += 3", ExpressionError::Assignment),
            ("new Till", ExpressionError::Unsupported("new".into())),
            ("a ? b : c", ExpressionError::Unsupported("?".into())),
            ("a << 1", ExpressionError::Unsupported("<<".into())),
            ("017", ExpressionError::Unsupported("017".into())),
            ("", ExpressionError::Unexpected(String::new())),
            ("a b", ExpressionError::Unexpected("b".into())),
            ("(a", ExpressionError::Unexpected(String::new())),
            ("99999999999", ExpressionError::Unexpected("99999999999".into())),
            ("#", ExpressionError::Unexpected("#".into())),
            ("é\"", ExpressionError::Unexpected(String::new())),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
        let deep = format!("{}1", "(".repeat(10_000));
        assert_eq!(parse(&deep), Err(ExpressionError::TooDeep));
    }
}
