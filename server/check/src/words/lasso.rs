//! Of the loop at the end of a run that never ends.

use crate::trail::Lasso;

/// `from here these 3 steps repeat forever`.
pub fn begins(lasso: &Lasso) -> String {
    match lasso.steps {
        1 => "from here this step repeats forever".into(),
        steps => format!("from here these {steps} steps repeat forever"),
    }
}

/// `round 2 of the loop: the same 3 steps`. Rounds count from 1.
pub fn again(lasso: &Lasso, round: usize) -> String {
    match lasso.steps {
        1 => format!("round {round} of the loop: the same step"),
        steps => format!("round {round} of the loop: the same {steps} steps"),
    }
}
