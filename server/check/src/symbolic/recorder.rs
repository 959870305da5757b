//! Symbolic values of one run: what stands beside the machine's own values, and the decisions on the way.
//!
//! The machine runs with the values of one model of the inputs. Beside a slot of the stack or a place of the heap whose value depends on inputs stands
//! a [`Shadow`]: the expression, and the value that it has for this model. Where a shadow is used the machine must have that value: anything
//! else says that a value went a way that is not followed, and the run says so.

use std::collections::BTreeSet;

use dropwire_symbolic::{Arena, Expr, Model, Operator};
use dropwire_vm::types::ClassId;
use dropwire_vm::{ThreadId, Vm};
use rustc_hash::{FxHashMap, FxHashSet};

use super::beside::{Beside, Change, OfThread, Shadow, ShownInstruction, thread_slot};
use super::options::Integers;
use super::parameters::Parameter;
use super::places::{PlaceId, Places, Reference};
use super::structure::Structure;
use crate::facts::explored::Returned;
use crate::facts::reason::LeftOut;
use crate::junit::Role;

/// What holds of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Holds {
    /// A condition on numbers.
    Condition(Expr),
    /// What a reference refers to.
    Refers(PlaceId, Reference),
}

/// A decision on the way: what holds of the inputs from here on.
pub(super) struct Decision {
    /// What held.
    pub(super) taken: Holds,
    /// What else could have held.
    pub(super) others: Others,
}

/// The other ways of a decision.
pub(super) enum Others {
    /// Each of these conditions is one.
    Ways(Vec<Expr>),
    /// Each other value is one: the value could not stay symbolic, for this reason.
    Values(String),
    /// Whatever else the place may refer to, where so many objects were decided before.
    References(usize),
}

/// What a comparison of two values compares, whose result is -1, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compared {
    /// Two `long` values.
    Longs(Expr, Expr),
    /// Two floating-point numbers.
    Numbers {
        /// The left one.
        left: Expr,
        /// The right one.
        right: Expr,
        /// What the result is where one is NaN: 1, or else -1.
        nan_is_greater: bool,
    },
}

/// Why a run was given up before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenUp {
    /// After so many decisions.
    Decisions,
    /// A symbolic value was lost.
    Lost,
    /// An operation overflows, and integers are taken for mathematical ones.
    Overflow,
    /// Preconditions that run alone hold.
    Allowed,
    /// Preconditions read what is not decided.
    Undecided,
}

/// When preconditions run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Preconditions {
    /// Before the method.
    #[default]
    First,
    /// Without the method.
    Alone,
    /// Without the method, and they decide no references.
    OnWhatIsDecided,
}

/// What is called in a run.
#[derive(Clone, Default)]
pub(super) struct Inputs {
    /// The values of the inputs.
    pub(super) model: Model,
    /// What references refer to.
    pub(super) structure: Structure,
    /// When preconditions run.
    pub(super) preconditions: Preconditions,
    /// The methods that the driver calls, in order, by their ids, and what for.
    pub(super) followed: Vec<(u32, Role)>,
    /// Input objects: their places, and the local variables of the driver that hold them.
    pub(super) objects: Vec<(PlaceId, u32)>,
}

/// What of the code of the method was executed.
#[derive(Clone, Default)]
pub(super) struct SeenCode {
    /// The branches that were taken: indices of the branch and of the next instruction.
    pub(super) branches: BTreeSet<(u32, u32)>,
    /// The instructions, by index.
    pub(super) instructions: BTreeSet<u32>,
}

/// What came of a run, or of a search.
#[derive(Clone, Default)]
pub(super) struct RunOutcome {
    /// A precondition does not hold.
    pub(super) refused: bool,
    /// The number of the last call that was made, on any path of a search.
    pub(super) reached: Option<usize>,
    /// The last call has changed something, or it is not known whether it has.
    pub(super) writes: bool,
    /// The objects that were decided, in order of the decisions.
    pub(super) created: Vec<(PlaceId, ClassId)>,
    pub(super) given_up: Option<GivenUp>,
    /// Another thread ran.
    pub(super) threads: bool,
    /// It was a search, of all interleavings: then several threads are followed.
    pub(super) searches: bool,
    /// What the method returned.
    pub(super) returned: Option<Returned>,
    /// What of its code was executed.
    pub(super) seen: SeenCode,
}

/// Symbolic values of one run, or of a search.
pub(super) struct Recorder {
    pub(super) arena: Arena,
    /// Results of comparisons, and what they compare.
    pub(super) compared: FxHashMap<Expr, Compared>,
    pub(super) parameters: Vec<Parameter>,
    /// All places of inputs.
    pub(super) places: Places,
    /// The id of the method that is called last: what of its code is executed is known.
    pub(super) target: u32,
    /// How many calls are made.
    pub(super) calls: usize,
    /// What is called in this run, and with what.
    pub(super) inputs: Inputs,
    /// What stands beside the machine's present state.
    pub(super) beside: Beside,
    /// What came of the run so far.
    pub(super) outcome: RunOutcome,
    /// What stood beside earlier ones: one for each undo frame of a search.
    saved: Vec<Beside>,
    /// The thread whose instructions are looked at.
    pub(super) running: ThreadId,
    /// In a search, the instruction that was looked at last.
    shown: Option<ShownInstruction>,
    /// Inputs that the run shows to be missing.
    pub(super) left_out: Vec<LeftOut>,
    pub(super) path: Vec<Decision>,
    /// What the path decides.
    decided: FxHashSet<Holds>,
    /// After so many decisions the run is given up.
    pub(super) most: usize,
    /// What `int` and `long` stand for.
    integers: Integers,
    /// How many instructions had run before the last one that was shown.
    pub(super) executed: Option<u64>,
}

impl Recorder {
    pub(super) fn new(
        (target, calls): (u32, usize),
        parameters: Vec<Parameter>,
        places: Places,
        most: usize,
        integers: Integers,
    ) -> Recorder {
        Recorder {
            arena: Arena::default(),
            compared: FxHashMap::default(),
            parameters,
            places,
            target,
            calls,
            inputs: Inputs::default(),
            beside: Beside::default(),
            outcome: RunOutcome::default(),
            saved: Vec::new(),
            running: ThreadId(0),
            shown: None,
            left_out: Vec::new(),
            path: Vec::new(),
            decided: FxHashSet::default(),
            most,
            integers,
            executed: None,
        }
    }

    /// Before a run with these inputs.
    pub(super) fn begin(&mut self, inputs: Inputs) {
        self.inputs = inputs;
        self.beside = Beside::default();
        self.outcome = RunOutcome::default();
        self.saved.clear();
        self.running = ThreadId(0);
        self.shown = None;
        self.left_out.clear();
        self.path.clear();
        self.decided.clear();
        self.executed = None;
    }

    /// Before a search of all interleavings with these inputs, of which the path up to here is known to hold.
    pub(super) fn begin_search(&mut self, inputs: Inputs, known: &[Holds]) {
        self.begin(inputs);
        self.outcome.searches = true;
        for holds in known {
            self.created_at(*holds);
            self.record(*holds, Others::Ways(Vec::new()));
        }
    }

    /// The thread whose instructions are looked at.
    pub(super) fn running(&mut self) -> &mut OfThread {
        self.beside.thread(self.running.0 as usize)
    }

    pub(super) fn slot(&self, at: u32) -> Option<Shadow> {
        let thread = self.beside.threads.get(self.running.0 as usize)?;
        thread.slots.get(at as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, at: u32, shadow: Option<Shadow>) {
        if self.shown.is_some() {
            let before = self.slot(at);
            self.changes(Change::Slot(at, before));
        }
        thread_slot(self.running(), at, shadow);
    }

    /// The instruction that is looked at changes something.
    pub(super) fn changes(&mut self, change: Change) {
        if let Some(shown) = &mut self.shown {
            shown.changes.push(change);
        }
    }

    pub(super) fn clear(&mut self, slots: std::ops::Range<u32>) {
        for at in slots {
            self.set(at, None);
        }
    }

    /// In a search: the instruction at which a thread stands is looked at, and what it does can be taken back.
    pub(super) fn show(&mut self, at: (u32, u32, u32), branching: Option<(u32, u32)>) {
        if self.outcome.searches {
            self.shown = Some(ShownInstruction {
                thread: self.running,
                at,
                branching,
                changes: Vec::new(),
            });
        }
    }

    /// In a search: what was looked at last is over. Where its thread has not executed it, what it does is taken back: another thread comes first.
    pub(super) fn settle_shown(&mut self, vm: &Vm) {
        let Some(shown) = self.shown.take() else { return };
        self.running = shown.thread;
        let alive = (shown.thread.0 as usize) < vm.threads.len();
        let t = alive.then(|| vm.thread(shown.thread));
        if t.is_some_and(|t| (t.fp, t.pc, t.sp) == shown.at) {
            self.beside.take_back(shown);
        } else {
            self.settle(vm);
        }
    }

    /// An undo frame is opened.
    pub(super) fn save(&mut self, vm: &Vm) {
        self.settle_shown(vm);
        self.saved.push(self.beside.clone());
    }

    /// The innermost undo frame is closed.
    pub(super) fn take_back(&mut self) {
        self.shown = None;
        match self.saved.pop() {
            Some(saved) => self.beside = saved,
            None => self.lose(),
        }
    }

    /// The slots of the running thread's stack that have a shadow, of these.
    pub(super) fn shadowed(&self, slots: std::ops::Range<u32>) -> Vec<u32> {
        slots.filter(|at| self.slot(*at).is_some()).collect()
    }

    /// The shadow of an operand, if the machine's value is the one that it stands for.
    pub(super) fn operand(&mut self, at: u32, word: u64) -> Option<Shadow> {
        let shadow = self.slot(at)?;
        if !self.agrees(shadow, word) {
            self.outcome.given_up.get_or_insert(GivenUp::Lost);
            return None;
        }
        Some(shadow)
    }

    /// An operand as an expression, constant where it has no shadow.
    pub(super) fn value(&mut self, at: u32, word: u64, width: u32) -> Shadow {
        match self.operand(at, word) {
            Some(shadow) if self.arena.width(shadow.expr) == width => shadow,
            Some(_) => {
                self.lose();
                self.constant(word, width)
            }
            None => self.constant(word, width),
        }
    }

    pub(super) fn constant(&mut self, word: u64, width: u32) -> Shadow {
        let expr = self.arena.constant(word, width);
        let value = self.arena.value(expr).unwrap_or(word);
        Shadow { expr, value }
    }

    pub(super) fn compute(&mut self, operator: Operator, left: Shadow, right: Shadow) -> Shadow {
        let width = self.arena.width(left.expr);
        Shadow {
            expr: self.arena.binary(operator, left.expr, right.expr),
            value: operator.apply(left.value, right.value, width),
        }
    }

    /// The result of an operator of the program. Where integers are mathematical ones it does not overflow.
    pub(super) fn operate(&mut self, operator: Operator, left: Shadow, right: Shadow) -> Shadow {
        let result = self.compute(operator, left, right);
        if self.integers == Integers::Mathematical
            && let Some(overflow) = self.overflow(operator, left, right, result)
        {
            let negated = self.arena.not(overflow.expr);
            match overflow.value {
                0 => self.decided(negated, Others::Ways(Vec::new())),
                _ => {
                    self.decided(overflow.expr, Others::Ways(vec![negated]));
                    self.outcome.given_up.get_or_insert(GivenUp::Overflow);
                }
            }
        }
        result
    }

    /// Whether an operator overflows; nothing where it cannot.
    fn overflow(&mut self, operator: Operator, left: Shadow, right: Shadow, result: Shadow) -> Option<Shadow> {
        use Operator as O;
        let width = self.arena.width(left.expr);
        if !matches!(operator, O::Add | O::Sub | O::Mul | O::Div) {
            return None;
        }
        let [zero, minus, least] = [0, u64::MAX, 1 << (width - 1)].map(|value| self.constant(value, width));
        if operator == O::Div || operator == O::Mul && width == 64 {
            // Of a product, whether the quotient is not the other factor.
            let is_least = self.compute(O::Equal, if operator == O::Div { left } else { right }, least);
            let is_minus = self.compute(O::Equal, if operator == O::Div { right } else { left }, minus);
            let of_least = self.compute(O::And, is_least, is_minus);
            if operator == O::Div {
                return Some(of_least);
            }
            let quotient = self.compute(O::Div, result, left);
            let same = self.compute(O::Equal, quotient, right);
            let is_zero = self.compute(O::Equal, left, zero);
            let fits = self.compute(O::Or, same, is_zero);
            let differs = self.not(fits);
            return Some(self.compute(O::Or, of_least, differs));
        }
        if width == 32 {
            let [a, b, wide] = [left, right, result].map(|one| self.resized(one, 32, 64, true));
            let exact = self.compute(operator, a, b);
            let same = self.compute(O::Equal, exact, wide);
            return Some(self.not(same));
        }
        // The signs say it: Hacker's Delight, 2-13.
        let one = self.compute(O::Xor, left, result);
        let two = match operator {
            O::Add => self.compute(O::Xor, right, result),
            _ => self.compute(O::Xor, left, right),
        };
        let both = self.compute(O::And, one, two);
        Some(self.compute(O::SignedLess, both, zero))
    }

    fn not(&mut self, condition: Shadow) -> Shadow {
        Shadow {
            expr: self.arena.not(condition.expr),
            value: condition.value ^ 1,
        }
    }

    /// The lowest bits of an operand, and others before them.
    pub(super) fn resized(&mut self, shadow: Shadow, low: u32, width: u32, signed: bool) -> Shadow {
        let narrow = self.arena.truncated(shadow.expr, low);
        let value = shadow.value & (u64::MAX >> (64 - low));
        let above = 64 - low;
        let value = if signed {
            ((value << above) as i64 >> above) as u64
        } else {
            value
        };
        Shadow {
            expr: self.arena.extended(narrow, width, signed),
            value: value & (u64::MAX >> (64 - width)),
        }
    }

    /// What is the same for all inputs needs no shadow.
    pub(super) fn kept(&self, shadow: Shadow) -> Option<Shadow> {
        match self.arena.value(shadow.expr) {
            Some(_) => None,
            None => Some(shadow),
        }
    }

    /// Decides a condition, which holds or not in this run.
    pub(super) fn decide(&mut self, condition: Shadow) {
        let negated = self.arena.not(condition.expr);
        let (taken, other) = match condition.value {
            0 => (negated, condition.expr),
            _ => (condition.expr, negated),
        };
        self.decided(taken, Others::Ways(vec![other]));
    }

    pub(super) fn decided(&mut self, taken: Expr, others: Others) {
        if self.arena.value(taken).is_some() {
            return;
        }
        self.record(Holds::Condition(taken), others);
    }

    /// Whether the path has a decision.
    pub(super) fn has_decided(&self, holds: Holds) -> bool {
        self.decided.contains(&holds)
    }

    /// Adds a decision to the path, which may have it already.
    pub(super) fn record(&mut self, taken: Holds, others: Others) {
        if !self.decided.insert(taken) {
            return;
        }
        self.path.push(Decision { taken, others });
        if self.path.len() >= self.most {
            self.outcome.given_up.get_or_insert(GivenUp::Decisions);
        }
    }

    /// A value cannot stay symbolic: it is the one of this run, and other runs have the others.
    pub(super) fn pin(&mut self, shadow: Shadow, why: impl FnOnce() -> String) {
        let taken = self.has_value(shadow);
        if self.arena.value(taken).is_none() {
            self.decided(taken, Others::Values(why()));
        }
    }

    /// Pins what is known of a slot, if anything is.
    pub(super) fn pin_slot(&mut self, at: u32, word: u64, why: impl FnOnce() -> String) {
        if let Some(shadow) = self.operand(at, word) {
            self.set(at, None);
            self.pin(shadow, why);
        }
    }

    /// Pins all shadows in a range of bytes of the heap, and decides what references there refer to.
    pub(super) fn pin_heap(&mut self, bytes: std::ops::Range<u64>, why: &dyn Fn() -> String) {
        self.decide_references(bytes.clone());
        let places: Vec<u64> = self.beside.heap.range(bytes).map(|(at, _)| *at).collect();
        for at in places {
            if let Some(shadow) = self.beside.heap.remove(&at) {
                self.changes(Change::Heap(at, Some(shadow)));
                self.pin(shadow, why);
            }
        }
    }

    pub(super) fn set_heap(&mut self, at: u64, shadow: Option<Shadow>) {
        let before = match shadow.and_then(|shadow| self.kept(shadow)) {
            Some(shadow) => self.beside.heap.insert(at, shadow),
            None => self.beside.heap.remove(&at),
        };
        self.changes(Change::Heap(at, before));
    }
}
