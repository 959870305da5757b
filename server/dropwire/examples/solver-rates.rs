//! How many small questions of feasibility the solvers answer in a second:
//! `cargo run --release -p dropwire --example solver-rates`, with a `z3` on the `PATH` to measure that as well.

use std::time::Instant;

use dropwire::{Z3, Z3Limits};
use dropwire_check::CancellationToken;
use dropwire_symbolic::{Answer, BitBlaster, Cached, Solver};

#[allow(dead_code, reason = "the tests of the solvers use the rest")]
#[path = "../../symbolic/tests/corpus/mod.rs"]
mod corpus;

use corpus::Corpus;

const PATHS: usize = 200;
const CONFLICTS: u64 = 100_000;
/// What z3 gets for a question.
const MILLISECONDS: u64 = 5_000;

fn main() {
    measure_all(&Corpus::of_paths(1, PATHS, 0));
    for width in [32, 64] {
        println!("of floating-point numbers of {width} bits:");
        measure_all(&Corpus::of_numbers(1, PATHS, width));
    }
}

fn measure_all(corpus: &Corpus) {
    println!("{} questions of {PATHS} paths", corpus.questions.len());
    let own = || BitBlaster::with_budget(CONFLICTS);
    measure("built in, a new one for each question", corpus, &mut Anew(own));
    measure("built in", corpus, &mut own());
    let mut cached = Cached::new(own());
    measure("built in, cached, first round", corpus, &mut cached);
    measure("built in, cached, second round", corpus, &mut cached);
    let limits = Z3Limits {
        time_ms: MILLISECONDS,
        memory: 0,
    };
    match Z3::on_path(limits, CancellationToken::default()) {
        Some(mut z3) => measure("z3", corpus, &mut z3),
        None => println!("z3: there is none on the PATH"),
    }
}

/// Solvers that keep nothing.
struct Anew<F>(F);

impl<S: Solver, F: Fn() -> S> Solver for Anew<F> {
    fn solve(&mut self, arena: &dropwire_symbolic::Arena, conditions: &[dropwire_symbolic::Expr]) -> Answer {
        self.0().solve(arena, conditions)
    }
}

fn measure(name: &str, corpus: &Corpus, solver: &mut dyn Solver) {
    let (mut holds, mut never, mut unknown) = (0, 0, 0);
    let began = Instant::now();
    for question in &corpus.questions {
        match solver.solve(&corpus.arena, question) {
            Answer::Satisfiable(_) => holds += 1,
            Answer::Unsatisfiable => never += 1,
            Answer::Unknown => unknown += 1,
        }
    }
    let rate = corpus.questions.len() as f64 / began.elapsed().as_secs_f64();
    println!("{name}: {rate:.0} questions/s ({holds} hold, {never} never do, {unknown} not decided)");
}
