//! What names mean in a condition on a method: its parameters, members of its object, and classes near it. JLS §6.5.

use dropwire_vm::Vm;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::predicate::Term;
use dropwire_vm::types::{external_type, split_descriptor};

use super::types::{fits, widened};
use crate::junit::parameter_names::parameter_name;

pub(super) struct Names<'v> {
    vm: &'v mut Vm,
    class: &'static Class,
    /// The object, if there is one.
    object: Option<Term>,
    /// The parameters by name.
    parameters: Vec<(String, Term)>,
}

impl<'v> Names<'v> {
    /// In a condition on a method that is called on an object of a class.
    pub(super) fn of(vm: &'v mut Vm, class: &'static Class, method: &'static Method) -> Names<'v> {
        let object = super::takes_object(method).then(|| Term::Parameter(0, format!("L{};", class.name)));
        let mut slot = u32::from(!method.is_static());
        let mut own = u32::from(object.is_some());
        let (descriptors, _) = split_descriptor(method.descriptor);
        let mut parameters = Vec::new();
        for (index, (descriptor, ty)) in descriptors.iter().zip(&method.params).enumerate() {
            if let Some(name) = parameter_name(method, index, slot) {
                parameters.push((name, Term::Parameter(own as usize, (*descriptor).to_owned())));
            }
            slot += ty.slots();
            own += ty.slots();
        }
        Names {
            vm,
            class,
            object,
            parameters,
        }
    }

    pub(super) fn object(&self) -> Result<Term, String> {
        self.object.clone().ok_or_else(|| "there is no `this`".into())
    }

    /// A parameter or a field of the object.
    pub(super) fn variable(&mut self, name: &str) -> Result<Option<Term>, String> {
        if let Some((_, parameter)) = self.parameters.iter().find(|(known, _)| known == name) {
            return Ok(Some(parameter.clone()));
        }
        match find_field(self.class, name) {
            None => Ok(None),
            Some((class, field)) => field_of(class, field, self.object.clone()).map(Some),
        }
    }

    /// A class that a simple name names: a nested one, one of the package, one of `java.lang`.
    pub(super) fn class(&mut self, name: &str) -> Option<&'static Class> {
        let package = self.class.package();
        let near = if package.is_empty() {
            name.to_owned()
        } else {
            format!("{package}/{name}")
        };
        let nested = format!("{}${name}", self.class.name);
        let all = [nested, near, format!("java/lang/{name}")];
        if self.class.name.rsplit(['/', '$']).next() == Some(name) {
            return Some(self.class);
        }
        all.iter()
            .find_map(|name| self.vm.image.try_load(&mut self.vm.heap, name).ok().flatten())
    }

    /// `of.name`
    pub(super) fn field(&mut self, of: Term, name: &str) -> Result<Term, String> {
        let descriptor = of.descriptor();
        if descriptor.starts_with('[') {
            return match name {
                "length" => Ok(Term::Length(Box::new(of))),
                _ => Err(format!("an array has no field `{name}`")),
            };
        }
        let class = self.class_of(&descriptor)?;
        let (class, field) = find_field(class, name).ok_or_else(|| no_member(class, "field", name))?;
        field_of(class, field, Some(of))
    }

    pub(super) fn static_field(&mut self, class: &'static Class, name: &str) -> Result<Term, String> {
        let (class, field) = find_field(class, name).ok_or_else(|| no_member(class, "field", name))?;
        field_of(class, field, None)
    }

    /// `of.name(…)`
    pub(super) fn call(&mut self, of: Term, name: &str, arguments: Vec<Term>) -> Result<Term, String> {
        let class = self.class_of(&of.descriptor())?;
        called(class, Some(of), name, arguments)
    }

    /// `name(…)`
    pub(super) fn own_call(&mut self, name: &str, arguments: Vec<Term>) -> Result<Term, String> {
        called(self.class, self.object.clone(), name, arguments)
    }

    pub(super) fn static_call(
        &mut self,
        class: &'static Class,
        name: &str,
        arguments: Vec<Term>,
    ) -> Result<Term, String> {
        called(class, None, name, arguments)
    }

    fn class_of(&mut self, descriptor: &str) -> Result<&'static Class, String> {
        let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        let Some(name) = name else {
            return Err(format!("a value of type {} has no members", external_type(descriptor)));
        };
        let loaded = self.vm.image.try_load(&mut self.vm.heap, name).ok().flatten();
        loaded.ok_or_else(|| format!("class {} is missing", external_type(descriptor)))
    }
}

fn no_member(class: &Class, kind: &str, name: &str) -> String {
    format!("class {} has no {kind} `{name}`", class.binary_name())
}

/// A class, its superclasses, and their interfaces.
fn with_supertypes(class: &'static Class) -> Vec<&'static Class> {
    let mut all: Vec<&'static Class> = Vec::new();
    let mut open = vec![class];
    while let Some(one) = open.pop() {
        if !all.iter().any(|known| known.id == one.id) {
            all.push(one);
            open.extend(one.interfaces.iter().copied());
            open.extend(one.superclass);
        }
    }
    all
}

struct FoundField {
    name: &'static str,
    descriptor: &'static str,
    is_static: bool,
}

fn find_field(class: &'static Class, name: &str) -> Option<(&'static Class, FoundField)> {
    with_supertypes(class).into_iter().find_map(|class| {
        let field = class.field(name)?;
        let found = FoundField {
            name: field.name,
            descriptor: field.descriptor,
            is_static: field.access & access::STATIC != 0,
        };
        Some((class, found))
    })
}

fn field_of(class: &Class, field: FoundField, object: Option<Term>) -> Result<Term, String> {
    let of = match (field.is_static, object) {
        (true, _) => None,
        (false, Some(object)) => Some(Box::new(object)),
        (false, None) => return Err(format!("there is no object for the field `{}`", field.name)),
    };
    Ok(Term::Field {
        of,
        class: class.name.to_owned(),
        name: field.name.to_owned(),
        descriptor: field.descriptor.to_owned(),
    })
}

/// The method of a name that takes the arguments: one that takes their very types before others.
fn called(class: &'static Class, object: Option<Term>, name: &str, arguments: Vec<Term>) -> Result<Term, String> {
    let all = with_supertypes(class)
        .into_iter()
        .flat_map(|class| class.methods.iter().copied());
    let takes = |method: &&'static Method| {
        let (parameters, _) = split_descriptor(method.descriptor);
        let has_object = method.is_static() || object.is_some();
        let fits_all = || {
            arguments
                .iter()
                .zip(&parameters)
                .all(|(argument, parameter)| fits(argument, parameter))
        };
        method.name == name && has_object && parameters.len() == arguments.len() && fits_all()
    };
    let fitting: Vec<&'static Method> = all.filter(takes).collect();
    let given: Vec<String> = arguments.iter().map(Term::descriptor).collect();
    let exact = fitting
        .iter()
        .find(|method| split_descriptor(method.descriptor).0 == given);
    let Some(method) = exact.or(fitting.first()).copied() else {
        return Err(format!(
            "class {} has no method `{name}` that takes these arguments",
            class.binary_name()
        ));
    };
    let (parameters, _) = split_descriptor(method.descriptor);
    let arguments = arguments
        .into_iter()
        .zip(parameters)
        .map(|(argument, parameter)| widened(argument, parameter));
    Ok(Term::Call {
        receiver: object.filter(|_| !method.is_static()).map(Box::new),
        interface: method.class().is_interface(),
        class: method.class().name.to_owned(),
        name: method.name.to_owned(),
        descriptor: method.descriptor.to_owned(),
        arguments: arguments.collect(),
    })
}
