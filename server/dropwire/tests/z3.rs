//! z3 as a solver: a process that misbehaves makes answers unknown, and a real one, where there is one, says what the solver that is built in says.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use dropwire::{Z3, Z3Limits};
use dropwire_check::CancellationToken;
use dropwire_symbolic::{Answer, Arena, BitBlaster, Cached, Expr, FloatFunction, InTurn, Model, Operator, Solver};

#[allow(dead_code, reason = "the solver that is built in has more tests of these")]
#[path = "../../symbolic/tests/corpus/mod.rs"]
mod corpus;

use corpus::{Corpus, Random};

/// More than any of these tests needs, and less than it takes to hang.
const LONG: Duration = Duration::from_secs(60);

/// A program that is called `z3` and is none.
fn fake(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake-z3");
    folder.join(name).join("z3")
}

fn at(program: &Path, time_ms: u64) -> Z3 {
    let limits = Z3Limits { time_ms, memory: 0 };
    Z3::at(program, limits, CancellationToken::default())
}

/// The one of the path.
fn real(time_ms: u64) -> Option<Z3> {
    let limits = Z3Limits {
        time_ms,
        memory: 1 << 30,
    };
    let z3 = Z3::on_path(limits, CancellationToken::default());
    if z3.is_none() {
        assert!(std::env::var_os("DROPWIRE_REQUIRE_Z3").is_none(), "z3 is missing");
        eprintln!("skipped: no z3 on the path");
    }
    z3
}

/// Whether an input of 64 bits is 7.
fn is_seven() -> (Arena, Expr) {
    let mut arena = Arena::default();
    let (x, seven) = (arena.input(0, 64), arena.constant(7, 64));
    let is = arena.binary(Operator::Equal, x, seven);
    (arena, is)
}

/// `(x + y) * (x + y) != x * x + 2 * x * y + y * y`, which never holds.
fn binomial() -> (Arena, Expr) {
    let mut arena = Arena::default();
    let (x, y, two) = (arena.input(0, 64), arena.input(1, 64), arena.constant(2, 64));
    let sum = arena.binary(Operator::Add, x, y);
    let left = arena.binary(Operator::Mul, sum, sum);
    let first = arena.binary(Operator::Mul, x, x);
    let twice = arena.binary(Operator::Mul, two, x);
    let second = arena.binary(Operator::Mul, twice, y);
    let third = arena.binary(Operator::Mul, y, y);
    let right = arena.binary(Operator::Add, first, second);
    let right = arena.binary(Operator::Add, right, third);
    let equal = arena.binary(Operator::Equal, left, right);
    let differ = arena.not(equal);
    (arena, differ)
}

#[cfg(unix)]
#[test]
fn a_process_that_misbehaves_knows_nothing() {
    let (arena, is_seven) = is_seven();
    for name in ["dies", "hangs", "endless", "nonsense", "wrong-model"] {
        let began = Instant::now();
        let mut solver = InTurn::new(None, Some(Box::new(at(&fake(name), 100))));
        for _ in 0..5 {
            assert_eq!(solver.solve(&arena, &[is_seven]), Answer::Unknown, "{name}");
        }
        assert_eq!(solver.decided_by_other, 0, "{name}");
        assert!(began.elapsed() < LONG, "{name}");
    }
    let missing = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake-z3/z3");
    assert_eq!(at(&missing, 100).solve(&arena, &[is_seven]), Answer::Unknown);
}

#[cfg(unix)]
#[test]
fn one_process_answers_all_questions() {
    let (mut arena, is_seven) = is_seven();
    let is_another = arena.not(is_seven);
    let mut z3 = at(&fake("never-again"), 30_000);
    assert_eq!(z3.solve(&arena, &[is_seven]), Answer::Unsatisfiable);
    assert_eq!(z3.solve(&arena, &[is_another]), Answer::Unknown);
    // Another one knows nothing of the first.
    assert_eq!(
        at(&fake("never-again"), 30_000).solve(&arena, &[is_another]),
        Answer::Unsatisfiable
    );
}

#[cfg(unix)]
#[test]
fn a_process_that_hangs_is_given_up_when_nobody_wants_to_know() {
    let (arena, is_seven) = is_seven();
    let cancellation = CancellationToken::default();
    let mut z3 = Z3::at(&fake("hangs"), Z3Limits::default(), cancellation.clone());
    let began = Instant::now();
    let wish = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        cancellation.cancel();
    });
    assert_eq!(z3.solve(&arena, &[is_seven]), Answer::Unknown);
    assert!(began.elapsed() < LONG);
    wish.join().unwrap();
}

/// A question that does not fit into a pipe, to a process that does not read.
#[cfg(unix)]
#[test]
fn a_process_that_does_not_listen_is_late() {
    let mut arena = Arena::default();
    let (x, mut sum) = (arena.input(0, 64), arena.input(1, 64));
    for step in 0..5_000 {
        let operator = if step % 2 == 0 { Operator::Xor } else { Operator::Sub };
        sum = arena.binary(operator, x, sum);
    }
    let condition = arena.binary(Operator::SignedLess, sum, x);
    assert!(dropwire_symbolic::query(&arena, &[condition]).len() > 1 << 17);
    assert_eq!(at(&fake("hangs"), 100).solve(&arena, &[condition]), Answer::Unknown);
}

#[test]
fn both_solvers_say_the_same() {
    let Some(mut z3) = real(1_000) else { return };
    let (mut compared, mut unsatisfiable) = (0, 0);
    let corpora = [
        Corpus::of_paths(1, 150, 0),
        Corpus::of_paths(2, 20, 1),
        Corpus::of_numbers(3, 60, 32),
        Corpus::of_numbers(4, 30, 64),
    ];
    for Corpus { arena, questions, .. } in corpora {
        let mut own = BitBlaster::with_budget(100);
        for question in &questions {
            match (own.solve(&arena, question), z3.solve(&arena, question)) {
                (Answer::Unknown, _) | (_, Answer::Unknown) => continue,
                (Answer::Satisfiable(own), Answer::Satisfiable(other)) => {
                    assert!(arena.all_hold(question, &own) && arena.all_hold(question, &other));
                }
                (own, other) => {
                    assert_eq!(own, other);
                    unsatisfiable += 1;
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 500 && unsatisfiable > 50, "{compared}, {unsatisfiable}");
}

/// What is written for each operator on floating-point numbers means what it computes, to the last bit.
#[test]
fn z3_computes_with_numbers_as_java_does() {
    let Some(mut z3) = real(20_000) else { return };
    let mut random = Random(5);
    let mut compared = 0;
    for (from, to) in [(32, 32), (32, 64), (64, 32), (64, 64)] {
        let two = Operator::FLOATS.map(|operator| (Some(operator), None));
        let one = FloatFunction::ALL.map(|function| (None, Some(function)));
        for (operator, function) in two.into_iter().chain(one) {
            let (resizes, roots) = (FloatFunction::Resized, FloatFunction::SquareRoot);
            if from == to && function == Some(resizes) || from != to && (operator.is_some() || function == Some(roots))
            {
                continue;
            }
            for _ in 0..6 {
                let mut arena = Arena::default();
                let (x, y) = (arena.input(0, from), arena.input(1, from));
                let model = Model::of([random.number(from), random.number(from)]);
                let result = match (operator, function) {
                    (Some(operator), _) => arena.binary(operator, x, y),
                    (_, function) => arena.float(function.unwrap(), x, to),
                };
                let mut conditions = Vec::new();
                for (input, number) in [(x, 0), (y, 1)] {
                    let value = arena.constant(model.value(number), from);
                    conditions.push(arena.binary(Operator::Equal, input, value));
                }
                let value = arena.constant(arena.evaluate(result, &model), arena.width(result));
                let is = arena.binary(Operator::Equal, result, value);
                let is_not = arena.not(is);
                let what = format!("{operator:?} {function:?} {model:?}");
                let holds = z3.solve(&arena, &[&conditions[..], &[is]].concat());
                assert!(matches!(holds, Answer::Satisfiable(_)), "{what}");
                conditions.push(is_not);
                assert_eq!(z3.solve(&arena, &conditions), Answer::Unsatisfiable, "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn z3_decides_what_takes_the_other_one_too_long() {
    let Some(z3) = real(30_000) else { return };
    let (arena, differ) = binomial();
    let mut own = BitBlaster::with_budget(1_000);
    assert_eq!(own.solve(&arena, &[differ]), Answer::Unknown);
    let mut both = Cached::new(InTurn::new(Some(own), Some(Box::new(z3))));
    for _ in 0..2 {
        assert_eq!(both.solve(&arena, &[differ]), Answer::Unsatisfiable);
    }
    assert_eq!((both.solved, both.repeated), (1, 1));
    assert_eq!(both.solver().decided_by_other, 1);
}

#[test]
fn a_question_that_takes_z3_too_long_is_followed_by_others() {
    let Some(mut z3) = real(50) else { return };
    let mut arena = Arena::default();
    let (x, y) = (arena.input(0, 64), arena.input(1, 64));
    // The product of two primes of 31 bits, without overflow.
    let product = arena.constant(2_147_483_647 * 2_147_483_629, 64);
    let (limit, one) = (arena.constant(1 << 31, 64), arena.constant(1, 64));
    let times = arena.binary(Operator::Mul, x, y);
    let mut conditions = vec![arena.binary(Operator::Equal, times, product)];
    for factor in [x, y] {
        conditions.push(arena.binary(Operator::UnsignedLess, factor, limit));
        conditions.push(arena.binary(Operator::UnsignedLess, one, factor));
    }
    assert_eq!(z3.solve(&arena, &conditions), Answer::Unknown);
    let easy = arena.binary(Operator::Equal, x, limit);
    assert_eq!(z3.solve(&arena, &[easy]), Answer::Satisfiable(Model::of([1 << 31])));
}
