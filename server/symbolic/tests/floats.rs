//! Floating-point numbers: the circuits of each operator compute what the machine that this runs on does, and questions have the answers that evaluation has.

use dropwire_symbolic::{Answer, Arena, BitBlaster, Expr, FloatFunction, Model, Operator, Solver};

#[allow(dead_code, reason = "the other tests use the rest")]
mod corpus;

use corpus::{Corpus, Random};

/// Whether the circuit of an operator gives a value for these inputs, and no other one.
fn gives(arena: &mut Arena, result: Expr, inputs: &[(Expr, u64)], value: u64) -> bool {
    let mut solver = BitBlaster::default();
    let mut conditions: Vec<Expr> = Vec::new();
    for (input, value) in inputs {
        let value = arena.constant(*value, arena.width(*input));
        conditions.push(arena.binary(Operator::Equal, *input, value));
    }
    let value = arena.constant(value, arena.width(result));
    let is = arena.binary(Operator::Equal, result, value);
    let holds = |solver: &mut BitBlaster, last: Expr| solver.solve(arena, &[&conditions[..], &[last]].concat());
    let possible = matches!(holds(&mut solver, is), Answer::Satisfiable(_));
    let is_not = arena.not(is);
    let mut conditions = conditions.clone();
    conditions.push(is_not);
    possible && solver.solve(arena, &conditions) == Answer::Unsatisfiable
}

#[test]
fn circuits_of_two_numbers_compute_what_the_machine_does() {
    let mut random = Random(11);
    for (width, rounds) in [(32, 120), (64, 25)] {
        for operator in Operator::FLOATS {
            for _ in 0..rounds {
                let (a, mut b) = (random.number(width), random.number(width));
                match random.below(6) {
                    0 => b = a,
                    1 => b = a ^ 1 << (width - 1),
                    // Near to each other, and almost the negation.
                    2 => b = a ^ random.below(16),
                    3 => b = a ^ random.below(16) ^ 1 << (width - 1),
                    _ => {}
                }
                let mut arena = Arena::default();
                let (x, y) = (arena.input(0, width), arena.input(1, width));
                let result = arena.binary(operator, x, y);
                let value = arena.evaluate(result, &Model::of([a, b]));
                assert!(
                    gives(&mut arena, result, &[(x, a), (y, b)], value),
                    "{operator:?} of {a:#x} and {b:#x} is {value:#x}"
                );
            }
        }
    }
}

#[test]
fn circuits_of_one_number_compute_what_the_machine_does() {
    let mut random = Random(12);
    for function in FloatFunction::ALL {
        for (from, to) in [(32, 32), (32, 64), (64, 32), (64, 64)] {
            if function == FloatFunction::Resized && from == to || function == FloatFunction::SquareRoot && from != to {
                continue;
            }
            for _ in 0..120 {
                let of = match (function, random.below(3)) {
                    (FloatFunction::FromInteger, _) => random.value() & (u64::MAX >> (64 - from)),
                    // About as large as integers are.
                    (FloatFunction::ToInteger, 0 | 1) => {
                        let integer = random.value() >> random.below(40);
                        let nearest = FloatFunction::FromInteger.apply(integer, 64, from);
                        nearest.wrapping_add(random.below(3)).wrapping_sub(1) & (u64::MAX >> (64 - from))
                    }
                    // About as large as the ends of `float`.
                    (FloatFunction::Resized, 0 | 1) if from == 64 => {
                        let float = FloatFunction::Resized.apply(random.number(32), 32, 64);
                        float.wrapping_add(random.below(1 << 30)).wrapping_sub(1 << 29)
                    }
                    _ => random.number(from),
                };
                let mut arena = Arena::default();
                let x = arena.input(0, from);
                let result = arena.float(function, x, to);
                let value = arena.evaluate(result, &Model::of([of]));
                assert!(
                    gives(&mut arena, result, &[(x, of)], value),
                    "{function:?} of {of:#x} ({from} bits to {to}) is {value:#x}"
                );
            }
        }
    }
}

/// Some inputs take each path of the corpus, and models are ones.
#[test]
fn paths_of_numbers_are_decided() {
    for (width, paths) in [(32, 60), (64, 20)] {
        let corpus = Corpus::of_numbers(13, paths, width);
        let mut solver = BitBlaster::with_budget(1_000);
        let (mut holds, mut never) = (0, 0);
        for question in &corpus.questions {
            match solver.solve(&corpus.arena, question) {
                Answer::Satisfiable(model) => {
                    assert!(corpus.arena.all_hold(question, &model));
                    holds += 1;
                }
                Answer::Unsatisfiable => never += 1,
                Answer::Unknown => {}
            }
        }
        assert!(holds > 10 && never > 5, "{holds} hold, {never} never do");
        for path in &corpus.taken {
            assert_ne!(solver.solve(&corpus.arena, path), Answer::Unsatisfiable);
        }
    }
}

#[test]
fn what_is_simplified_stays_what_it_is() {
    let mut random = Random(14);
    for _ in 0..20_000 {
        let mut arena = Arena::default();
        let (x, y, i) = (arena.input(0, 32), arena.input(1, 32), arena.input(2, 32));
        let [wide_x, wide_y, wide_i] = [
            arena.float(FloatFunction::Resized, x, 64),
            arena.float(FloatFunction::Resized, y, 64),
            arena.float(FloatFunction::FromInteger, i, 64),
        ];
        let model = Model::of([random.number(32), random.number(32), random.value() & 0xffff_ffff]);
        let constant = arena.constant(random.number(64), 64);
        let operands = [wide_x, wide_y, wide_i, constant];
        let (left, right) = (operands[random.below(4) as usize], operands[random.below(4) as usize]);
        let operator = Operator::FLOATS[random.below(7) as usize];
        let made = arena.binary(operator, left, right);
        let values = (arena.evaluate(left, &model), arena.evaluate(right, &model));
        assert_eq!(
            arena.evaluate(made, &model),
            operator.apply(values.0, values.1, 64),
            "{operator:?}"
        );
        for width in [32, 64] {
            let back = arena.float(FloatFunction::ToInteger, wide_i, width);
            let value = FloatFunction::ToInteger.apply(arena.evaluate(wide_i, &model), 64, width);
            assert_eq!(arena.evaluate(back, &model), value);
        }
    }
}
