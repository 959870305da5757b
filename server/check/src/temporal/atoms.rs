//! What the atoms of a property say of a machine.
//!
//! A variable begins with a static field and goes on from object to object. A comparison whose way meets `null` does not hold. A property
//! begins when all classes whose static fields it names are initialised: before that there is nothing to be compared.

use dropwire_ltl::{Atom, Comparison, Formula, Letter, Operand, Value};
use dropwire_vm::types::Ty;
use dropwire_vm::{ObservedField, Vm, VmError};

use super::spec::{FairnessKind, TemporalProperty, invariant};
use crate::facts::property::{Problem, Reading};
use crate::facts::reason::Cause;
use crate::options::Options;

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
struct Test {
    said: String,
    left: Vec<(bool, Term)>,
    comparison: Comparison,
    right: Vec<(bool, Term)>,
}

enum Term {
    Constant(i64),
    Path(Path),
}

struct Path {
    text: String,
    start: ObservedField,
    then: Vec<ObservedField>,
}

/// What may be compared with what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Boolean,
    Reference,
}

/// The properties that are asked for. Fields that they name are observed from now on.
pub(crate) fn resolve(vm: &mut Vm, options: &Options) -> Result<Vec<Resolved>, Cause> {
    let mut all = Vec::new();
    let mut fields = Vec::new();
    for property in &options.properties {
        let resolved = Resolved::of(vm, property)?;
        for path in resolved.paths() {
            fields.push(path.start);
            fields.extend_from_slice(&path.then);
        }
        all.push(resolved);
    }
    vm.observe_fields(&fields);
    Ok(all)
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
            atoms.push(test(vm, atom).map_err(|failed| match failed {
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
        let terms = self.atoms.iter().flat_map(|test| test.left.iter().chain(&test.right));
        terms.filter_map(|(_, term)| match term {
            Term::Path(path) => Some(path),
            Term::Constant(_) => None,
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
        let begun = self.paths().all(|path| vm.has_statics(path.start.class()));
        let holds = |test: &Test| test.holds(vm).unwrap_or(false);
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
        for path in self.paths() {
            if readings.iter().all(|known| known.variable != path.text) {
                readings.push(Reading {
                    variable: path.text.clone(),
                    value: path.shown(vm),
                });
            }
        }
        readings
    }
}

impl Test {
    fn holds(&self, vm: &Vm) -> Option<bool> {
        let sum = |terms: &[(bool, Term)]| {
            terms.iter().try_fold(0i128, |sum, (minus, term)| {
                let value = i128::from(term.value(vm)?);
                Some(if *minus { sum - value } else { sum + value })
            })
        };
        Some(self.comparison.holds(sum(&self.left)?, sum(&self.right)?))
    }
}

impl Term {
    fn value(&self, vm: &Vm) -> Option<i64> {
        match self {
            Term::Constant(constant) => Some(*constant),
            Term::Path(path) => path.value(vm),
        }
    }
}

impl Path {
    fn last(&self) -> &ObservedField {
        self.then.last().unwrap_or(&self.start)
    }

    /// What it leads to; `None` if it meets `null` on the way.
    fn value(&self, vm: &Vm) -> Option<i64> {
        let mut raw = vm.observed_value(&self.start, 0);
        for field in &self.then {
            if raw == 0 {
                return None;
            }
            raw = vm.observed_value(field, raw as u32);
        }
        Some(match self.last().ty() {
            Ty::Long | Ty::Reference => raw as i64,
            _ => i64::from(raw as u32 as i32),
        })
    }

    fn sort(&self) -> Option<Sort> {
        match self.last().ty() {
            Ty::Boolean => Some(Sort::Boolean),
            Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Long => Some(Sort::Number),
            Ty::Reference => Some(Sort::Reference),
            Ty::Float | Ty::Double | Ty::Void => None,
        }
    }

    fn shown(&self, vm: &Vm) -> Option<String> {
        let value = self.value(vm)?;
        Some(match (self.last().ty(), value) {
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

/// Why an atom has no meaning.
enum Failed {
    Named(Problem),
    Machine(VmError),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed::Named(problem)
    }
}

fn test(vm: &mut Vm, atom: &Atom) -> Result<Test, Failed> {
    let (left, comparison, right) = match atom {
        Atom::Call { function, .. } => {
            let function = function.clone();
            return Err(Problem::NoSuchQuestion { function }.into());
        }
        Atom::Name(name) => {
            let path = path(vm, name)?;
            if path.sort() != Some(Sort::Boolean) {
                let variable = name.clone();
                return Err(Problem::NotBoolean { variable }.into());
            }
            let yes = (vec![(false, Term::Constant(1))], Sort::Boolean);
            ((vec![(false, Term::Path(path))], Sort::Boolean), Comparison::Equal, yes)
        }
        Atom::Compare {
            left,
            comparison,
            right,
        } => (side(vm, left)?, *comparison, side(vm, right)?),
    };
    let ordered = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    if left.1 != right.1 || ordered && left.1 != Sort::Number {
        return Err(Problem::NotComparable.into());
    }
    Ok(Test {
        said: atom.to_string(),
        left: left.0,
        comparison,
        right: right.0,
    })
}

fn side(vm: &mut Vm, value: &Value) -> Result<(Vec<(bool, Term)>, Sort), Failed> {
    let constant = |value| vec![(false, Term::Constant(value))];
    match value {
        Value::Null => Ok((constant(0), Sort::Reference)),
        Value::Boolean(value) => Ok((constant(i64::from(*value)), Sort::Boolean)),
        Value::Sum(sum) => {
            let mut terms = Vec::new();
            let mut sorts = Vec::new();
            for (minus, operand) in &sum.operands {
                let (term, sort) = match operand {
                    Operand::Number(number) => (Term::Constant(*number), Sort::Number),
                    Operand::Path(name) => {
                        let path = path(vm, name)?;
                        let sort = path.sort().ok_or(Problem::NotComparable)?;
                        (Term::Path(path), sort)
                    }
                };
                terms.push((*minus, term));
                sorts.push(sort);
            }
            match &sorts[..] {
                [one] if !terms[0].0 || *one == Sort::Number => Ok((terms, *one)),
                sorts if sorts.iter().all(|sort| *sort == Sort::Number) => Ok((terms, Sort::Number)),
                _ => Err(Problem::NotComparable.into()),
            }
        }
    }
}

/// `shop.Main.queue.size`: the longest part that names a class, a static field of it, and fields of objects.
fn path(vm: &mut Vm, text: &str) -> Result<Path, Failed> {
    let parts: Vec<&str> = text.split('.').collect();
    for at in (1..parts.len()).rev() {
        let Some(class) = vm.class_by_name(&parts[..at].join(".")).map_err(Failed::Machine)? else {
            continue;
        };
        let start = field(vm, class, parts[at])?;
        if !start.is_static() {
            return Err(Problem::NotStatic {
                class: class.binary_name(),
                field: parts[at].to_owned(),
            }
            .into());
        }
        let (mut last, mut then) = (start, Vec::new());
        for name in &parts[at + 1..] {
            let descriptor = last.descriptor();
            let of = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
            let of = of.ok_or_else(|| Problem::NoObject {
                descriptor: descriptor.to_owned(),
                field: (*name).to_owned(),
            })?;
            let of = of.replace('/', ".");
            let Some(class) = vm.class_by_name(&of).map_err(Failed::Machine)? else {
                return Err(Problem::NoClass { name: of }.into());
            };
            last = field(vm, class, name)?;
            if last.is_static() {
                return Err(Problem::StaticOfObject {
                    class: of,
                    field: (*name).to_owned(),
                }
                .into());
            }
            then.push(last);
        }
        return Ok(Path {
            text: text.to_owned(),
            start,
            then,
        });
    }
    Err(Problem::NoClass { name: text.to_owned() }.into())
}

fn field(vm: &Vm, class: &'static dropwire_vm::image::class::Class, name: &str) -> Result<ObservedField, Failed> {
    vm.observable_field(class, name).ok_or_else(|| {
        let (class_name, field) = (class.binary_name(), name.to_owned());
        let problem = match class.is_user() {
            true => Problem::NoField {
                class: class_name,
                field,
            },
            false => Problem::OfTheJdk { class: class_name },
        };
        problem.into()
    })
}
