//! Operators as circuits of gates over the literals of a SAT solver. Bits are in order, the lowest first.

use batsat::{Lit, SolverInterface};
use rustc_hash::FxHashMap;

use crate::operator::Operator;

/// Bits of a value.
pub(crate) type Bits = Vec<Lit>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And,
    Xor,
}

/// Makes gates, each one once.
pub(crate) struct Circuits<S> {
    pub(crate) solver: S,
    /// The literal that is always true.
    pub(crate) yes: Lit,
    gates: FxHashMap<(Gate, Lit, Lit), Lit>,
}

impl<S: SolverInterface> Circuits<S> {
    pub(crate) fn new(mut solver: S) -> Circuits<S> {
        let yes = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![yes]);
        Circuits {
            solver,
            yes,
            gates: FxHashMap::default(),
        }
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    pub(crate) fn constant(&self, value: u64, width: u32) -> Bits {
        (0..width).map(|bit| self.bit(value >> bit & 1 != 0)).collect()
    }

    pub(crate) fn bit(&self, value: bool) -> Lit {
        if value { self.yes } else { !self.yes }
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let no = !self.yes;
        if left == no || right == no || left == !right {
            return no;
        }
        if left == self.yes || left == right {
            return right;
        }
        if right == self.yes {
            return left;
        }
        let (left, right) = (left.min(right), left.max(right));
        if let Some(known) = self.gates.get(&(Gate::And, left, right)) {
            return *known;
        }
        let gate = self.fresh();
        self.clause(&[!gate, left]);
        self.clause(&[!gate, right]);
        self.clause(&[gate, !left, !right]);
        self.gates.insert((Gate::And, left, right), gate);
        gate
    }

    pub(crate) fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    pub(crate) fn xor(&mut self, left: Lit, right: Lit) -> Lit {
        let no = !self.yes;
        if left == no || right == no {
            return if left == no { right } else { left };
        }
        if left == self.yes || right == self.yes {
            return if left == self.yes { !right } else { !left };
        }
        if left.var() == right.var() {
            return self.bit(left != right);
        }
        // The gate of the two variables; each negation turns it round.
        let turned = left.sign() != right.sign();
        let (left, right) = (Lit::new(left.var(), true), Lit::new(right.var(), true));
        let (left, right) = (left.min(right), left.max(right));
        let gate = match self.gates.get(&(Gate::Xor, left, right)) {
            Some(known) => *known,
            None => {
                let gate = self.fresh();
                self.clause(&[!gate, left, right]);
                self.clause(&[!gate, !left, !right]);
                self.clause(&[gate, !left, right]);
                self.clause(&[gate, left, !right]);
                self.gates.insert((Gate::Xor, left, right), gate);
                gate
            }
        };
        if turned { !gate } else { gate }
    }

    pub(crate) fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let first = self.and(condition, then);
        let second = self.and(!condition, otherwise);
        self.or(first, second)
    }

    /// One of two values.
    pub(crate) fn select(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Bits {
        let bits = then.iter().zip(otherwise);
        bits.map(|(then, otherwise)| self.choose(condition, *then, *otherwise))
            .collect()
    }

    pub(crate) fn binary(&mut self, operator: Operator, left: &[Lit], right: &[Lit]) -> Bits {
        let each = |gate: fn(&mut Self, Lit, Lit) -> Lit, circuits: &mut Self| -> Bits {
            let bits = left.iter().zip(right);
            bits.map(|(left, right)| gate(circuits, *left, *right)).collect()
        };
        match operator {
            Operator::Add => self.sum(left, right, !self.yes).0,
            Operator::Sub => self.difference(left, right).0,
            Operator::Mul => self.product(left, right),
            Operator::Div => self.quotient_and_remainder(left, right).0,
            Operator::Rem => self.quotient_and_remainder(left, right).1,
            Operator::ShiftLeft => {
                let reversed: Bits = left.iter().rev().copied().collect();
                let shifted = self.shifted(&reversed, right, !self.yes);
                shifted.into_iter().rev().collect()
            }
            Operator::ShiftRight => self.shifted(left, right, left[left.len() - 1]),
            Operator::UnsignedShiftRight => self.shifted(left, right, !self.yes),
            Operator::And => each(Self::and, self),
            Operator::Or => each(Self::or, self),
            Operator::Xor => each(Self::xor, self),
            Operator::Equal => {
                let differ = each(Self::xor, self);
                let differ = differ.into_iter().fold(!self.yes, |any, bit| self.or(any, bit));
                vec![!differ]
            }
            Operator::SignedLess => {
                // With the sign bits inverted the order is that of unsigned numbers.
                let turned = |bits: &[Lit]| -> Bits {
                    let sign = bits.len() - 1;
                    let bits = bits.iter().enumerate();
                    bits.map(|(at, bit)| if at == sign { !*bit } else { *bit }).collect()
                };
                vec![self.less(&turned(left), &turned(right))]
            }
            Operator::UnsignedLess => vec![self.less(left, right)],
            Operator::FloatAdd => self.float_sum(left, right),
            Operator::FloatSub => {
                let mut negated = right.to_vec();
                if let Some(sign) = negated.last_mut() {
                    *sign = !*sign;
                }
                self.float_sum(left, &negated)
            }
            Operator::FloatMul => self.float_product(left, right),
            Operator::FloatDiv => self.float_quotient(left, right),
            Operator::FloatEqual => vec![self.float_equal(left, right)],
            Operator::FloatLess => vec![self.float_less(left, right)],
            Operator::FloatLessOrEqual => {
                let (less, equal) = (self.float_less(left, right), self.float_equal(left, right));
                vec![self.or(less, equal)]
            }
        }
    }

    pub(crate) fn sum(&mut self, left: &[Lit], right: &[Lit], mut carry: Lit) -> (Bits, Lit) {
        let mut bits = Bits::with_capacity(left.len());
        for (left, right) in left.iter().zip(right) {
            let differ = self.xor(*left, *right);
            bits.push(self.xor(differ, carry));
            let both = self.and(*left, *right);
            let passed = self.and(differ, carry);
            carry = self.or(both, passed);
        }
        (bits, carry)
    }

    /// And whether nothing is borrowed.
    pub(crate) fn difference(&mut self, left: &[Lit], right: &[Lit]) -> (Bits, Lit) {
        let inverted: Bits = right.iter().map(|bit| !*bit).collect();
        self.sum(left, &inverted, self.yes)
    }

    pub(crate) fn less(&mut self, left: &[Lit], right: &[Lit]) -> Lit {
        !self.difference(left, right).1
    }

    pub(crate) fn product(&mut self, left: &[Lit], right: &[Lit]) -> Bits {
        let width = left.len();
        let mut sum = vec![!self.yes; width];
        for (at, bit) in right.iter().enumerate() {
            let row: Bits = left[..width - at].iter().map(|one| self.and(*one, *bit)).collect();
            let upper = self.sum(&sum[at..], &row, !self.yes).0;
            sum.splice(at.., upper);
        }
        sum
    }

    pub(crate) fn negated_if(&mut self, condition: Lit, bits: &[Lit]) -> Bits {
        let inverted: Bits = bits.iter().map(|bit| self.xor(*bit, condition)).collect();
        let zero = vec![!self.yes; bits.len()];
        self.sum(&inverted, &zero, condition).0
    }

    /// Signed, by restoring division of the magnitudes. Of a division by zero what SMT-LIB says comes out by itself: the quotient of the
    /// magnitudes is all ones, and the remainder is the dividend.
    fn quotient_and_remainder(&mut self, left: &[Lit], right: &[Lit]) -> (Bits, Bits) {
        let width = left.len();
        let (left_sign, right_sign) = (left[width - 1], right[width - 1]);
        let dividend = self.negated_if(left_sign, left);
        let mut divisor = self.negated_if(right_sign, right);
        divisor.push(!self.yes);
        let mut rest = vec![!self.yes; width + 1];
        let mut quotient = vec![!self.yes; width];
        for at in (0..width).rev() {
            rest.pop();
            rest.insert(0, dividend[at]);
            let (smaller, fits) = self.difference(&rest, &divisor);
            quotient[at] = fits;
            rest = self.select(fits, &smaller, &rest);
        }
        rest.truncate(width);
        let signs_differ = self.xor(left_sign, right_sign);
        (
            self.negated_if(signs_differ, &quotient),
            self.negated_if(left_sign, &rest),
        )
    }

    /// Shifted towards the lowest bit, by a distance of which only so many bits count as the width has.
    fn shifted(&mut self, bits: &[Lit], distance: &[Lit], filling: Lit) -> Bits {
        let mut bits = bits.to_vec();
        for (stage, bit) in distance.iter().enumerate().take(bits.len().ilog2() as usize) {
            let by = 1 << stage;
            let moved: Bits = (0..bits.len())
                .map(|at| bits.get(at + by).copied().unwrap_or(filling))
                .collect();
            bits = self.select(*bit, &moved, &bits);
        }
        bits
    }
}
