//! Questions as text of SMT-LIB 2.6 (logic `QF_BV`, with floating-point numbers `QF_BVFP`), and the answers that a solver writes. Whoever has a process sends one and reads the other.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::arena::{Arena, Expr, Node};
use crate::floats::{FloatFunction, Format};
use crate::model::Model;
use crate::operator::Operator;
use crate::solver::Answer;

/// An input with a higher number is none that a question names: no memory for it.
const MOST_INPUTS: u32 = 1 << 20;

/// The commands that ask whether all conditions can hold together. The answer to them is `sat` with the inputs' values behind it, `unsat`
/// with an error behind it, or `unknown`.
pub fn query(arena: &Arena, conditions: &[Expr]) -> String {
    let mut script = Script::default();
    for condition in conditions {
        script.define(arena, *condition);
    }
    let logic = if script.has_floats { "QF_BVFP" } else { "QF_BV" };
    let mut text = format!("(set-logic {logic})\n{}", script.text);
    for condition in conditions {
        let _ = writeln!(text, "(assert (= e{} #b1))", condition.0);
    }
    text.push_str("(check-sat)\n");
    if !script.inputs.is_empty() {
        let _ = writeln!(text, "(get-value ({}))", script.inputs.join(" "));
    }
    text
}

/// What an expression is for the operator that uses it. SMT-LIB has no function from numbers to bits, so a number that is computed has bits
/// only where they are needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    /// A bit-vector: `e1`.
    Bits,
    /// A floating-point number: `f1`.
    Number,
}

#[derive(Default)]
struct Script {
    text: String,
    named: FxHashSet<(Expr, Form)>,
    inputs: Vec<String>,
    has_floats: bool,
}

impl Script {
    /// Without recursion: sums in loops are as deep as the loops are long.
    fn define(&mut self, arena: &Arena, condition: Expr) {
        let mut open = vec![(condition, Form::Bits)];
        while let Some(one) = open.last().copied() {
            let before = open.len();
            if !self.named.contains(&one) {
                needed(arena, one, |operand| {
                    if !self.named.contains(&operand) {
                        open.push(operand);
                    }
                });
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            if self.named.insert(one) {
                match one {
                    (expr, Form::Bits) => self.define_bits(arena, expr),
                    (expr, Form::Number) => self.define_number(arena, expr),
                }
            }
        }
    }

    fn define_bits(&mut self, arena: &Arena, expr: Expr) {
        let (width, number) = (arena.width(expr), expr.0);
        if gives_float(arena, expr) {
            let (sort, nan) = (sort(width), Format::of(width).nan());
            let _ = write!(
                self.text,
                "(declare-const e{number} (_ BitVec {width}))\n\
                 (assert (= ((_ to_fp {sort}) e{number}) f{number}))\n\
                 (assert (=> (fp.isNaN f{number}) (= e{number} (_ bv{nan} {width}))))\n"
            );
            return;
        }
        if let Node::Input(input) = arena.node(expr) {
            let _ = writeln!(self.text, "(declare-const i{input} (_ BitVec {width}))");
            self.inputs.push(format!("i{input}"));
        }
        let term = term(arena, expr);
        let _ = writeln!(self.text, "(define-fun e{number} () (_ BitVec {width}) {term})");
    }

    fn define_number(&mut self, arena: &Arena, expr: Expr) {
        self.has_floats = true;
        let (sort, number) = (sort(arena.width(expr)), expr.0);
        let term = number_term(arena, expr);
        let _ = writeln!(self.text, "(define-fun f{number} () (_ FloatingPoint {sort}) {term})");
    }
}

/// Bits of the exponent and of the significand.
fn sort(width: u32) -> String {
    let format = Format::of(width);
    format!("{} {}", format.exponent, format.precision())
}

fn gives_float(arena: &Arena, expr: Expr) -> bool {
    match arena.node(expr) {
        Node::Binary(operator, ..) => operator.gives_float(),
        Node::Float(function, _) => function.gives_float(),
        _ => false,
    }
}

/// Shows what has to be defined before.
fn needed(arena: &Arena, (expr, form): (Expr, Form), mut show: impl FnMut((Expr, Form))) {
    if form == Form::Bits && gives_float(arena, expr) {
        return show((expr, Form::Number));
    }
    match (arena.node(expr), form) {
        (Node::Binary(operator, left, right), _) if operator.gives_float() || operator.compares_floats() => {
            show((left, Form::Number));
            show((right, Form::Number));
        }
        (Node::Float(function, of), _) => show((
            of,
            if function.takes_float() {
                Form::Number
            } else {
                Form::Bits
            },
        )),
        (Node::IfThenElse(condition, then, otherwise), Form::Number) => {
            show((condition, Form::Bits));
            show((then, Form::Number));
            show((otherwise, Form::Number));
        }
        (_, Form::Number) => match of_sign(arena, expr) {
            Some((_, of)) => show((of, Form::Number)),
            None => show((expr, Form::Bits)),
        },
        (_, Form::Bits) => arena.operands(expr, |operand| show((operand, Form::Bits))),
    }
}

/// What changes the sign of a number only, as its bits are changed, and the number.
fn of_sign(arena: &Arena, expr: Expr) -> Option<(&'static str, Expr)> {
    let Node::Binary(operator, of, with) = arena.node(expr) else {
        return None;
    };
    let (constant, sign) = (arena.value(with)?, Format::of(arena.width(expr)).sign());
    match operator {
        Operator::Xor if constant == sign => Some(("fp.neg", of)),
        Operator::And if constant == sign - 1 => Some(("fp.abs", of)),
        _ => None,
    }
}

fn number_term(arena: &Arena, expr: Expr) -> String {
    let sort = sort(arena.width(expr));
    match arena.node(expr) {
        Node::Binary(Operator::FloatAdd, left, right) => format!("(fp.add RNE f{} f{})", left.0, right.0),
        Node::Binary(Operator::FloatSub, left, right) => format!("(fp.sub RNE f{} f{})", left.0, right.0),
        Node::Binary(Operator::FloatMul, left, right) => format!("(fp.mul RNE f{} f{})", left.0, right.0),
        Node::Binary(Operator::FloatDiv, left, right) => format!("(fp.div RNE f{} f{})", left.0, right.0),
        Node::Float(FloatFunction::SquareRoot, of) => format!("(fp.sqrt RNE f{})", of.0),
        Node::Float(FloatFunction::Resized, of) => format!("((_ to_fp {sort}) RNE f{})", of.0),
        Node::Float(FloatFunction::FromInteger, of) => format!("((_ to_fp {sort}) RNE e{})", of.0),
        Node::IfThenElse(condition, then, otherwise) => {
            format!("(ite (= e{} #b1) f{} f{})", condition.0, then.0, otherwise.0)
        }
        _ => match of_sign(arena, expr) {
            Some((function, of)) => format!("({function} f{})", of.0),
            None => format!("((_ to_fp {sort}) e{})", expr.0),
        },
    }
}

/// The integer that a number becomes: what SMT-LIB leaves open is beyond the greatest and the least one.
fn to_integer(arena: &Arena, of: Expr, width: u32) -> String {
    let (number, sort) = (of.0, sort(arena.width(of)));
    let least = 1u64 << (width - 1);
    let bits = FloatFunction::FromInteger.apply(least, width, arena.width(of));
    let limit = format!("((_ to_fp {sort}) (_ bv{bits} {}))", arena.width(of));
    format!(
        "(ite (fp.isNaN f{number}) (_ bv0 {width}) (ite (fp.leq f{number} {limit}) (_ bv{least} {width}) \
         (ite (fp.geq f{number} (fp.neg {limit})) (bvnot (_ bv{least} {width})) ((_ fp.to_sbv {width}) RTZ f{number}))))"
    )
}

fn term(arena: &Arena, expr: Expr) -> String {
    let width = arena.width(expr);
    match arena.node(expr) {
        Node::Constant(value) => format!("(_ bv{value} {width})"),
        Node::Input(number) => format!("i{number}"),
        Node::Not(of) => format!("(bvnot e{})", of.0),
        Node::Binary(operator, left, right) => of_two(arena, operator, left, right),
        Node::Float(FloatFunction::ToInteger, of) => to_integer(arena, of, width),
        // These have their bits by the number that they are.
        Node::Float(_, _) => number_term(arena, expr),
        Node::Extended { of, signed } => {
            let how = if signed { "sign_extend" } else { "zero_extend" };
            format!("((_ {how} {}) e{})", width - arena.width(of), of.0)
        }
        Node::Truncated(of) => format!("((_ extract {} 0) e{})", width - 1, of.0),
        Node::IfThenElse(condition, then, otherwise) => {
            format!("(ite (= e{} #b1) e{} e{})", condition.0, then.0, otherwise.0)
        }
    }
}

fn of_two(arena: &Arena, operator: Operator, left: Expr, right: Expr) -> String {
    let (width, left, right) = (arena.width(left), left.0, right.0);
    let plain = |name: &str| format!("({name} e{left} e{right})");
    let bit = |name: &str| format!("(ite ({name} e{left} e{right}) #b1 #b0)");
    let of_numbers = |name: &str| format!("(ite ({name} f{left} f{right}) #b1 #b0)");
    let shift = |name: &str| format!("({name} e{left} (bvand e{right} (_ bv{} {width})))", width - 1);
    match operator {
        Operator::Add => plain("bvadd"),
        Operator::Sub => plain("bvsub"),
        Operator::Mul => plain("bvmul"),
        Operator::Div => plain("bvsdiv"),
        Operator::Rem => plain("bvsrem"),
        Operator::ShiftLeft => shift("bvshl"),
        Operator::ShiftRight => shift("bvashr"),
        Operator::UnsignedShiftRight => shift("bvlshr"),
        Operator::And => plain("bvand"),
        Operator::Or => plain("bvor"),
        Operator::Xor => plain("bvxor"),
        Operator::Equal => bit("="),
        Operator::SignedLess => bit("bvslt"),
        Operator::UnsignedLess => bit("bvult"),
        Operator::FloatEqual => of_numbers("fp.eq"),
        Operator::FloatLess => of_numbers("fp.lt"),
        Operator::FloatLessOrEqual => of_numbers("fp.leq"),
        // These have their bits by the number that they are.
        Operator::FloatAdd | Operator::FloatSub | Operator::FloatMul | Operator::FloatDiv => plain("="),
    }
}

/// What a solver wrote in answer to a [`query`]. Anything else than an answer is [`Answer::Unknown`].
pub fn read_answer(text: &str) -> Answer {
    let (first, values) = text.trim_start().split_once('\n').unwrap_or((text.trim(), ""));
    match first.trim() {
        "unsat" => Answer::Unsatisfiable,
        "sat" => read_values(values).map_or(Answer::Unknown, Answer::Satisfiable),
        _ => Answer::Unknown,
    }
}

/// Reads `((i0 #x0000002a) (i1 #b1))`.
fn read_values(text: &str) -> Option<Model> {
    let mut model = Model::default();
    let words = text.split(['(', ')']).flat_map(str::split_whitespace);
    let words: Vec<&str> = words.collect();
    for pair in words.chunks(2) {
        let [name, value] = pair else { return None };
        let number = name.strip_prefix('i')?.parse().ok();
        let number = number.filter(|number| *number < MOST_INPUTS)?;
        let value = match (value.strip_prefix("#x"), value.strip_prefix("#b")) {
            (Some(digits), _) => u64::from_str_radix(digits, 16).ok()?,
            (_, Some(digits)) => u64::from_str_radix(digits, 2).ok()?,
            (None, None) => return None,
        };
        model.set(number, value);
    }
    Some(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_written() {
        let mut arena = Arena::default();
        let x = arena.input(0, 32);
        let ten = arena.constant(10, 32);
        let less = arena.binary(Operator::SignedLess, x, ten);
        assert_eq!(
            query(&arena, &[less]),
            "(set-logic QF_BV)\n\
             (define-fun e1 () (_ BitVec 32) (_ bv10 32))\n\
             (declare-const i0 (_ BitVec 32))\n\
             (define-fun e0 () (_ BitVec 32) i0)\n\
             (define-fun e2 () (_ BitVec 1) (ite (bvslt e0 e1) #b1 #b0))\n\
             (assert (= e2 #b1))\n\
             (check-sat)\n\
             (get-value (i0))\n"
        );
    }

    /// A number has bits of its own only where an operator on bits uses them.
    #[test]
    fn questions_about_numbers_are_written() {
        let mut arena = Arena::default();
        let x = arena.input(0, 32);
        let sum = arena.binary(Operator::FloatAdd, x, x);
        let less = arena.binary(Operator::FloatLess, x, sum);
        let text = query(&arena, &[less]);
        assert_eq!(
            text,
            "(set-logic QF_BVFP)\n\
             (declare-const i0 (_ BitVec 32))\n\
             (define-fun e0 () (_ BitVec 32) i0)\n\
             (define-fun f0 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) e0))\n\
             (define-fun f1 () (_ FloatingPoint 8 24) (fp.add RNE f0 f0))\n\
             (define-fun e2 () (_ BitVec 1) (ite (fp.lt f0 f1) #b1 #b0))\n\
             (assert (= e2 #b1))\n\
             (check-sat)\n\
             (get-value (i0))\n"
        );
        let same = arena.binary(Operator::Equal, x, sum);
        let text = query(&arena, &[same]);
        assert!(text.contains("(declare-const e1 (_ BitVec 32))\n"), "{text}");
        assert!(text.contains("(assert (= ((_ to_fp 8 24) e1) f1))\n"), "{text}");
        assert!(text.contains("(ite (= e0 e1) #b1 #b0)"), "{text}");
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(read_answer("unsat\n(error \"no model\")\n"), Answer::Unsatisfiable);
        assert_eq!(
            read_answer("sat\n((i0 #x0000002a)\n (i2 #b1))\n"),
            Answer::Satisfiable(Model::of([42, 0, 1]))
        );
        for other in [
            "unknown\n",
            "",
            "sat\n((i0 forty-two))",
            "sat\n((i4294967295 #x01))",
            "sat\n((i0 #x10000000000000000))",
            "sat\n((i0))",
            "(error \"?\")",
        ] {
            assert_eq!(read_answer(other), Answer::Unknown, "{other}");
        }
    }
}
