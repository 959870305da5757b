//! What a formula says of a run that goes round forever, by its definition: what the automata are compared with.

use crate::{Formula, Letter};

/// Whether a formula holds at the start of a word that is `stem` and then `cycle` forever. A cycle without a letter repeats the last one of
/// the stem; a word without letters satisfies `True` as every atom were false.
pub fn holds(formula: &Formula, stem: &[Letter], cycle: &[Letter]) -> bool {
    let mut word: Vec<Letter> = stem.iter().chain(cycle).copied().collect();
    if word.is_empty() {
        word.push(0);
    }
    let start = if cycle.is_empty() { word.len() - 1 } else { stem.len() };
    truth(formula, &word, start)[0]
}

/// Whether it holds at each position; after the last one comes `start`.
fn truth(formula: &Formula, word: &[Letter], start: usize) -> Vec<bool> {
    let of = |inner: &Formula| truth(inner, word, start);
    let each = |f: &dyn Fn(usize) -> bool| (0..word.len()).map(f).collect::<Vec<bool>>();
    match formula {
        Formula::True => vec![true; word.len()],
        Formula::False => vec![false; word.len()],
        Formula::Atom(atom) => each(&|at| word[at] >> atom & 1 == 1),
        Formula::Not(a) => of(a).into_iter().map(|holds| !holds).collect(),
        Formula::And(a, b) => {
            let (a, b) = (of(a), of(b));
            each(&|at| a[at] && b[at])
        }
        Formula::Or(a, b) => {
            let (a, b) = (of(a), of(b));
            each(&|at| a[at] || b[at])
        }
        // The least and the greatest solution of what one position says by the next one.
        Formula::Until(a, b) => backwards(&of(a), &of(b), start, false, |a, b, next| b || a && next),
        Formula::Release(a, b) => backwards(&of(a), &of(b), start, true, |a, b, next| b && (a || next)),
        // The past of a position of the cycle is that of the first round; a monitor's runs have no other.
        Formula::Once(a) => {
            let a = of(a);
            each(&|at| a[..=at].contains(&true))
        }
        Formula::Since(a, b) => {
            let (a, b) = (of(a), of(b));
            let mut held = false;
            (0..word.len())
                .map(|at| {
                    held = b[at] || a[at] && held;
                    held
                })
                .collect()
        }
    }
}

fn backwards(a: &[bool], b: &[bool], start: usize, first: bool, at: impl Fn(bool, bool, bool) -> bool) -> Vec<bool> {
    let mut truth = vec![first; a.len()];
    // After two rounds nothing changes any more.
    for _ in 0..2 {
        for position in (0..a.len()).rev() {
            let next = if position + 1 == a.len() { start } else { position + 1 };
            truth[position] = at(a[position], b[position], truth[next]);
        }
    }
    truth
}
