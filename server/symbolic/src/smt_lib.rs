//! Questions as text of SMT-LIB 2.6 (logic `QF_BV`), and the answers that a solver writes. Whoever has a process sends one and reads the other.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::arena::{Arena, Expr, Node};
use crate::model::Model;
use crate::operator::Operator;
use crate::solver::Answer;

/// An input with a higher number is none that a question names: no memory for it.
const MOST_INPUTS: u32 = 1 << 20;

/// The commands that ask whether all conditions can hold together. The answer to them is `sat` with the inputs' values behind it, `unsat`
/// with an error behind it, or `unknown`.
pub fn query(arena: &Arena, conditions: &[Expr]) -> String {
    let mut text = String::from("(set-logic QF_BV)\n");
    let (mut named, mut inputs) = (FxHashSet::default(), Vec::new());
    for condition in conditions {
        define(arena, *condition, &mut named, &mut inputs, &mut text);
    }
    for condition in conditions {
        let _ = writeln!(text, "(assert (= e{} #b1))", condition.0);
    }
    text.push_str("(check-sat)\n");
    if !inputs.is_empty() {
        let _ = writeln!(text, "(get-value ({}))", inputs.join(" "));
    }
    text
}

fn define(arena: &Arena, expr: Expr, named: &mut FxHashSet<Expr>, inputs: &mut Vec<String>, text: &mut String) {
    let mut open = vec![expr];
    while let Some(one) = open.last().copied() {
        let before = open.len();
        if !named.contains(&one) {
            arena.operands(one, |operand| {
                if !named.contains(&operand) {
                    open.push(operand);
                }
            });
        }
        if open.len() > before {
            continue;
        }
        open.pop();
        if !named.insert(one) {
            continue;
        }
        let width = arena.width(one);
        if let Node::Input(number) = arena.node(one) {
            let _ = writeln!(text, "(declare-const i{number} (_ BitVec {width}))");
            inputs.push(format!("i{number}"));
        }
        let _ = writeln!(
            text,
            "(define-fun e{} () (_ BitVec {width}) {})",
            one.0,
            term(arena, one)
        );
    }
}

fn term(arena: &Arena, expr: Expr) -> String {
    let width = arena.width(expr);
    match arena.node(expr) {
        Node::Constant(value) => format!("(_ bv{value} {width})"),
        Node::Input(number) => format!("i{number}"),
        Node::Not(of) => format!("(bvnot e{})", of.0),
        Node::Binary(operator, left, right) => of_two(arena, operator, left, right),
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
