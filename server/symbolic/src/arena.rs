//! Expressions, each one kept once: equal expressions are the same [`Expr`]. They are simplified as they are made.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{sign_extended, truncated};
use crate::floats::FloatFunction;
use crate::model::Model;
use crate::operator::Operator;

/// An expression of an [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr(pub(crate) u32);

impl Expr {
    /// Equal for equal expressions of one arena, and for no others.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// What an expression is. Widths are from 1 to 64; a condition has the width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A value, whose bits above the width are 0.
    Constant(u64),
    /// The input with this number.
    Input(u32),
    /// All bits inverted.
    Not(Expr),
    /// Two operands.
    Binary(Operator, Expr, Expr),
    /// A function of a floating-point number, or one that gives such a number.
    Float(FloatFunction, Expr),
    /// A narrower operand, with copies of its sign bit before it, or zeros.
    Extended {
        /// The operand.
        of: Expr,
        /// The sign bit.
        signed: bool,
    },
    /// The lowest bits of a wider operand.
    Truncated(Expr),
    /// The first operand's bit decides between the two others.
    IfThenElse(Expr, Expr, Expr),
}

/// Where expressions live. They are never removed.
#[derive(Default)]
pub struct Arena {
    nodes: Vec<(Node, u32)>,
    known: FxHashMap<(Node, u32), Expr>,
}

impl Arena {
    /// What an expression is.
    pub fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.0 as usize].0
    }

    /// How many bits it has.
    pub fn width(&self, expr: Expr) -> u32 {
        self.nodes[expr.0 as usize].1
    }

    /// Its value, if it is a constant.
    pub fn value(&self, expr: Expr) -> Option<u64> {
        match self.node(expr) {
            Node::Constant(value) => Some(value),
            Node::Input(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Float(..)
            | Node::Extended { .. }
            | Node::Truncated(_)
            | Node::IfThenElse(..) => None,
        }
    }

    fn keep(&mut self, node: Node, width: u32) -> Expr {
        if let Some(known) = self.known.get(&(node, width)) {
            return *known;
        }
        let expr = Expr(self.nodes.len() as u32);
        self.nodes.push((node, width));
        self.known.insert((node, width), expr);
        expr
    }

    /// The lowest bits of a value.
    pub fn constant(&mut self, value: u64, width: u32) -> Expr {
        self.keep(Node::Constant(truncated(value, width)), width)
    }

    /// An input: the same number always with the same width.
    pub fn input(&mut self, number: u32, width: u32) -> Expr {
        self.keep(Node::Input(number), width)
    }

    /// All bits inverted; of a condition, its negation.
    pub fn not(&mut self, of: Expr) -> Expr {
        let width = self.width(of);
        match self.node(of) {
            Node::Constant(value) => self.constant(!value, width),
            Node::Not(inner) => inner,
            Node::Input(_)
            | Node::Binary(..)
            | Node::Float(..)
            | Node::Extended { .. }
            | Node::Truncated(_)
            | Node::IfThenElse(..) => self.keep(Node::Not(of), width),
        }
    }

    /// The two's complement.
    pub fn negated(&mut self, of: Expr) -> Expr {
        let zero = self.constant(0, self.width(of));
        self.binary(Operator::Sub, zero, of)
    }

    /// Two operands of one width.
    pub fn binary(&mut self, operator: Operator, left: Expr, right: Expr) -> Expr {
        let width = self.width(left);
        debug_assert_eq!(width, self.width(right));
        let result = if operator.compares() { 1 } else { width };
        if let (Some(left), Some(right)) = (self.value(left), self.value(right)) {
            return self.constant(operator.apply(left, right, width), result);
        }
        // Constants come last, and equal operands in one order.
        let swaps = match (self.value(left).is_some(), self.value(right).is_some()) {
            (false, false) => left > right,
            (constant, _) => constant,
        };
        let (left, right) = if operator.commutes() && swaps {
            (right, left)
        } else {
            (left, right)
        };
        match self.simplified(operator, left, right, width) {
            Some(simpler) => simpler,
            None => self.keep(Node::Binary(operator, left, right), result),
        }
    }

    fn simplified(&mut self, operator: Operator, left: Expr, right: Expr, width: u32) -> Option<Expr> {
        let constant = self.value(right);
        let ones = truncated(u64::MAX, width);
        let same = left == right;
        match operator {
            Operator::Add
            | Operator::Sub
            | Operator::Or
            | Operator::Xor
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::UnsignedShiftRight
                if constant == Some(0) =>
            {
                Some(left)
            }
            Operator::Sub | Operator::Xor if same => Some(self.constant(0, width)),
            Operator::And | Operator::Or if same => Some(left),
            Operator::And | Operator::Mul if constant == Some(0) => Some(right),
            Operator::And if constant == Some(ones) => Some(left),
            Operator::And if constant.is_some() => self.low_bits_of_extended(left, constant?),
            Operator::Or if constant == Some(ones) => Some(right),
            Operator::Mul | Operator::Div if constant == Some(1) && width > 1 => Some(left),
            Operator::Equal if same => Some(self.constant(1, 1)),
            Operator::SignedLess | Operator::UnsignedLess | Operator::FloatLess if same => Some(self.constant(0, 1)),
            // A condition held against a constant is the condition or its negation.
            Operator::Equal if width == 1 && constant == Some(1) => Some(left),
            Operator::Equal if width == 1 && constant == Some(0) => Some(self.not(left)),
            Operator::Equal => self.equal_to_extended(left, constant?),
            Operator::Add => self.sum_of_sum(left, constant?, width),
            Operator::Sub => {
                let negative = self.constant(0u64.wrapping_sub(constant?), width);
                Some(self.binary(Operator::Add, left, negative))
            }
            Operator::Mul
            | Operator::Div
            | Operator::Rem
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::UnsignedShiftRight
            | Operator::And
            | Operator::Or
            | Operator::Xor
            | Operator::SignedLess
            | Operator::UnsignedLess
            | Operator::FloatAdd
            | Operator::FloatSub
            | Operator::FloatMul
            | Operator::FloatDiv => None,
            Operator::FloatEqual | Operator::FloatLess | Operator::FloatLessOrEqual => {
                let (left, right) = (self.narrower(left)?, self.narrower(right)?);
                Some(self.binary(operator, left, right))
            }
        }
    }

    /// `(x + 1) + 2` is `x + 3`.
    fn sum_of_sum(&mut self, left: Expr, constant: u64, width: u32) -> Option<Expr> {
        let Node::Binary(Operator::Add, inner, added) = self.node(left) else {
            return None;
        };
        let sum = self.value(added)?.wrapping_add(constant);
        let sum = self.constant(sum, width);
        Some(self.binary(Operator::Add, inner, sum))
    }

    /// `x & 0xff` of a byte is what the byte is without its sign.
    fn low_bits_of_extended(&mut self, left: Expr, mask: u64) -> Option<Expr> {
        let Node::Extended { of, .. } = self.node(left) else {
            return None;
        };
        let all = truncated(u64::MAX, self.width(of));
        (mask == all).then(|| self.extended(of, self.width(left), false))
    }

    /// What was extended equals a constant where the narrow operand does, or never.
    fn equal_to_extended(&mut self, left: Expr, constant: u64) -> Option<Expr> {
        let Node::Extended { of, signed } = self.node(left) else {
            return None;
        };
        let (narrow, wide) = (self.width(of), self.width(left));
        let low = truncated(constant, narrow);
        let again = if signed {
            truncated(sign_extended(low, narrow) as u64, wide)
        } else {
            low
        };
        if again != constant {
            return Some(self.constant(0, 1));
        }
        let low = self.constant(low, narrow);
        Some(self.binary(Operator::Equal, of, low))
    }

    /// The `float` that a `double` is for sure: numbers compare as both alike.
    fn narrower(&mut self, double: Expr) -> Option<Expr> {
        match self.node(double) {
            Node::Float(FloatFunction::Resized, of) if self.width(double) == 64 => Some(of),
            Node::Constant(value) if self.width(double) == 64 => {
                let float = FloatFunction::Resized.apply(value, 64, 32);
                let again = FloatFunction::Resized.apply(float, 32, 64);
                (again == value).then(|| self.constant(float, 32))
            }
            _ => None,
        }
    }

    /// A function of a floating-point number, or one that gives such a number, of so many bits.
    pub fn float(&mut self, function: FloatFunction, of: Expr, width: u32) -> Expr {
        let from = self.width(of);
        if let Some(value) = self.value(of) {
            return self.constant(function.apply(value, from, width), width);
        }
        match (function, self.node(of)) {
            // Each `int` is a `double`.
            (FloatFunction::ToInteger, Node::Float(FloatFunction::FromInteger, integer))
                if from == 64 && self.width(integer) == 32 =>
            {
                self.extended(integer, width, true)
            }
            _ => self.keep(Node::Float(function, of), width),
        }
    }

    /// Whether a floating-point number is none.
    pub fn is_nan(&mut self, of: Expr) -> Expr {
        let is_number = self.binary(Operator::FloatEqual, of, of);
        self.not(is_number)
    }

    /// A wider value.
    pub fn extended(&mut self, of: Expr, width: u32, signed: bool) -> Expr {
        let narrow = self.width(of);
        if narrow == width {
            return of;
        }
        match self.node(of) {
            Node::Constant(value) if signed => self.constant(sign_extended(value, narrow) as u64, width),
            Node::Constant(value) => self.constant(value, width),
            // Zeros in front make the sign bit 0, whatever comes before it.
            Node::Extended { of, signed: inner } if inner == signed || !inner => self.extended(of, width, inner),
            Node::Input(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Float(..)
            | Node::Extended { .. }
            | Node::Truncated(_)
            | Node::IfThenElse(..) => self.keep(Node::Extended { of, signed }, width),
        }
    }

    /// The lowest bits.
    pub fn truncated(&mut self, of: Expr, width: u32) -> Expr {
        if self.width(of) == width {
            return of;
        }
        match self.node(of) {
            Node::Constant(value) => self.constant(value, width),
            Node::Truncated(inner) => self.truncated(inner, width),
            Node::Extended { of: inner, signed } => {
                if width <= self.width(inner) {
                    self.truncated(inner, width)
                } else {
                    self.extended(inner, width, signed)
                }
            }
            Node::Input(_) | Node::Not(_) | Node::Binary(..) | Node::Float(..) | Node::IfThenElse(..) => {
                self.keep(Node::Truncated(of), width)
            }
        }
    }

    /// Decides between two values of one width.
    pub fn if_then_else(&mut self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        match self.value(condition) {
            _ if then == otherwise => then,
            Some(0) => otherwise,
            Some(_) => then,
            None => self.keep(Node::IfThenElse(condition, then, otherwise), self.width(then)),
        }
    }

    /// The disjunction of conditions.
    pub fn any(&mut self, conditions: &[Expr]) -> Expr {
        let never = self.constant(0, 1);
        conditions
            .iter()
            .fold(never, |all, one| self.binary(Operator::Or, all, *one))
    }

    /// Its value where the inputs have those of the model. Its bits above the width are 0.
    pub fn evaluate(&self, expr: Expr, model: &Model) -> u64 {
        let mut known = FxHashMap::default();
        self.evaluate_known(expr, model, &mut known)
    }

    /// Whether all of these conditions hold where the inputs have the values of the model.
    pub fn all_hold(&self, conditions: &[Expr], model: &Model) -> bool {
        let mut known = FxHashMap::default();
        conditions
            .iter()
            .all(|condition| self.evaluate_known(*condition, model, &mut known) == 1)
    }

    /// Without recursion: sums in loops are as deep as the loops are long.
    fn evaluate_known(&self, expr: Expr, model: &Model, known: &mut FxHashMap<Expr, u64>) -> u64 {
        let mut open = vec![expr];
        while let Some(one) = open.last().copied() {
            if known.contains_key(&one) {
                open.pop();
                continue;
            }
            let before = open.len();
            self.operands(one, |operand| {
                if !known.contains_key(&operand) {
                    open.push(operand);
                }
            });
            if open.len() == before {
                known.insert(one, self.computed(one, model, known));
                open.pop();
            }
        }
        known[&expr]
    }

    /// Shows each operand.
    pub(crate) fn operands(&self, expr: Expr, mut show: impl FnMut(Expr)) {
        match self.node(expr) {
            Node::Constant(_) | Node::Input(_) => {}
            Node::Not(of) | Node::Float(_, of) | Node::Extended { of, .. } | Node::Truncated(of) => show(of),
            Node::Binary(_, left, right) => {
                show(left);
                show(right);
            }
            Node::IfThenElse(condition, then, otherwise) => {
                show(condition);
                show(then);
                show(otherwise);
            }
        }
    }

    fn computed(&self, expr: Expr, model: &Model, known: &FxHashMap<Expr, u64>) -> u64 {
        let width = self.width(expr);
        match self.node(expr) {
            Node::Constant(value) => value,
            Node::Input(number) => truncated(model.value(number), width),
            Node::Not(of) => truncated(!known[&of], width),
            Node::Binary(operator, left, right) => operator.apply(known[&left], known[&right], self.width(left)),
            Node::Float(function, of) => function.apply(known[&of], self.width(of), width),
            Node::Extended { of, signed: true } => truncated(sign_extended(known[&of], self.width(of)) as u64, width),
            Node::Extended { of, signed: false } => known[&of],
            Node::Truncated(of) => truncated(known[&of], width),
            Node::IfThenElse(condition, then, otherwise) => match known[&condition] {
                0 => known[&otherwise],
                _ => known[&then],
            },
        }
    }

    /// The numbers and widths of the inputs on which expressions depend, in order.
    pub fn inputs(&self, of: &[Expr]) -> BTreeMap<u32, u32> {
        let (mut open, mut known) = (of.to_vec(), FxHashSet::default());
        let mut inputs = BTreeMap::new();
        while let Some(one) = open.pop() {
            if !known.insert(one) {
                continue;
            }
            if let Node::Input(number) = self.node(one) {
                inputs.insert(number, self.width(one));
            }
            self.operands(one, |operand| open.push(operand));
        }
        inputs
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_expressions_are_one() {
        let mut arena = Arena::default();
        let (x, y) = (arena.input(0, 32), arena.input(1, 32));
        assert_eq!(arena.binary(Operator::Add, x, y), arena.binary(Operator::Add, y, x));
        assert_ne!(arena.binary(Operator::Sub, x, y), arena.binary(Operator::Sub, y, x));
    }

    #[test]
    fn constants_are_folded() {
        let mut arena = Arena::default();
        let x = arena.input(0, 32);
        let (one, two, minus) = (
            arena.constant(1, 32),
            arena.constant(2, 32),
            arena.constant(u64::MAX, 32),
        );
        let sum = arena.binary(Operator::Add, x, one);
        let sum = arena.binary(Operator::Add, sum, two);
        let three = arena.constant(3, 32);
        assert_eq!(sum, arena.binary(Operator::Add, x, three));
        let back = arena.binary(Operator::Sub, sum, three);
        assert_eq!(back, x);
        let less = arena.binary(Operator::SignedLess, minus, one);
        assert_eq!(arena.value(less), Some(1));
        let wide = arena.extended(x, 64, true);
        assert_eq!(arena.truncated(wide, 32), x);
    }

    #[test]
    fn deep_expressions_are_evaluated_without_recursion() {
        let mut arena = Arena::default();
        let (x, y) = (arena.input(0, 32), arena.input(1, 32));
        let deep = (0..200_000).fold(x, |sum, step| {
            let operator = if step % 2 == 0 { Operator::Xor } else { Operator::Sub };
            arena.binary(operator, y, sum)
        });
        let model = Model::of([7, 9]);
        assert!(arena.evaluate(deep, &model) < 1 << 32);
    }
}
