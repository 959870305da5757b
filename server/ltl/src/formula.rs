//! Formulas, and their negation normal form.

/// A formula over atoms that are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// Holds always.
    True,
    /// Never holds.
    False,
    /// An atom by its number.
    Atom(u32),
    /// Not.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One of them at least.
    Or(Box<Formula>, Box<Formula>),
    /// The second one at some time, and the first one until then.
    Until(Box<Formula>, Box<Formula>),
    /// The second one until the first one has held as well, or forever.
    Release(Box<Formula>, Box<Formula>),
    /// At some time before, or now. Past operators have no meaning for the automata: only monitors know them.
    Once(Box<Formula>),
    /// The second one at some time before or now, and the first one ever since.
    Since(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// Not this.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => (**inner).clone(),
            other => Formula::Not(Box::new(other.clone())),
        }
    }

    /// This and that.
    pub fn and(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::True, other) | (other, Formula::True) => other,
            (Formula::False, _) | (_, Formula::False) => Formula::False,
            (a, b) if a == b => a,
            (a, b) => Formula::And(Box::new(a), Box::new(b)),
        }
    }

    /// This or that.
    pub fn or(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::False, other) | (other, Formula::False) => other,
            (Formula::True, _) | (_, Formula::True) => Formula::True,
            (a, b) if a == b => a,
            (a, b) => Formula::Or(Box::new(a), Box::new(b)),
        }
    }

    /// If this, then that.
    pub fn implies(self, other: Formula) -> Formula {
        self.negated().or(other)
    }

    /// This until that.
    pub fn until(self, other: Formula) -> Formula {
        match (self, other) {
            (_, end @ (Formula::True | Formula::False)) => end,
            (Formula::False, end) => end,
            (a, b) if a == b => a,
            (first, Formula::Until(again, end))
                if first == *again || first == Formula::True && *again == Formula::True =>
            {
                Formula::Until(again, end)
            }
            (a, b) => Formula::Until(Box::new(a), Box::new(b)),
        }
    }

    /// This releases that.
    pub fn release(self, other: Formula) -> Formula {
        match (self, other) {
            (_, held @ (Formula::True | Formula::False)) => held,
            (Formula::True, held) => held,
            (a, b) if a == b => a,
            (first, Formula::Release(again, held)) if first == *again => Formula::Release(again, held),
            (a, b) => Formula::Release(Box::new(a), Box::new(b)),
        }
    }

    /// At some time.
    pub fn eventually(self) -> Formula {
        match self {
            Formula::Until(before, end) if *before != Formula::True => (*end).eventually(),
            other => Formula::True.until(other),
        }
    }

    /// Without an end.
    pub fn always(self) -> Formula {
        match self {
            Formula::Release(end, held) if *end != Formula::False => (*held).always(),
            other => Formula::False.release(other),
        }
    }

    /// This until that, or forever.
    pub fn weak_until(self, other: Formula) -> Formula {
        // a W b is b R (a ∨ b).
        other.clone().release(self.or(other))
    }

    /// Whether it speaks of the past.
    pub fn has_past(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Atom(_) => false,
            Formula::Not(a) => a.has_past(),
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Until(a, b) | Formula::Release(a, b) => {
                a.has_past() || b.has_past()
            }
            Formula::Once(_) | Formula::Since(..) => true,
        }
    }

    /// Whether it speaks of the present state alone.
    pub fn is_of_a_state(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Atom(_) => true,
            Formula::Not(a) => a.is_of_a_state(),
            Formula::And(a, b) | Formula::Or(a, b) => a.is_of_a_state() && b.is_of_a_state(),
            Formula::Until(..) | Formula::Release(..) | Formula::Once(_) | Formula::Since(..) => false,
        }
    }

    /// Whether it speaks of the present and the past alone.
    pub fn is_of_the_past(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Atom(_) => true,
            Formula::Not(a) | Formula::Once(a) => a.is_of_the_past(),
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Since(a, b) => a.is_of_the_past() && b.is_of_the_past(),
            Formula::Until(..) | Formula::Release(..) => false,
        }
    }

    /// What a formula of a state says of one.
    pub fn holds_in(&self, letter: crate::Letter) -> bool {
        match self {
            Formula::True => true,
            Formula::False => false,
            Formula::Atom(atom) => letter >> atom & 1 == 1,
            Formula::Not(a) => !a.holds_in(letter),
            Formula::And(a, b) => a.holds_in(letter) && b.holds_in(letter),
            Formula::Or(a, b) => a.holds_in(letter) || b.holds_in(letter),
            // The present state repeated forever, with no past.
            Formula::Until(_, b) | Formula::Release(_, b) | Formula::Since(_, b) | Formula::Once(b) => {
                b.holds_in(letter)
            }
        }
    }

    /// One more than the largest number of an atom; 0 without any.
    pub fn atoms(&self) -> usize {
        match self {
            Formula::True | Formula::False => 0,
            Formula::Atom(atom) => *atom as usize + 1,
            Formula::Not(a) | Formula::Once(a) => a.atoms(),
            Formula::And(a, b)
            | Formula::Or(a, b)
            | Formula::Until(a, b)
            | Formula::Release(a, b)
            | Formula::Since(a, b) => a.atoms().max(b.atoms()),
        }
    }

    /// The same with formulas in the place of its atoms.
    pub fn with(&self, atoms: &[Formula]) -> Formula {
        let of = |inner: &Formula| inner.with(atoms);
        match self {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Atom(atom) => atoms.get(*atom as usize).cloned().unwrap_or(Formula::False),
            Formula::Not(a) => of(a).negated(),
            Formula::And(a, b) => of(a).and(of(b)),
            Formula::Or(a, b) => of(a).or(of(b)),
            Formula::Until(a, b) => of(a).until(of(b)),
            Formula::Release(a, b) => of(a).release(of(b)),
            Formula::Once(a) => Formula::Once(Box::new(of(a))),
            Formula::Since(a, b) => Formula::Since(Box::new(of(a)), Box::new(of(b))),
        }
    }

    /// With `Not` before atoms and formulas of the past alone.
    pub fn normal_form(&self) -> Formula {
        self.normalised(true)
    }

    fn normalised(&self, positive: bool) -> Formula {
        let both = |a: &Formula, b: &Formula| (a.normalised(positive), b.normalised(positive));
        match (self, positive) {
            (Formula::True, true) | (Formula::False, false) => Formula::True,
            (Formula::False, true) | (Formula::True, false) => Formula::False,
            (Formula::Atom(_) | Formula::Once(_) | Formula::Since(..), true) => self.clone(),
            (Formula::Atom(_) | Formula::Once(_) | Formula::Since(..), false) => Formula::Not(Box::new(self.clone())),
            (Formula::Not(inner), _) => inner.normalised(!positive),
            (Formula::And(a, b), true) | (Formula::Or(a, b), false) => {
                let (a, b) = both(a, b);
                a.and(b)
            }
            (Formula::Or(a, b), true) | (Formula::And(a, b), false) => {
                let (a, b) = both(a, b);
                a.or(b)
            }
            (Formula::Until(a, b), true) | (Formula::Release(a, b), false) => {
                let (a, b) = both(a, b);
                match a {
                    Formula::True => b.eventually(),
                    a => a.until(b),
                }
            }
            (Formula::Release(a, b), true) | (Formula::Until(a, b), false) => {
                let (a, b) = both(a, b);
                match a {
                    Formula::False => b.always(),
                    a => a.release(b),
                }
            }
        }
    }
}
