//! Types of terms: which are numbers, and what is passed where. JLS §5.

use dropwire_vm::predicate::Term;

/// How wide a number is among those to which numbers are promoted; nothing where it is none. JLS §5.6.
pub(super) fn rank(term: &Term) -> Option<usize> {
    rank_of(&term.descriptor())
}

fn rank_of(descriptor: &str) -> Option<usize> {
    match descriptor {
        "B" | "C" | "S" | "I" => Some(0),
        "J" => Some(1),
        "F" => Some(2),
        "D" => Some(3),
        _ => None,
    }
}

/// A number as one of another type, which is not narrower.
pub(super) fn widened(term: Term, to: &str) -> Term {
    match (rank(&term), to.chars().next()) {
        (from, Some(letter)) if from.is_some() && from != rank_of(to) => Term::Widened(Box::new(term), letter),
        _ => term,
    }
}

/// Whether a value can be passed where a type is declared, as far as descriptors say. JLS §5.3.
pub(super) fn fits(term: &Term, declared: &str) -> bool {
    match (rank(term), rank_of(declared)) {
        (Some(from), Some(to)) => from <= to && (to > 0 || declared == "I" || term.descriptor() == declared),
        (None, None) => {
            let (own, is_reference) = (term.descriptor(), |text: &str| text.starts_with(['L', '[']));
            own == declared || is_reference(&own) && is_reference(declared)
        }
        _ => false,
    }
}
