//! What the atoms of a property say of a machine.
//!
//! A variable begins with a static field and goes on from object to object; within `all(…)` and `some(…)` it may begin with an instance's field.
//! A comparison whose way meets `null`, or an index that an array does not have, does not hold. A property begins when all classes whose
//! static fields it names are initialised: before that there is nothing to be compared. What each atom means is made by `names.rs`, and asked in
//! `meaning.rs`.

use dropwire_ltl::{Formula, Letter};
use dropwire_vm::image::class::{Class, Method, Seen as SeenOfCalls};
use dropwire_vm::{Distinguished, MOST_NAMES, ObservedField, Vm};

use super::meaning::{Says, Step, Term, Test};
use super::names::{Failed, test};
use super::spec::{FairnessKind, TemporalProperty, invariant};
use crate::facts::property::{Problem, PropertyOrigin, Reading};
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
    /// Where it is stated.
    pub origin: PropertyOrigin,
    atoms: Vec<Test>,
    /// The classes whose static fields it names, each once: it is asked in each state.
    names: Vec<&'static Class>,
}

/// The properties that are asked for. Fields that they name are observed from now on.
///
/// # Errors
/// Each atom that has no meaning.
pub(crate) fn resolve(vm: &mut Vm, options: &Options) -> Result<Vec<Resolved>, Vec<Cause>> {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for property in &options.properties {
        match Resolved::of(vm, property) {
            Ok(resolved) => all.push(resolved),
            Err(causes) => wrong.extend(causes),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut seen = Seen::default();
    for test in all.iter().flat_map(|resolved: &Resolved| &resolved.atoms) {
        seen.add(test);
    }
    if seen.threads.len() > MOST_NAMES {
        let last = &seen.threads[MOST_NAMES];
        let (property, origin) = options
            .properties
            .last()
            .map_or_else(Default::default, |last| (last.name.clone(), last.origin.clone()));
        return Err(vec![Cause::PropertyNotUnderstood {
            property,
            origin,
            atom: last.clone(),
            problem: Problem::TooManyThreads,
        }]);
    }
    vm.observe_fields(&seen.fields);
    vm.observe_arrays(&seen.arrays);
    vm.observe_calls(&seen.methods, &seen.made);
    vm.observe_threads(seen.threads);
    // What a thread waits for is decided by monitors too.
    vm.observe_monitors(seen.monitors);
    vm.observe_locks(seen.locks)
        .map_err(|error| vec![Cause::from(&error)])?;
    Ok(all)
}

/// That a property asked about a lock of which nothing is known: then nothing is known of the property either.
pub(crate) fn unknown_lock(vm: &mut Vm, options: &Options) -> Option<Cause> {
    let class = vm.take_unknown_lock()?;
    let asks = |test: &&Test| test.is_any(&|test| matches!(test.says, Says::LibraryLocked(_)));
    stated(vm, options).iter().find_map(|property| {
        let atom = property.atoms.iter().find(asks)?;
        let problem = Problem::UnknownLock {
            variable: atom.said.clone(),
            class: class.clone(),
        };
        Some(Cause::PropertyNotUnderstood {
            property: property.name.clone(),
            origin: property.origin.clone(),
            atom: atom.said.clone(),
            problem,
        })
    })
}

/// What atoms look at.
#[derive(Default)]
struct Seen {
    fields: Vec<(ObservedField, Distinguished)>,
    arrays: Vec<&'static Class>,
    methods: Vec<(&'static Method, SeenOfCalls)>,
    made: Vec<&'static Class>,
    monitors: bool,
    locks: bool,
    threads: Vec<String>,
}

impl Seen {
    fn add(&mut self, test: &Test) {
        for path in test.paths() {
            let mut fields = vec![path.start];
            for step in &path.then {
                match step {
                    Step::Field(field) => fields.push(*field),
                    Step::Element { array, .. } => self.arrays.push(array),
                    Step::Length => {}
                }
            }
            // Only the last step leads to what is compared.
            let last = match path.then.last() {
                None | Some(Step::Field(_)) => fields.pop().map(|field| (field, test.distinguished())),
                Some(Step::Element { .. } | Step::Length) => None,
            };
            let before = fields.into_iter().map(|field| (field, Distinguished::All));
            self.fields.extend(before.chain(last));
        }
        for term in test.terms() {
            if let Term::Threads(methods) = term {
                self.add_calls(methods, CALLS);
            }
        }
        match &test.says {
            Says::Compares { .. } => {}
            Says::At(methods) => self.add_calls(methods, CALLS),
            Says::Entered(methods) => self.add_calls(methods, ENTRY),
            Says::Left(methods) => self.add_calls(methods, EXIT),
            Says::Locked(_) => self.monitors = true,
            Says::LibraryLocked(_) => self.locks = true,
            Says::InState(_, name) => {
                self.monitors = true;
                if !self.threads.contains(name) {
                    self.threads.push(name.clone());
                }
            }
            Says::Quantified { class, tests, .. } => {
                self.made.push(class);
                tests.iter().for_each(|test| self.add(test));
            }
        }
    }

    fn add_calls(&mut self, methods: &[&'static Method], seen: SeenOfCalls) {
        self.methods.extend(methods.iter().map(|method| (*method, seen)));
    }
}

const NOTHING: SeenOfCalls = SeenOfCalls {
    calls: false,
    construction: false,
    entry: false,
    exit: false,
};
const CALLS: SeenOfCalls = SeenOfCalls { calls: true, ..NOTHING };
const ENTRY: SeenOfCalls = SeenOfCalls { entry: true, ..NOTHING };
const EXIT: SeenOfCalls = SeenOfCalls { exit: true, ..NOTHING };

/// The properties that the user states. What is wrong with them was said before a search began.
pub(crate) fn stated(vm: &mut Vm, options: &Options) -> Vec<Resolved> {
    if options.properties.is_empty() {
        return Vec::new();
    }
    resolve(vm, options).unwrap_or_default()
}

impl Resolved {
    fn of(vm: &mut Vm, property: &TemporalProperty) -> Result<Resolved, Vec<Cause>> {
        let wrong = |atom: &str, problem| Cause::PropertyNotUnderstood {
            property: property.name.clone(),
            origin: property.origin.clone(),
            atom: atom.to_owned(),
            problem,
        };
        let definition = property
            .definition()
            .ok_or_else(|| vec![wrong(&property.formula, Problem::NoFormula)])?;
        let (mut atoms, mut causes) = (Vec::new(), Vec::new());
        for atom in &definition.atoms {
            match test(vm, atom, None) {
                Ok(test) => atoms.push(test),
                Err(Failed::Named(problem)) => causes.push(wrong(&atom.to_string(), problem)),
                Err(Failed::Machine(error)) => return Err(vec![Cause::from(&error)]),
            }
        }
        if !causes.is_empty() {
            return Err(causes);
        }
        if dropwire_ltl::Monitor::new(&definition.formula).is_err() {
            return Err(vec![wrong(&property.formula, Problem::TooLarge)]);
        }
        let paths = atoms.iter().flat_map(Test::all_paths);
        let mut names: Vec<&'static Class> = Vec::new();
        for path in paths.filter(|path| path.start.is_static()) {
            let class = path.start.class();
            if names.iter().all(|known| known.id != class.id) {
                names.push(class);
            }
        }
        Ok(Resolved {
            name: property.name.clone(),
            text: property.formula.clone(),
            formula: definition.formula,
            fairness: property.fairness,
            origin: property.origin.clone(),
            atoms,
            names,
        })
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
        let begun = self.names.iter().all(|class| vm.has_statics(class));
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
        // That it fails where it begins: to say so of its negation keeps the automaton small.
        begun.negated().until(begun.and(self.formula.negated())).negated()
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
                Says::At(_)
                | Says::Entered(_)
                | Says::Left(_)
                | Says::InState(..)
                | Says::Locked(_)
                | Says::LibraryLocked(_) => {
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
