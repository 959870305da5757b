//! Random expressions: what the arena makes of them, and what the solver that is built in says of them. A test of the binary compares that with z3.

use dropwire_symbolic::{Answer, Arena, BitBlaster, Cached, Model, Operator, Solver};

#[allow(dead_code, reason = "the tests of floating-point numbers use the rest")]
mod corpus;

use corpus::{Corpus, Random, random_condition, random_expression, random_inputs};

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
    for operator in Operator::INTEGERS {
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

/// Some inputs take each path of the corpus.
#[test]
fn no_path_that_is_taken_is_infeasible() {
    for (paths, depth) in [(300, 0), (20, 1)] {
        let Corpus {
            arena,
            questions,
            taken,
        } = Corpus::of_paths(5, paths, depth);
        let mut solver = Cached::new(BitBlaster::with_budget(100));
        let mut never = 0;
        for question in &questions {
            match solver.solve(&arena, question) {
                Answer::Satisfiable(model) => assert!(arena.all_hold(question, &model)),
                Answer::Unsatisfiable => never += 1,
                Answer::Unknown => {}
            }
        }
        assert!(never > 5, "{never}");
        for path in &taken {
            assert_ne!(solver.solve(&arena, path), Answer::Unsatisfiable);
        }
    }
}
