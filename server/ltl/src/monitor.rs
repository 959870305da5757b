//! What a finite run says of a formula: that every way on satisfies it, that none does, or neither (Bauer, Leucker, Schallhart, TOSEM 2011).
//!
//! Formulas of the past alone may stand where atoms do; they are known in each state.

use crate::buchi::TooLarge;
use crate::{Buchi, Formula, Letter, MAX_ATOMS};

/// What is known after a finite run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// However the run goes on, the formula holds.
    True,
    /// However the run goes on, it does not.
    False,
    /// Both are possible.
    NotYet,
}

/// Follows a run, letter by letter.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// None where the automaton has too many states: then it is never known that no way on satisfies the formula.
    holds: Option<Side>,
    /// The same of its negation.
    fails: Option<Side>,
    /// Formulas of the past, each with the atom that stands for it and what was known of it before.
    past: Vec<(Formula, u32)>,
    memory: Vec<Remembered>,
}

/// An automaton, and where it may be.
#[derive(Clone, Debug)]
struct Side {
    buchi: Buchi,
    at: Vec<u32>,
    begun: bool,
}

impl Side {
    fn read(&mut self, letter: Letter) {
        let mut to: Vec<u32> = match self.begun {
            false => self.buchi.initial().to_vec(),
            true => self
                .at
                .iter()
                .flat_map(|state| self.buchi.successors(*state))
                .copied()
                .collect(),
        };
        self.begun = true;
        to.retain(|state| self.buchi.reads(*state, letter));
        to.sort_unstable();
        to.dedup();
        self.at = to;
    }

    fn is_lost(&self) -> bool {
        if self.begun {
            self.at.is_empty()
        } else {
            self.buchi.is_empty()
        }
    }
}

/// What was true of a formula's parts in the state before, in the order of a walk.
type Remembered = Vec<bool>;

impl Monitor {
    /// A monitor of a formula, before the first letter.
    ///
    /// # Errors
    /// It has too many parts that speak of the past, or one of these speaks of the future.
    pub fn new(formula: &Formula) -> Result<Monitor, TooLarge> {
        let mut past = Vec::new();
        let without = extract(&formula.normal_form(), &mut past)?;
        if past.len() + formula.atoms() > MAX_ATOMS {
            return Err(TooLarge::Formula);
        }
        Ok(Monitor {
            holds: Side::new(&without).ok(),
            fails: Side::new(&without.negated()).ok(),
            memory: vec![Vec::new(); past.len()],
            past,
        })
    }

    /// The run goes on to a state.
    pub fn read(&mut self, letter: Letter) -> Truth {
        let mut extended = letter;
        for ((formula, atom), memory) in self.past.iter().zip(&mut self.memory) {
            let mut now = Vec::new();
            if past_truth(formula, letter, memory, &mut now) {
                extended |= 1 << atom;
            }
            *memory = now;
        }
        for side in [&mut self.holds, &mut self.fails].into_iter().flatten() {
            side.read(extended);
        }
        self.truth()
    }

    /// What is known now.
    pub fn truth(&self) -> Truth {
        let is_lost = |side: &Option<Side>| side.as_ref().is_some_and(Side::is_lost);
        if is_lost(&self.holds) {
            Truth::False
        } else if is_lost(&self.fails) {
            Truth::True
        } else {
            Truth::NotYet
        }
    }
}

impl Side {
    fn new(formula: &Formula) -> Result<Side, TooLarge> {
        Ok(Side {
            buchi: Buchi::of(formula)?,
            at: Vec::new(),
            begun: false,
        })
    }
}

/// Puts atoms in the place of the largest parts that speak of the past alone.
fn extract(formula: &Formula, past: &mut Vec<(Formula, u32)>) -> Result<Formula, TooLarge> {
    if !formula.has_past() {
        return Ok(formula.clone());
    }
    if formula.is_of_the_past() {
        let known = past.iter().find(|(known, _)| known == formula).map(|(_, atom)| *atom);
        let atom = match known {
            Some(atom) => atom,
            None => {
                // From the top, so that they meet no atom of the formula.
                let atom = (MAX_ATOMS - 1).checked_sub(past.len()).ok_or(TooLarge::Formula)? as u32;
                past.push((formula.clone(), atom));
                atom
            }
        };
        return Ok(Formula::Atom(atom));
    }
    let mut both = |a: &Formula, b: &Formula| Ok((extract(a, past)?, extract(b, past)?));
    Ok(match formula {
        Formula::And(a, b) => {
            let (a, b) = both(a, b)?;
            a.and(b)
        }
        Formula::Or(a, b) => {
            let (a, b) = both(a, b)?;
            a.or(b)
        }
        Formula::Until(a, b) => {
            let (a, b) = both(a, b)?;
            a.until(b)
        }
        Formula::Release(a, b) => {
            let (a, b) = both(a, b)?;
            a.release(b)
        }
        Formula::Not(a) => extract(a, past)?.negated(),
        // The past of what is to come.
        Formula::Once(_) | Formula::Since(..) => return Err(TooLarge::Formula),
        Formula::True | Formula::False | Formula::Atom(_) => formula.clone(),
    })
}

/// Whether a formula of the past holds, by what held in the state before; notes what holds now.
fn past_truth(formula: &Formula, letter: Letter, before: &[bool], now: &mut Remembered) -> bool {
    let mut of = |inner: &Formula| past_truth(inner, letter, before, now);
    match formula {
        Formula::Not(a) => !of(a),
        Formula::And(a, b) => of(a) & of(b),
        Formula::Or(a, b) => of(a) | of(b),
        Formula::Once(a) => {
            let holds = of(a);
            let held = before.get(now.len()).copied().unwrap_or(false);
            now.push(holds || held);
            holds || held
        }
        Formula::Since(a, b) => {
            let (a, b) = (of(a), of(b));
            let held = before.get(now.len()).copied().unwrap_or(false);
            now.push(b || a && held);
            b || a && held
        }
        Formula::True | Formula::False | Formula::Atom(_) | Formula::Until(..) | Formula::Release(..) => {
            formula.holds_in(letter)
        }
    }
}
