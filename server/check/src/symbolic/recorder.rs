//! Symbolic values of one run: what stands beside the machine's own values, and the decisions on the way.
//!
//! The machine runs with the values of one model of the inputs. Beside a slot of the stack or a place of the heap whose value depends on inputs stands
//! a [`Shadow`]: the expression, and the value that it has for this model. Where a shadow is used the machine must have that value: anything
//! else says that a value went a way that is not followed, and the run says so.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_symbolic::{Arena, Expr, Model, Operator};
use dropwire_vm::heap::Ref;
use dropwire_vm::types::ClassId;

use super::options::Integers;
use super::parameters::Parameter;
use super::places::{PlaceId, Places, Reference};
use super::structure::Structure;
use crate::facts::explored::Returned;
use crate::facts::reason::LeftOut;

/// A value that depends on inputs. Of an `int` and what is smaller, 32 bits; of a `long` 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    pub(super) expr: Expr,
    pub(super) value: u64,
}

/// What holds of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Why a run was given up before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenUp {
    /// After so many decisions.
    Decisions,
    /// A symbolic value was lost.
    Lost,
    /// An operation overflows, and integers are taken for mathematical ones.
    Overflow,
}

/// What a call that is about to be made may turn out to be.
pub(super) struct Called {
    pub(super) fp: u32,
    pub(super) pc: u32,
    pub(super) sp: u32,
    pub(super) depth: u32,
    /// Slots of its arguments.
    pub(super) arguments: u32,
    /// What lies in them.
    pub(super) words: Vec<u64>,
    /// The id of the method.
    pub(super) method: u32,
}

/// What is called in a run.
#[derive(Clone, Default)]
pub(super) struct Inputs {
    /// The values of the inputs.
    pub(super) model: Model,
    /// What references refer to.
    pub(super) structure: Structure,
    /// The methods that decide whether the inputs are allowed: their ids, and whether they take the parameters of the method itself.
    pub(super) preconditions: Vec<(u32, bool)>,
    /// Input objects: their places, and the local variables of the driver that hold them.
    pub(super) objects: Vec<(PlaceId, u32)>,
}

/// Symbolic values of one run.
pub(super) struct Recorder {
    pub(super) arena: Arena,
    pub(super) parameters: Vec<Parameter>,
    /// All places of inputs.
    pub(super) places: Places,
    /// The id of the method whose parameters are symbolic.
    pub(super) target: u32,
    /// What is called in this run, and with what.
    pub(super) inputs: Inputs,
    /// Something was called with symbolic inputs.
    pub(super) entered: bool,
    /// Frames on the stack in the method that the driver called.
    pub(super) inside: Option<u32>,
    /// The method has returned or thrown.
    pub(super) left: bool,
    /// Frames on the stack when it was entered; 0 before.
    pub(super) depth: u32,
    /// A precondition does not hold.
    pub(super) refused: bool,
    /// Input objects, with their sizes in words.
    pub(super) objects: BTreeMap<Ref, u32>,
    /// Those of them that are strings.
    pub(super) texts: BTreeSet<Ref>,
    /// References of input objects that were not read yet, by address in bytes.
    pub(super) unread: BTreeMap<u64, PlaceId>,
    /// Floating-point numbers of input objects, likewise.
    pub(super) floats: BTreeMap<u64, PlaceId>,
    /// The objects that were decided, in order.
    pub(super) created: Vec<(PlaceId, ClassId)>,
    /// Inputs that the run shows to be missing.
    pub(super) left_out: Vec<LeftOut>,
    /// By index in the stack of the main thread; of a long the lower slot.
    slots: Vec<Option<Shadow>>,
    /// By address in bytes. Values are as they lie on the stack when they are read.
    pub(super) heap: BTreeMap<u64, Shadow>,
    pub(super) called: Option<Called>,
    /// Frames, and the first free slot, before the last instruction.
    pub(super) last: (u32, u32),
    /// A value that the message of an exception names which the last instruction threw.
    pub(super) in_message: Option<Shadow>,
    pub(super) path: Vec<Decision>,
    /// After so many decisions the run is given up.
    pub(super) most: usize,
    /// What `int` and `long` stand for.
    integers: Integers,
    pub(super) given_up: Option<GivenUp>,
    /// Another thread ran.
    pub(super) threads: bool,
    /// What the method returned.
    pub(super) returned: Option<Returned>,
    /// The branches of its code that were taken: indices of the branch and of the next instruction.
    pub(super) branches: BTreeSet<(u32, u32)>,
    /// The instructions of its code that were executed: their indices.
    pub(super) instructions: BTreeSet<u32>,
    /// The branch of its code that was the last instruction: frames on the stack, and its index.
    pub(super) branching: Option<(u32, u32)>,
    /// How many instructions had run before the last one that was shown.
    pub(super) executed: Option<u64>,
    /// How often garbage had been collected when the method was entered.
    pub(super) collections: u64,
}

impl Recorder {
    pub(super) fn new(
        target: u32,
        parameters: Vec<Parameter>,
        places: Places,
        most: usize,
        integers: Integers,
    ) -> Recorder {
        Recorder {
            arena: Arena::default(),
            parameters,
            places,
            target,
            inputs: Inputs::default(),
            entered: false,
            inside: None,
            left: false,
            depth: 0,
            refused: false,
            objects: BTreeMap::new(),
            texts: BTreeSet::new(),
            unread: BTreeMap::new(),
            floats: BTreeMap::new(),
            created: Vec::new(),
            left_out: Vec::new(),
            slots: Vec::new(),
            heap: BTreeMap::new(),
            called: None,
            last: (0, 0),
            in_message: None,
            path: Vec::new(),
            most,
            integers,
            given_up: None,
            threads: false,
            returned: None,
            branches: BTreeSet::new(),
            instructions: BTreeSet::new(),
            branching: None,
            executed: None,
            collections: 0,
        }
    }

    /// Before a run with these inputs.
    pub(super) fn begin(&mut self, inputs: Inputs) {
        self.inputs = inputs;
        self.entered = false;
        self.inside = None;
        self.left = false;
        self.depth = 0;
        self.refused = false;
        self.objects.clear();
        self.texts.clear();
        self.unread.clear();
        self.floats.clear();
        self.created.clear();
        self.left_out.clear();
        self.slots.clear();
        self.heap.clear();
        self.called = None;
        self.last = (0, 0);
        self.in_message = None;
        self.path.clear();
        self.given_up = None;
        self.threads = false;
        self.returned = None;
        self.branches.clear();
        self.instructions.clear();
        self.branching = None;
        self.executed = None;
    }

    pub(super) fn slot(&self, at: u32) -> Option<Shadow> {
        self.slots.get(at as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, at: u32, shadow: Option<Shadow>) {
        let at = at as usize;
        if at >= self.slots.len() {
            if shadow.is_none() {
                return;
            }
            self.slots.resize(at + 1, None);
        }
        self.slots[at] = shadow;
    }

    pub(super) fn clear(&mut self, slots: std::ops::Range<u32>) {
        for at in slots {
            self.set(at, None);
        }
    }

    /// The slots of the main thread's stack that have a shadow, of these.
    pub(super) fn shadowed(&self, slots: std::ops::Range<u32>) -> Vec<u32> {
        slots.filter(|at| self.slot(*at).is_some()).collect()
    }

    /// The shadow of an operand, if the machine's value is the one that it stands for.
    pub(super) fn operand(&mut self, at: u32, word: u64) -> Option<Shadow> {
        let shadow = self.slot(at)?;
        let word = if self.arena.width(shadow.expr) == 32 {
            word & 0xffff_ffff
        } else {
            word
        };
        if shadow.value != word {
            self.given_up.get_or_insert(GivenUp::Lost);
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
                    self.given_up.get_or_insert(GivenUp::Overflow);
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

    pub(super) fn record(&mut self, taken: Holds, others: Others) {
        self.path.push(Decision { taken, others });
        if self.path.len() >= self.most {
            self.given_up.get_or_insert(GivenUp::Decisions);
        }
    }

    /// A value cannot stay symbolic: it is the one of this run, and other runs have the others.
    pub(super) fn pin(&mut self, shadow: Shadow, why: impl FnOnce() -> String) {
        let width = self.arena.width(shadow.expr);
        let value = self.arena.constant(shadow.value, width);
        let taken = self.arena.binary(Operator::Equal, shadow.expr, value);
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
        let places: Vec<u64> = self.heap.range(bytes).map(|(at, _)| *at).collect();
        for at in places {
            if let Some(shadow) = self.heap.remove(&at) {
                self.pin(shadow, why);
            }
        }
    }

    pub(super) fn set_heap(&mut self, at: u64, shadow: Option<Shadow>) {
        match shadow.and_then(|shadow| self.kept(shadow)) {
            Some(shadow) => {
                self.heap.insert(at, shadow);
            }
            None => {
                self.heap.remove(&at);
            }
        }
    }
}
