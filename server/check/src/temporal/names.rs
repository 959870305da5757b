//! From the names in a property's atoms to what they mean in a program: fields, elements, methods, classes. What has no meaning is refused by name.

use dropwire_ltl::{Atom, Comparison, Operand, Value};
use dropwire_vm::image::class::{Class, Method};
use dropwire_vm::{LockKind, ObservedField, ThreadState, Vm, VmError};

use super::meaning::{Path, Says, Sort, Step, Term, Test};
use crate::facts::property::Problem;

/// Why an atom has no meaning.
pub(super) enum Failed {
    Named(Problem),
    Machine(VmError),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed::Named(problem)
    }
}

/// The class whose instances an atom speaks of, as far as it is known.
pub(super) type Instance<'a> = Option<&'a mut Option<&'static Class>>;

/// A sum, and what it is.
type Side = (Vec<(bool, Term)>, Sort);

/// What an atom says.
pub(super) fn test(vm: &mut Vm, atom: &Atom, mut of: Instance<'_>) -> Result<Test, Failed> {
    let says = match atom {
        Atom::Call { function, argument } => call(vm, function, argument, &mut of)?,
        Atom::Quantified { every, formula, atoms } => {
            let (mut class, mut tests) = (None, Vec::new());
            for atom in atoms {
                tests.push(test(vm, atom, Some(&mut class))?);
            }
            Says::Quantified {
                every: *every,
                class: class.ok_or(Problem::NoInstance)?,
                formula: formula.clone(),
                tests,
            }
        }
        Atom::Name(name) => {
            let path = path(vm, name, &mut of)?;
            if path.sort() != Some(Sort::Boolean) {
                let variable = name.clone();
                return Err(Problem::NotBoolean { variable }.into());
            }
            Says::Compares {
                left: vec![(false, Term::Path(path))],
                comparison: Comparison::Equal,
                right: vec![(false, Term::Constant(1))],
            }
        }
        Atom::Compare {
            left,
            comparison,
            right,
        } => {
            let (left, right) = (side(vm, left, &mut of)?, side(vm, right, &mut of)?);
            let ordered = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            if left.1 != right.1 || ordered && left.1 != Sort::Number {
                return Err(Problem::NotComparable.into());
            }
            Says::Compares {
                left: left.0,
                comparison: *comparison,
                right: right.0,
            }
        }
    };
    Ok(Test {
        said: atom.to_string(),
        says,
    })
}

/// What `at(…)`, `locked(…)` and the like ask.
fn call(vm: &mut Vm, function: &str, argument: &str, of: &mut Instance<'_>) -> Result<Says, Failed> {
    match function {
        "at" => Ok(Says::At(methods(vm, argument)?)),
        "entered" => Ok(Says::Entered(methods(vm, argument)?)),
        "left" => Ok(Says::Left(methods(vm, argument)?)),
        "blocked" => Ok(Says::InState(ThreadState::Blocked, argument.to_owned())),
        "waiting" => Ok(Says::InState(ThreadState::Waiting, argument.to_owned())),
        "terminated" => Ok(Says::InState(ThreadState::Terminated, argument.to_owned())),
        "runnable" => Ok(Says::InState(ThreadState::Runnable, argument.to_owned())),
        "locked" => locked(vm, argument, of),
        _ => {
            let function = function.to_owned();
            Err(Problem::NoSuchQuestion { function }.into())
        }
    }
}

/// What the variable leads to: an object with a monitor, or a lock of the library.
fn locked(vm: &mut Vm, argument: &str, of: &mut Instance<'_>) -> Result<Says, Failed> {
    let variable = || argument.to_owned();
    let path = path(vm, argument, of)?;
    if path.sort() != Some(Sort::Reference) {
        return Err(Problem::NoMonitor { variable: variable() }.into());
    }
    let descriptor = path.descriptor();
    match vm.lock_kind(&descriptor).map_err(Failed::Machine)? {
        LockKind::Monitor => Ok(Says::Locked(path)),
        LockKind::Library => Ok(Says::LibraryLocked(path)),
        LockKind::Unknown => Err(Problem::UnknownLock {
            variable: variable(),
            class: descriptor
                .trim_start_matches('L')
                .trim_end_matches(';')
                .replace('/', "."),
        }
        .into()),
    }
}

/// The methods of a class with this name: `shop.Till.sell`.
fn methods(vm: &mut Vm, text: &str) -> Result<Vec<&'static Method>, Failed> {
    let no_class = || Problem::NoClass { name: text.to_owned() };
    let (class, name) = text.rsplit_once('.').ok_or_else(no_class)?;
    let class = vm.class_by_name(class).map_err(Failed::Machine)?.ok_or_else(no_class)?;
    let methods = vm.observable_methods(class, name);
    if methods.is_empty() {
        let (class, method) = (class.binary_name(), name.to_owned());
        return Err(Problem::NoMethod { class, method }.into());
    }
    Ok(methods)
}

fn side(vm: &mut Vm, value: &Value, of: &mut Instance<'_>) -> Result<Side, Failed> {
    let constant = |value| vec![(false, Term::Constant(value))];
    match value {
        Value::Null => Ok((constant(0), Sort::Reference)),
        Value::Boolean(value) => Ok((constant(i64::from(*value)), Sort::Boolean)),
        Value::Sum(sum) => {
            let mut terms = Vec::new();
            let mut sorts = Vec::new();
            for (minus, operand) in &sum.operands {
                let (term, sort) = operand_of(vm, operand, of)?;
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

fn operand_of(vm: &mut Vm, operand: &Operand, of: &mut Instance<'_>) -> Result<(Term, Sort), Failed> {
    match operand {
        Operand::Number(number) => Ok((Term::Constant(*number), Sort::Number)),
        Operand::Path(name) => {
            let path = path(vm, name, of)?;
            let sort = path.sort().ok_or(Problem::NotComparable)?;
            Ok((Term::Path(path), sort))
        }
        Operand::Call { function, argument } if function == "threads" => {
            Ok((Term::Threads(methods(vm, argument)?), Sort::Number))
        }
        Operand::Call { function, .. } => {
            let function = function.clone();
            Err(Problem::NoSuchQuestion { function }.into())
        }
    }
}

/// `shop.Main.queue.size`: the longest part that names a class, a field of it, and fields of objects, elements and lengths of arrays.
fn path(vm: &mut Vm, text: &str, of: &mut Instance<'_>) -> Result<Path, Failed> {
    let parts: Vec<&str> = text.split('.').collect();
    for at in (1..parts.len()).rev() {
        let Some(class) = vm.class_by_name(&parts[..at].join(".")).map_err(Failed::Machine)? else {
            continue;
        };
        let (name, indices) = indexed(parts[at]);
        let start = field(vm, class, name)?;
        if !start.is_static() {
            begin_at_instance(class, name, of)?;
        }
        let mut then = Vec::new();
        let mut descriptor = elements(vm, start.descriptor(), name, &indices, &mut then)?;
        for part in &parts[at + 1..] {
            let (name, indices) = indexed(part);
            let next = member(vm, &descriptor, name, &mut then)?;
            descriptor = elements(vm, &next, name, &indices, &mut then)?;
        }
        return Ok(Path {
            text: text.to_owned(),
            start,
            then,
        });
    }
    Err(Problem::NoClass { name: text.to_owned() }.into())
}

/// A path begins with a field of the instance that is quantified: all of them are of one class.
fn begin_at_instance(class: &'static Class, field: &str, of: &mut Instance<'_>) -> Result<(), Failed> {
    let Some(known) = of else {
        return Err(Problem::NotStatic {
            class: class.binary_name(),
            field: field.to_owned(),
        }
        .into());
    };
    match known {
        Some(other) if other.id != class.id => Err(Problem::TwoClasses {
            one: other.binary_name(),
            other: class.binary_name(),
        }
        .into()),
        _ => {
            **known = Some(class);
            Ok(())
        }
    }
}

/// `slots[2][0]`: the name, and its indices.
fn indexed(part: &str) -> (&str, Vec<u32>) {
    let Some((name, rest)) = part.split_once('[') else {
        return (part, Vec::new());
    };
    let digits = rest.split(['[', ']']).filter(|digits| !digits.is_empty());
    // One that no array has is no index of any.
    (name, digits.map(|digits| digits.parse().unwrap_or(u32::MAX)).collect())
}

/// Goes on to elements; the type of what the last index leads to.
fn elements(
    vm: &mut Vm,
    descriptor: &str,
    name: &str,
    indices: &[u32],
    then: &mut Vec<Step>,
) -> Result<String, Failed> {
    let mut descriptor = descriptor.to_owned();
    for index in indices {
        let component = descriptor.strip_prefix('[').map(str::to_owned);
        let component = component.ok_or_else(|| Problem::NoArray {
            descriptor: descriptor.clone(),
            field: name.to_owned(),
        })?;
        let array = vm.class_by_name(&descriptor).map_err(Failed::Machine)?;
        let array = array.ok_or_else(|| Problem::NoClass {
            name: descriptor.clone(),
        })?;
        then.push(Step::Element { array, index: *index });
        descriptor = component;
    }
    Ok(descriptor)
}

/// Goes on to a field of an object, or to the length of an array; its type.
fn member(vm: &mut Vm, descriptor: &str, name: &str, then: &mut Vec<Step>) -> Result<String, Failed> {
    if descriptor.starts_with('[') && name == "length" {
        then.push(Step::Length);
        return Ok("I".to_owned());
    }
    let of = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let of = of.ok_or_else(|| Problem::NoObject {
        descriptor: descriptor.to_owned(),
        field: name.to_owned(),
    })?;
    let of = of.replace('/', ".");
    let Some(class) = vm.class_by_name(&of).map_err(Failed::Machine)? else {
        return Err(Problem::NoClass { name: of }.into());
    };
    let found = field(vm, class, name)?;
    if found.is_static() {
        return Err(Problem::StaticOfObject {
            class: of,
            field: name.to_owned(),
        }
        .into());
    }
    then.push(Step::Field(found));
    Ok(found.descriptor().to_owned())
}

fn field(vm: &Vm, class: &'static Class, name: &str) -> Result<ObservedField, Failed> {
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
