//! Property patterns by name, with their scopes (Dwyer, Avrunin, Corbett, ICSE 1999; Bandera's specifications).

use crate::Formula;

/// What must be true, within a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// It never happens.
    Absence(Formula),
    /// It happens.
    Existence(Formula),
    /// It holds throughout.
    Universality(Formula),
    /// The second one happens only after the first one.
    Precedence(Formula, Formula),
    /// After the first one comes the second one.
    Response(Formula, Formula),
}

/// Where a pattern counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In the whole run.
    Globally,
    /// Before something happens for the first time, if it does.
    Before(Formula),
    /// After something has happened for the first time.
    After(Formula),
    /// From each time that the first one happens to the second one, if it comes.
    Between(Formula, Formula),
}

impl Pattern {
    /// The formula that says the same.
    pub fn within(&self, scope: &Scope) -> Formula {
        match scope {
            Scope::Globally => self.globally(),
            Scope::Before(end) => self.before(end),
            Scope::After(start) => self.after(start),
            Scope::Between(start, end) => {
                let opens = start.clone().and(end.negated());
                opens.implies(self.before(end)).always()
            }
        }
    }

    fn globally(&self) -> Formula {
        match self.clone() {
            Pattern::Absence(p) => p.negated().always(),
            Pattern::Existence(p) => p.eventually(),
            Pattern::Universality(p) => p.always(),
            Pattern::Precedence(first, second) => second.negated().weak_until(first),
            Pattern::Response(stimulus, response) => stimulus.implies(response.eventually()).always(),
        }
    }

    fn before(&self, end: &Formula) -> Formula {
        let comes = || end.clone().eventually();
        let until_end = |held: Formula| comes().implies(held.until(end.clone()));
        match self.clone() {
            Pattern::Absence(p) => until_end(p.negated()),
            Pattern::Existence(p) => end.negated().weak_until(p.and(end.negated())),
            Pattern::Universality(p) => until_end(p),
            Pattern::Precedence(first, second) => comes().implies(second.negated().until(first.or(end.clone()))),
            Pattern::Response(stimulus, response) => {
                let answered = end.negated().until(response.and(end.negated()));
                until_end(stimulus.implies(answered))
            }
        }
    }

    fn after(&self, start: &Formula) -> Formula {
        match self {
            Pattern::Absence(_) | Pattern::Universality(_) | Pattern::Response(..) => {
                start.clone().implies(self.globally()).always()
            }
            // These count from the first time on alone.
            Pattern::Existence(_) | Pattern::Precedence(..) => {
                let first = start.clone().and(self.globally());
                start.negated().weak_until(first)
            }
        }
    }
}
