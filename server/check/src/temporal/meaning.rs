//! What the atoms of a property mean, and what they say of a machine in a state.

use dropwire_ltl::{Comparison, Formula};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::types::Ty;
use dropwire_vm::{Distinguished, ObservedField, ThreadState, Vm, number};

/// What one atom says.
pub(super) struct Test {
    pub said: String,
    pub says: Says,
}

pub(super) enum Says {
    /// Sums are compared; each term may be subtracted.
    Compares {
        left: Vec<(bool, Term)>,
        comparison: Comparison,
        right: Vec<(bool, Term)>,
    },
    /// A thread is in one of these methods.
    At(Vec<&'static Method>),
    /// A thread has just entered one of these methods.
    Entered(Vec<&'static Method>),
    /// A thread has just left one of these methods.
    Left(Vec<&'static Method>),
    /// A thread holds the monitor of what it leads to.
    Locked(Path),
    /// A thread holds the lock of the library that it leads to.
    LibraryLocked(Path),
    /// A thread of this name is in this state.
    InState(ThreadState, String),
    /// Something holds of every instance of a class, or of some.
    Quantified {
        every: bool,
        class: &'static Class,
        formula: Formula,
        tests: Vec<Test>,
    },
}

pub(super) enum Term {
    Constant(i64),
    Path(Path),
    /// How many threads are in these methods.
    Threads(Vec<&'static Method>),
}

pub(super) struct Path {
    pub text: String,
    /// Static; or a field of the instance that is quantified.
    pub start: ObservedField,
    pub then: Vec<Step>,
}

/// From a value to the next one.
pub(super) enum Step {
    Field(ObservedField),
    /// An element of an array of this class.
    Element {
        array: &'static Class,
        index: u32,
    },
    /// The length of an array, which never changes.
    Length,
}

impl Test {
    /// Whether it holds; of this object, within `all(…)` and `some(…)`. None where a way meets `null`.
    pub(super) fn holds(&self, vm: &Vm, object: u32) -> Option<bool> {
        match &self.says {
            Says::Compares {
                left,
                comparison,
                right,
            } => {
                let sum = |terms: &[(bool, Term)]| {
                    terms.iter().try_fold(0i128, |sum, (minus, term)| {
                        let value = i128::from(term.value(vm, object)?);
                        Some(if *minus { sum - value } else { sum + value })
                    })
                };
                Some(comparison.holds(sum(left)?, sum(right)?))
            }
            Says::At(methods) => Some(vm.threads_inside(methods) > 0),
            Says::Entered(methods) => Some(vm.has_just_entered(methods)),
            Says::Left(methods) => Some(vm.has_just_left(methods)),
            Says::InState(state, name) => Some(vm.is_thread_in(name, *state)),
            Says::Locked(path) => {
                let of = path.value(vm, object)?;
                Some(of != 0 && vm.is_monitor_held(of as u32))
            }
            Says::LibraryLocked(path) => {
                let of = path.value(vm, object)?;
                Some(of != 0 && vm.is_lock_held(of as u32))
            }
            Says::Quantified {
                every,
                class,
                formula,
                tests,
            } => {
                let holds = |object: u32| {
                    let tests = tests.iter().enumerate();
                    let held = tests.filter(|(_, test)| test.holds(vm, object).unwrap_or(false));
                    formula.holds_in(held.fold(0, |letter, (number, _)| letter | 1 << number))
                };
                let mut objects = vm.instances(class);
                Some(match every {
                    true => objects.all(holds),
                    false => objects.any(holds),
                })
            }
        }
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        let (left, right): (&[_], &[_]) = match &self.says {
            Says::Compares { left, right, .. } => (left, right),
            Says::At(_)
            | Says::Entered(_)
            | Says::Left(_)
            | Says::InState(..)
            | Says::Locked(_)
            | Says::LibraryLocked(_)
            | Says::Quantified { .. } => (&[], &[]),
        };
        left.iter().chain(right).map(|(_, term)| term)
    }

    /// Its own paths, and not those of the instances that it speaks of.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let locked = match &self.says {
            Says::Locked(path) | Says::LibraryLocked(path) => Some(path),
            Says::Compares { .. }
            | Says::At(_)
            | Says::Entered(_)
            | Says::Left(_)
            | Says::InState(..)
            | Says::Quantified { .. } => None,
        };
        let compared = self.terms().filter_map(|term| match term {
            Term::Path(path) => Some(path),
            Term::Constant(_) | Term::Threads(_) => None,
        });
        compared.chain(locked)
    }

    /// Which values of what a path leads to it distinguishes: ranges, where it compares them with a constant.
    pub(super) fn distinguished(&self) -> Distinguished {
        let Says::Compares {
            left,
            comparison,
            right,
        } = &self.says
        else {
            return Distinguished::All;
        };
        // All terms on the left.
        let left = left.iter().map(|(minus, term)| (*minus, term));
        let right = right.iter().map(|(minus, term)| (!minus, term));
        let (mut constant, mut paths) = (0i128, Vec::new());
        for (minus, term) in left.chain(right) {
            match term {
                Term::Constant(value) if minus => constant -= i128::from(*value),
                Term::Constant(value) => constant += i128::from(*value),
                Term::Path(_) => paths.push(minus),
                Term::Threads(_) => return Distinguished::All,
            }
        }
        let [minus] = paths[..] else {
            return Distinguished::All;
        };
        // The path is compared with this.
        let bound = if minus { constant } else { -constant };
        let (from_it, behind_it) = match (comparison, minus) {
            (Comparison::Equal | Comparison::NotEqual, _) => (true, true),
            (Comparison::Less | Comparison::AtLeast, false) | (Comparison::Greater | Comparison::AtMost, true) => {
                (true, false)
            }
            (Comparison::AtMost | Comparison::Greater, false) | (Comparison::AtLeast | Comparison::Less, true) => {
                (false, true)
            }
        };
        let starts = [(from_it, bound), (behind_it, bound + 1)];
        // No value lies beyond the bounds of the type.
        let starts = starts.into_iter().filter(|(is_start, _)| *is_start);
        Distinguished::Ranges(starts.filter_map(|(_, start)| i64::try_from(start).ok()).collect())
    }

    /// Whether this is so of it, or of what it says of instances.
    pub(super) fn is_any(&self, so: &dyn Fn(&Test) -> bool) -> bool {
        let inner: &[Test] = match &self.says {
            Says::Quantified { tests, .. } => tests,
            _ => &[],
        };
        so(self) || inner.iter().any(|test| test.is_any(so))
    }

    pub(super) fn all_paths(&self) -> Vec<&Path> {
        let inner: &[Test] = match &self.says {
            Says::Quantified { tests, .. } => tests,
            Says::Compares { .. }
            | Says::At(_)
            | Says::Entered(_)
            | Says::Left(_)
            | Says::InState(..)
            | Says::Locked(_)
            | Says::LibraryLocked(_) => &[],
        };
        self.paths().chain(inner.iter().flat_map(Test::paths)).collect()
    }
}

impl Term {
    fn value(&self, vm: &Vm, object: u32) -> Option<i64> {
        match self {
            Term::Constant(constant) => Some(*constant),
            Term::Path(path) => path.value(vm, object),
            Term::Threads(methods) => Some(vm.threads_inside(methods) as i64),
        }
    }
}

/// What may be compared with what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Number,
    Boolean,
    Reference,
}

impl Path {
    /// What the last step leads to.
    fn ty(&self) -> Ty {
        match self.then.last() {
            None => self.start.ty(),
            Some(Step::Field(field)) => field.ty(),
            Some(Step::Element { array, .. }) => array.element_type().unwrap_or(Ty::Reference),
            Some(Step::Length) => Ty::Int,
        }
    }

    /// The declared type of the last step, as class files write it.
    pub(super) fn descriptor(&self) -> String {
        match self.then.last() {
            None => self.start.descriptor().to_owned(),
            Some(Step::Field(field)) => field.descriptor().to_owned(),
            Some(Step::Element { array, .. }) => {
                // Its name is its descriptor.
                array.name.strip_prefix('[').unwrap_or(array.name).to_owned()
            }
            Some(Step::Length) => "I".to_owned(),
        }
    }

    /// What it leads to; `None` if it meets `null` or an index that is none on the way.
    fn value(&self, vm: &Vm, object: u32) -> Option<i64> {
        let mut raw = vm.observed_value(&self.start, object);
        for step in &self.then {
            let object = raw as u32;
            if object == 0 {
                return None;
            }
            raw = match step {
                Step::Field(field) => vm.observed_value(field, object),
                Step::Element { index, .. } => vm.observed_element(object, *index)?,
                Step::Length => u64::from(vm.array_length(object)),
            };
        }
        Some(number(self.ty(), raw))
    }

    pub(super) fn sort(&self) -> Option<Sort> {
        match self.ty() {
            Ty::Boolean => Some(Sort::Boolean),
            Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Long => Some(Sort::Number),
            Ty::Reference => Some(Sort::Reference),
            Ty::Float | Ty::Double | Ty::Void => None,
        }
    }

    pub(super) fn shown(&self, vm: &Vm, object: u32) -> Option<String> {
        let value = self.value(vm, object)?;
        Some(match (self.ty(), value) {
            (Ty::Boolean, value) => (value != 0).to_string(),
            (Ty::Reference, 0) => "null".into(),
            (Ty::Reference, object) => {
                let class = vm.class_of(object as u32).binary_name();
                format!("an object of {class}")
            }
            (_, value) => value.to_string(),
        })
    }
}
