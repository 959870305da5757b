//! Random questions, and what Java computes.

use dropwire_symbolic::{Arena, Expr, Operator};

/// SplitMix64 (Steele et al., OOPSLA 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Ends of ranges and small numbers more often than others.
    pub fn value(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(4),
            1 => (1u64 << self.below(64)).wrapping_sub(self.below(2)),
            2 => 0u64.wrapping_sub(self.below(4)),
            _ => self.next(),
        }
    }
}

fn signed(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

fn low(value: u64, width: u32) -> u64 {
    value & (u64::MAX >> (64 - width))
}

/// What Java computes: the arena's own arithmetic is not asked.
fn java(operator: Operator, left: u64, right: u64, width: u32) -> u64 {
    let (a, b) = (i128::from(signed(left, width)), i128::from(signed(right, width)));
    let distance = (right % u64::from(width)) as u32;
    let value = match operator {
        Operator::Add => a + b,
        Operator::Sub => a - b,
        Operator::Mul => a * b,
        Operator::Div if b == 0 => {
            if a < 0 {
                1
            } else {
                -1
            }
        }
        Operator::Div => a / b,
        Operator::Rem if b == 0 => a,
        Operator::Rem => a % b,
        Operator::ShiftLeft => a << distance,
        Operator::ShiftRight => a >> distance,
        Operator::UnsignedShiftRight => i128::from(left) >> distance,
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::Equal => return u64::from(left == right),
        Operator::SignedLess => return u64::from(a < b),
        Operator::UnsignedLess => return u64::from(left < right),
        _ => return java_of_numbers(operator, left, right, width),
    };
    low(value as u64, width)
}

/// Of floating-point numbers, by the machine that this runs on.
fn java_of_numbers(operator: Operator, left: u64, right: u64, width: u32) -> u64 {
    if width == 32 {
        let (a, b) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
        let number = match operator {
            Operator::FloatAdd => a + b,
            Operator::FloatSub => a - b,
            Operator::FloatMul => a * b,
            Operator::FloatDiv => a / b,
            Operator::FloatEqual => return u64::from(a == b),
            Operator::FloatLess => return u64::from(a < b),
            _ => return u64::from(a <= b),
        };
        return u64::from(if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() });
    }
    let (a, b) = (f64::from_bits(left), f64::from_bits(right));
    let number = match operator {
        Operator::FloatAdd => a + b,
        Operator::FloatSub => a - b,
        Operator::FloatMul => a * b,
        Operator::FloatDiv => a / b,
        Operator::FloatEqual => return u64::from(a == b),
        Operator::FloatLess => return u64::from(a < b),
        _ => return u64::from(a <= b),
    };
    if number.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        number.to_bits()
    }
}

/// An expression, and its value by direct evaluation.
pub fn random_expression(
    random: &mut Random,
    arena: &mut Arena,
    inputs: &[u64; 3],
    width: u32,
    depth: u32,
) -> (Expr, u64) {
    if depth == 0 || random.below(8) == 0 {
        return match random.below(3) {
            0 => {
                let value = low(random.value(), width);
                (arena.constant(value, width), value)
            }
            _ => {
                // Input 0 has 8 bits, 1 has 32, 2 has 64.
                let number = random.below(3) as usize;
                let own = [8, 32, 64][number];
                let input = arena.input(number as u32, own);
                let value = low(inputs[number], own);
                if own > width {
                    return (arena.truncated(input, width), low(value, width));
                }
                let is_signed = random.below(2) == 0;
                let wide = if is_signed {
                    low(signed(value, own) as u64, width)
                } else {
                    value
                };
                (arena.extended(input, width, is_signed), wide)
            }
        };
    }
    match random.below(10) {
        0 => {
            let (of, value) = random_expression(random, arena, inputs, width, depth - 1);
            (arena.not(of), low(!value, width))
        }
        1 => {
            let (of, value) = random_expression(random, arena, inputs, width, depth - 1);
            (arena.negated(of), low(0u64.wrapping_sub(value), width))
        }
        2 => {
            let (condition, holds) = random_condition(random, arena, inputs, depth - 1);
            let (then, first) = random_expression(random, arena, inputs, width, depth - 1);
            let (otherwise, second) = random_expression(random, arena, inputs, width, depth - 1);
            (
                arena.if_then_else(condition, then, otherwise),
                if holds != 0 { first } else { second },
            )
        }
        3 if width < 64 => {
            let (of, value) = random_expression(random, arena, inputs, 2 * width, depth - 1);
            (arena.truncated(of, width), low(value, width))
        }
        4 if width > 8 => {
            let narrow = width / 2;
            let (of, value) = random_expression(random, arena, inputs, narrow, depth - 1);
            let is_signed = random.below(2) == 0;
            let wide = if is_signed {
                low(signed(value, narrow) as u64, width)
            } else {
                value
            };
            (arena.extended(of, width, is_signed), wide)
        }
        _ => {
            let operator = Operator::INTEGERS[random.below(11) as usize];
            let (left, a) = random_expression(random, arena, inputs, width, depth - 1);
            let (right, b) = random_expression(random, arena, inputs, width, depth - 1);
            (arena.binary(operator, left, right), java(operator, a, b, width))
        }
    }
}

pub fn random_condition(random: &mut Random, arena: &mut Arena, inputs: &[u64; 3], depth: u32) -> (Expr, u64) {
    let width = [8, 16, 32, 64][random.below(4) as usize];
    let operator = [Operator::Equal, Operator::SignedLess, Operator::UnsignedLess][random.below(3) as usize];
    let (left, a) = random_expression(random, arena, inputs, width, depth);
    let (right, b) = random_expression(random, arena, inputs, width, depth);
    (arena.binary(operator, left, right), java(operator, a, b, width))
}

pub fn random_inputs(random: &mut Random) -> [u64; 3] {
    [random.value(), random.value(), random.value()]
}

/// Questions as a run of a method makes them: what holds up to a decision, and the contrary of what was decided there; at the end, all that was
/// decided.
pub struct Corpus {
    pub arena: Arena,
    pub questions: Vec<Vec<Expr>>,
    /// Those of the questions that hold for some inputs.
    pub taken: Vec<Vec<Expr>>,
}

impl Corpus {
    /// So many paths of up to four decisions on numbers.
    pub fn of_numbers(seed: u64, paths: usize, width: u32) -> Corpus {
        Corpus::of(seed, paths, 4, |random| {
            let inputs = [random.number(width), random.number(width)];
            Box::new(move |random, arena| number_condition(random, arena, &inputs, width))
        })
    }

    /// So many paths of up to eight decisions. Expressions have this depth; without any they are sums and masks of three numbers of 32 bits, as in most
    /// methods.
    pub fn of_paths(seed: u64, paths: usize, depth: u32) -> Corpus {
        Corpus::of(seed, paths, 8, |random| {
            let inputs = random_inputs(random);
            Box::new(move |random, arena| match depth {
                0 => plain_condition(random, arena, &inputs),
                _ => random_condition(random, arena, &inputs, depth),
            })
        })
    }

    fn of(seed: u64, paths: usize, decisions: u64, path: impl Fn(&mut Random) -> Decides) -> Corpus {
        let (mut arena, mut random) = (Arena::default(), Random(seed));
        let (mut questions, mut taken) = (Vec::new(), Vec::new());
        for _ in 0..paths {
            let decides = path(&mut random);
            let mut holds: Vec<Expr> = Vec::new();
            for _ in 0..=random.below(decisions) {
                let (condition, value) = decides(&mut random, &mut arena);
                let contrary = arena.not(condition);
                let (decided, other) = match value {
                    1 => (condition, contrary),
                    _ => (contrary, condition),
                };
                questions.push([&holds[..], &[other]].concat());
                holds.push(decided);
            }
            questions.push(holds.clone());
            taken.push(holds);
        }
        Corpus {
            arena,
            questions,
            taken,
        }
    }
}

/// Makes the next condition of a path, with its value.
type Decides = Box<dyn Fn(&mut Random, &mut Arena) -> (Expr, u64)>;

impl Random {
    /// The bits of a number: zeros, the ends of ranges, what is not finite, and small integers more often than others.
    pub fn number(&mut self, width: u32) -> u64 {
        let fraction = if width == 32 { 23 } else { 52 };
        let infinity = low(u64::MAX, width - 1) >> fraction << fraction;
        let plain = match self.below(10) {
            0 => 0,
            1 => [0, infinity, infinity | 1 << (fraction - 1), infinity | 1][self.below(4) as usize],
            // Subnormal, and the least normal ones.
            2 => self.next() & ((2 << fraction) - 1),
            3 => 1 + self.below(3),
            4 => infinity - 1 - self.below(2),
            5 => (1 << fraction) - 1 + self.below(3),
            6 => match width {
                32 => u64::from((self.below(9) as f32 * 0.5).to_bits()),
                _ => (self.below(9) as f64 * 0.5).to_bits(),
            },
            // Few bits, near 1: sums and products are halfway between others.
            7 | 8 => {
                let exponent = (infinity >> fraction) / 2 + self.below(6);
                let kept = self.next() & self.next() & self.next();
                exponent << fraction | low(kept, fraction)
            }
            _ => self.next(),
        };
        low(plain, width - 1) | self.below(2) << (width - 1)
    }
}

/// Conditions on numbers as programs have them: `a + 0.5 < b`, `(int) a == 3`, `a != a`.
pub fn number_condition(random: &mut Random, arena: &mut Arena, inputs: &[u64; 2], width: u32) -> (Expr, u64) {
    let mut operand = |random: &mut Random| {
        let number = random.below(2) as usize;
        let first = u32::from(width == 64) * 2;
        let (input, value) = (arena.input(first + number as u32, width), low(inputs[number], width));
        let constant = random.number(width);
        let said = arena.constant(constant, width);
        let operator = match random.below(8) {
            0 => return (said, constant),
            1..=3 => return (input, value),
            4 => {
                let sign = arena.constant(1 << (width - 1), width);
                return (arena.binary(Operator::Xor, input, sign), value ^ 1 << (width - 1));
            }
            5 => Operator::FloatSub,
            6 => Operator::FloatMul,
            _ => Operator::FloatAdd,
        };
        (
            arena.binary(operator, input, said),
            java(operator, value, constant, width),
        )
    };
    let ((left, a), (right, b)) = (operand(random), operand(random));
    let operator = [Operator::FloatEqual, Operator::FloatLess, Operator::FloatLessOrEqual][random.below(3) as usize];
    (arena.binary(operator, left, right), java(operator, a, b, width))
}

/// As `a + 3 < b`, `a == 7`, `(a & 15) == b`, with its value. Inputs from 3 on have 32 bits.
fn plain_condition(random: &mut Random, arena: &mut Arena, inputs: &[u64; 3]) -> (Expr, u64) {
    let mut operand = |random: &mut Random| {
        let number = random.below(3) as usize;
        let constant = low(random.value(), 32);
        let (input, value) = (arena.input(number as u32 + 3, 32), low(inputs[number], 32));
        let said = arena.constant(constant, 32);
        let operator = match random.below(4) {
            0 => return (said, constant),
            1 => return (input, value),
            2 => Operator::Add,
            _ => Operator::And,
        };
        (arena.binary(operator, input, said), java(operator, value, constant, 32))
    };
    let ((left, a), (right, b)) = (operand(random), operand(random));
    let operator = [Operator::Equal, Operator::SignedLess][random.below(2) as usize];
    (arena.binary(operator, left, right), java(operator, a, b, 32))
}
