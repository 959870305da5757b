//! What the atoms of a property say of a machine.
//!
//! A variable begins with a static field and goes on from object to object; within `all(…)` and `some(…)` it may begin with an instance's field.
//! A comparison whose way meets `null`, or an index that an array does not have, does not hold. A property begins when all classes whose
//! static fields it names are initialised: before that there is nothing to be compared. What each atom means is made by `names.rs`.

use dropwire_ltl::{Comparison, Formula, Letter};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::types::Ty;
use dropwire_vm::{ObservedField, Vm};

use super::names::{Failed, test};
use super::spec::{FairnessKind, TemporalProperty, invariant};
use crate::facts::property::{Problem, Reading};
use crate::facts::reason::Cause;
use crate::options::Options;

/// Instances of which a reading shows what their fields hold.
const SHOWN: usize = 8;

/// A property whose names are known.
pub(crate) struct Resolved {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Over the numbers of its atoms.
    pub formula: Formula,
    /// Which runs count.
    pub fairness: FairnessKind,
    atoms: Vec<Test>,
}

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
    /// A thread holds the monitor of what it leads to.
    Locked(Path),
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

/// The properties that are asked for. Fields that they name are observed from now on.
pub(crate) fn resolve(vm: &mut Vm, options: &Options) -> Result<Vec<Resolved>, Cause> {
    let mut all = Vec::new();
    for property in &options.properties {
        all.push(Resolved::of(vm, property)?);
    }
    let mut seen = Seen::default();
    for test in all.iter().flat_map(|resolved: &Resolved| &resolved.atoms) {
        seen.add(test);
    }
    vm.observe_fields(&seen.fields);
    vm.observe_arrays(&seen.arrays);
    vm.observe_calls(&seen.methods, &seen.made);
    vm.observe_monitors(seen.monitors);
    Ok(all)
}

/// What atoms look at.
#[derive(Default)]
struct Seen {
    fields: Vec<ObservedField>,
    arrays: Vec<&'static Class>,
    methods: Vec<&'static Method>,
    made: Vec<&'static Class>,
    monitors: bool,
}

impl Seen {
    fn add(&mut self, test: &Test) {
        for path in test.paths() {
            self.fields.push(path.start);
            for step in &path.then {
                match step {
                    Step::Field(field) => self.fields.push(*field),
                    Step::Element { array, .. } => self.arrays.push(array),
                    Step::Length => {}
                }
            }
        }
        for term in test.terms() {
            if let Term::Threads(methods) = term {
                self.methods.extend(methods);
            }
        }
        match &test.says {
            Says::Compares { .. } => {}
            Says::At(methods) => self.methods.extend(methods),
            Says::Locked(_) => self.monitors = true,
            Says::Quantified { class, tests, .. } => {
                self.made.push(class);
                tests.iter().for_each(|test| self.add(test));
            }
        }
    }
}

/// The properties that the user states. What is wrong with them was said before a search began.
pub(crate) fn stated(vm: &mut Vm, options: &Options) -> Vec<Resolved> {
    if options.properties.is_empty() {
        return Vec::new();
    }
    resolve(vm, options).unwrap_or_default()
}

impl Resolved {
    fn of(vm: &mut Vm, property: &TemporalProperty) -> Result<Resolved, Cause> {
        let wrong = |atom: &str, problem| Cause::PropertyNotUnderstood {
            property: property.name.clone(),
            atom: atom.to_owned(),
            problem,
        };
        let definition = property
            .definition()
            .ok_or_else(|| wrong(&property.formula, Problem::NoFormula))?;
        let mut atoms = Vec::new();
        for atom in &definition.atoms {
            let said = atom.to_string();
            atoms.push(test(vm, atom, None).map_err(|failed| match failed {
                Failed::Named(problem) => wrong(&said, problem),
                Failed::Machine(error) => Cause::from(&error),
            })?);
        }
        if dropwire_ltl::Monitor::new(&definition.formula).is_err() {
            return Err(wrong(&property.formula, Problem::TooLarge));
        }
        Ok(Resolved {
            name: property.name.clone(),
            text: property.formula.clone(),
            formula: definition.formula,
            fairness: property.fairness,
            atoms,
        })
    }

    fn paths(&self) -> impl Iterator<Item = &Path> {
        self.atoms.iter().flat_map(Test::all_paths)
    }

    /// What must hold in every state, if it says nothing else.
    pub fn invariant(&self) -> Option<&Formula> {
        invariant(&self.formula)
    }

    /// The atom that says that the property has begun.
    fn begun(&self) -> u32 {
        self.atoms.len() as u32
    }

    /// The atoms that hold, and whether it has begun.
    pub fn letter(&self, vm: &Vm) -> Letter {
        let ready = |path: &Path| !path.start.is_static() || vm.has_statics(path.start.class());
        let begun = self.paths().all(ready);
        let holds = |test: &Test| test.holds(vm, 0).unwrap_or(false);
        let atoms = self.atoms.iter().enumerate().filter(|(_, test)| begun && holds(test));
        let letter = atoms.fold(0, |letter, (number, _)| letter | 1 << number);
        letter | u64::from(begun) << self.begun()
    }

    /// Whether the property has begun.
    pub fn has_begun(&self, letter: Letter) -> bool {
        letter >> self.begun() & 1 == 1
    }

    /// The same formula for runs that are watched from their start on.
    pub fn once_begun(&self) -> Formula {
        let begun = Formula::Atom(self.begun());
        begun.negated().weak_until(begun.and(self.formula.clone()))
    }

    /// What the atoms say, in their order.
    pub fn atoms(&self) -> impl Iterator<Item = &str> {
        self.atoms.iter().map(|test| &test.said[..])
    }

    /// What its variables hold.
    pub fn readings(&self, vm: &Vm) -> Vec<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        let mut add = |variable: String, value: Option<String>| {
            if readings.iter().all(|known| known.variable != variable) {
                readings.push(Reading { variable, value });
            }
        };
        for test in &self.atoms {
            for path in test.paths() {
                add(path.text.clone(), path.shown(vm, 0));
            }
            for term in test.terms() {
                if let Term::Threads(methods) = term
                    && let Some(method) = methods.first()
                {
                    let name = format!("threads({}.{})", method.class().binary_name(), method.name);
                    add(name, Some(vm.threads_inside(methods).to_string()));
                }
            }
            match &test.says {
                Says::Compares { .. } => {}
                Says::At(_) | Says::Locked(_) => {
                    add(test.said.clone(), Some(test.holds(vm, 0).unwrap_or(false).to_string()));
                }
                Says::Quantified { class, tests, .. } => {
                    let objects: Vec<u32> = vm.instances(class).collect();
                    for path in tests.iter().flat_map(Test::all_paths) {
                        let shown = |object: &u32| path.shown(vm, *object).unwrap_or_else(|| "–".into());
                        let mut values: Vec<String> = objects.iter().take(SHOWN).map(shown).collect();
                        if objects.len() > SHOWN {
                            values.push("…".into());
                        }
                        let value = if values.is_empty() {
                            None
                        } else {
                            Some(values.join(", "))
                        };
                        add(path.text.clone(), value);
                    }
                }
            }
        }
        readings
    }
}

impl Test {
    /// Whether it holds; of this object, within `all(…)` and `some(…)`. None where a way meets `null`.
    fn holds(&self, vm: &Vm, object: u32) -> Option<bool> {
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
            Says::Locked(path) => {
                let of = path.value(vm, object)?;
                Some(of != 0 && vm.is_monitor_held(of as u32))
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

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let (left, right): (&[_], &[_]) = match &self.says {
            Says::Compares { left, right, .. } => (left, right),
            Says::At(_) | Says::Locked(_) | Says::Quantified { .. } => (&[], &[]),
        };
        left.iter().chain(right).map(|(_, term)| term)
    }

    /// Its own paths, and not those of the instances that it speaks of.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let locked = match &self.says {
            Says::Locked(path) => Some(path),
            Says::Compares { .. } | Says::At(_) | Says::Quantified { .. } => None,
        };
        let compared = self.terms().filter_map(|term| match term {
            Term::Path(path) => Some(path),
            Term::Constant(_) | Term::Threads(_) => None,
        });
        compared.chain(locked)
    }

    fn all_paths(&self) -> Vec<&Path> {
        let inner: &[Test] = match &self.says {
            Says::Quantified { tests, .. } => tests,
            Says::Compares { .. } | Says::At(_) | Says::Locked(_) => &[],
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
        Some(match self.ty() {
            Ty::Long | Ty::Reference => raw as i64,
            _ => i64::from(raw as u32 as i32),
        })
    }

    pub(super) fn sort(&self) -> Option<Sort> {
        match self.ty() {
            Ty::Boolean => Some(Sort::Boolean),
            Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Long => Some(Sort::Number),
            Ty::Reference => Some(Sort::Reference),
            Ty::Float | Ty::Double | Ty::Void => None,
        }
    }

    fn shown(&self, vm: &Vm, object: u32) -> Option<String> {
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
