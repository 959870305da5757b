//! Random expressions: what the arena makes of them, what the solver that is built in says of them, and what z3 does, where there is one.

use std::io::Write;
use std::process::{Command, Stdio};

use dropwire_symbolic::{Answer, Arena, BitBlaster, Cached, Expr, Model, Operator, Solver, query, read_answer};

/// SplitMix64 (Steele et al., OOPSLA 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Ends of ranges and small numbers more often than others.
    fn value(&mut self) -> u64 {
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
    };
    low(value as u64, width)
}

/// An expression, and its value by direct evaluation.
fn random_expression(random: &mut Random, arena: &mut Arena, inputs: &[u64; 3], width: u32, depth: u32) -> (Expr, u64) {
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
            let operator = Operator::ALL[random.below(11) as usize];
            let (left, a) = random_expression(random, arena, inputs, width, depth - 1);
            let (right, b) = random_expression(random, arena, inputs, width, depth - 1);
            (arena.binary(operator, left, right), java(operator, a, b, width))
        }
    }
}

fn random_condition(random: &mut Random, arena: &mut Arena, inputs: &[u64; 3], depth: u32) -> (Expr, u64) {
    let width = [8, 16, 32, 64][random.below(4) as usize];
    let operator = [Operator::Equal, Operator::SignedLess, Operator::UnsignedLess][random.below(3) as usize];
    let (left, a) = random_expression(random, arena, inputs, width, depth);
    let (right, b) = random_expression(random, arena, inputs, width, depth);
    (arena.binary(operator, left, right), java(operator, a, b, width))
}

fn random_inputs(random: &mut Random) -> [u64; 3] {
    [random.value(), random.value(), random.value()]
}

#[test]
fn expressions_have_the_values_of_java() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let mut arena = Arena::default();
        let inputs = random_inputs(&mut random);
        let width = [8, 16, 32, 64][random.below(4) as usize];
        let (expr, value) = random_expression(&mut random, &mut arena, &inputs, width, 4);
        assert_eq!(arena.width(expr), width);
        assert_eq!(arena.evaluate(expr, &Model::of(inputs)), value);
    }
}

#[test]
fn the_solver_finds_what_holds_and_its_models_are_ones() {
    let mut random = Random(2);
    let mut unsatisfiable = 0;
    for _ in 0..60 {
        let mut arena = Arena::default();
        let inputs = random_inputs(&mut random);
        let mut solver = BitBlaster::with_budget(2_000);
        // Incremental: the conditions of one round share circuits.
        for _ in 0..4 {
            let (condition, holds) = random_condition(&mut random, &mut arena, &inputs, 2);
            let true_one = if holds != 0 { condition } else { arena.not(condition) };
            let other = arena.not(true_one);
            match solver.solve(&arena, &[true_one]) {
                Answer::Satisfiable(model) => assert_eq!(arena.evaluate(true_one, &model), 1),
                Answer::Unsatisfiable => panic!("it holds for {inputs:?}"),
                Answer::Unknown => {}
            }
            match solver.solve(&arena, &[other]) {
                Answer::Satisfiable(model) => assert_eq!(arena.evaluate(other, &model), 1),
                Answer::Unsatisfiable => unsatisfiable += 1,
                Answer::Unknown => {}
            }
            assert_eq!(solver.solve(&arena, &[true_one, other]), Answer::Unsatisfiable);
        }
    }
    assert!(unsatisfiable > 20, "{unsatisfiable} of 240");
}

/// All values of two inputs of four bits: an answer cannot be wrong unseen.
#[test]
fn small_widths_are_decided_as_by_trying_all() {
    let mut random = Random(3);
    for operator in Operator::ALL {
        for _ in 0..12 {
            let mut arena = Arena::default();
            let (x, y) = (arena.input(0, 4), arena.input(1, 4));
            let value = arena.binary(operator, x, y);
            let wanted = arena.constant(random.next(), arena.width(value));
            let condition = arena.binary(Operator::Equal, value, wanted);
            let holds = |x, y| arena.evaluate(condition, &Model::of([x, y])) == 1;
            let possible = (0..16).any(|x| (0..16).any(|y| holds(x, y)));
            match BitBlaster::default().solve(&arena, &[condition]) {
                Answer::Satisfiable(model) => assert!(holds(model.value(0), model.value(1))),
                Answer::Unsatisfiable => assert!(!possible, "{operator:?}"),
                Answer::Unknown => panic!("{operator:?}"),
            }
        }
    }
}

#[test]
fn a_hard_question_ends_at_its_budget_and_the_next_one_is_answered() {
    let mut arena = Arena::default();
    let (x, y) = (arena.input(0, 64), arena.input(1, 64));
    // The product of two primes of 31 bits, without overflow: factoring takes more conflicts than it may.
    let product = arena.constant(2_147_483_647 * 2_147_483_629, 64);
    let times = arena.binary(Operator::Mul, x, y);
    let mut conditions = vec![arena.binary(Operator::Equal, times, product)];
    let limit = arena.constant(1 << 31, 64);
    let one = arena.constant(1, 64);
    for factor in [x, y] {
        conditions.push(arena.binary(Operator::UnsignedLess, factor, limit));
        conditions.push(arena.binary(Operator::UnsignedLess, one, factor));
    }
    let mut solver = Cached::new(BitBlaster::with_budget(50));
    assert_eq!(solver.solve(&arena, &conditions), Answer::Unknown);
    assert_eq!(solver.solve(&arena, &conditions), Answer::Unknown);
    assert_eq!((solver.solved, solver.repeated), (1, 1));
    let easy = arena.binary(Operator::Equal, x, limit);
    let Answer::Satisfiable(model) = solver.solve(&arena, &[easy]) else {
        panic!("it is easy");
    };
    assert_eq!(model.value(0), 1 << 31);
}

/// `None` where this machine has no z3.
fn z3(text: &str) -> Option<Answer> {
    let started = Command::new("z3")
        .args(["-in", "-T:20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut process = started.ok()?;
    process.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = process.wait_with_output().ok()?;
    Some(read_answer(&String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn z3_answers_the_same() {
    let mut random = Random(4);
    let mut agreed = 0;
    for _ in 0..60 {
        let mut arena = Arena::default();
        let inputs = random_inputs(&mut random);
        let (condition, _) = random_condition(&mut random, &mut arena, &inputs, 2);
        let condition = if random.below(2) == 0 {
            condition
        } else {
            arena.not(condition)
        };
        let Some(other) = z3(&query(&arena, &[condition])) else {
            println!("there is no z3 on the path: nothing was compared");
            return;
        };
        match (BitBlaster::with_budget(20_000).solve(&arena, &[condition]), other) {
            (Answer::Unknown, _) | (_, Answer::Unknown) => continue,
            (Answer::Satisfiable(_), Answer::Satisfiable(model)) => assert_eq!(arena.evaluate(condition, &model), 1),
            (own, other) => assert_eq!(own, other),
        }
        agreed += 1;
    }
    assert!(agreed > 40, "{agreed}");
}
