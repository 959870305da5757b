//! Which class may stand for which. JVMS §4.10.1.2, and §4.10.1.8 for protected members.

use super::Checked;
use super::types::{Name, Names, Type};
use crate::error::VmError;
use crate::image::class::{Class, access};
use crate::verifier::answer::Refusal;

/// Where a class's superclasses and interfaces come from.
pub(crate) type Finder<'a> = &'a mut dyn FnMut(&str) -> Result<Found, VmError>;

/// What there is of a class that the code under verification names.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    /// It is loaded, not initialised.
    Class(&'static Class),
    /// There is none: whoever needs it throws `NoClassDefFoundError`.
    Missing,
    /// There is none, but a library that makes classes may say more: nothing is refused for it.
    Unknown,
    /// A loader of the program's own has to be asked first.
    Ask(u32),
}

/// The class under verification and those that it names.
pub(super) struct Hierarchy<'a> {
    pub(super) class: &'static Class,
    /// What the class file calls it: a loader of the program's own may have made another class of it.
    pub(super) own_name: &'static str,
    pub(super) names: Names,
    find: Finder<'a>,
}

const OBJECT: &str = "java/lang/Object";

impl<'a> Hierarchy<'a> {
    pub(super) fn new(class: &'static Class, own_name: &'static str, find: Finder<'a>) -> Hierarchy<'a> {
        Hierarchy {
            class,
            own_name,
            names: Names::default(),
            find,
        }
    }

    /// The type of a class's instances, by its internal name.
    pub(super) fn object(&mut self, name: &str) -> Type {
        Type::Object(self.names.intern(name))
    }

    /// The type of `this`.
    pub(super) fn this(&mut self) -> Type {
        self.object(self.own_name)
    }

    fn find(&mut self, name: &str) -> Checked<Option<&'static Class>> {
        if name == self.own_name {
            return Ok(Some(self.class));
        }
        match (self.find)(name).map_err(Refusal::Machine)? {
            Found::Class(class) => Ok(Some(class)),
            Found::Unknown => Ok(None),
            Found::Missing => Err(Refusal::Missing(name.to_owned())),
            Found::Ask(question) => Err(Refusal::Ask(question)),
        }
    }

    /// Whether a value of type `from` may stand where `to` is expected.
    pub(super) fn assignable(&mut self, from: Type, to: Type) -> Checked<bool> {
        match (from, to) {
            (_, Type::Top) => Ok(true),
            (Type::Null, Type::Object(_)) => Ok(true),
            (Type::Object(from), Type::Object(to)) if from != to => self.widens(from, to),
            (from, to) => Ok(from == to),
        }
    }

    fn widens(&mut self, from: Name, to: Name) -> Checked<bool> {
        let (from, to) = (self.names.text(from), self.names.text(to));
        self.class_widens(&from, &to)
    }

    /// The same by names. Interfaces are treated like `Object`: calls through them are checked when they happen.
    fn class_widens(&mut self, from: &str, to: &str) -> Checked<bool> {
        if to == OBJECT || from == to {
            return Ok(true);
        }
        match (from.strip_prefix('['), to.strip_prefix('[')) {
            (Some(from), Some(to)) => self.component_widens(from, to),
            (None, Some(_)) => Ok(false),
            (array, None) => {
                let Some(target) = self.find(to)? else { return Ok(true) };
                if target.is_interface() {
                    return Ok(array.is_none() || matches!(to, "java/lang/Cloneable" | "java/io/Serializable"));
                }
                if array.is_some() {
                    return Ok(false);
                }
                let source = self.find(from)?;
                Ok(source.is_none_or(|source| source.is_subclass_of(target)))
            }
        }
    }

    /// The same for the components of arrays, which are descriptors.
    fn component_widens(&mut self, from: &str, to: &str) -> Checked<bool> {
        let class = |component: &str| match component.as_bytes().first() {
            Some(b'L') => component.get(1..component.len() - 1).map(str::to_owned),
            Some(b'[') => Some(component.to_owned()),
            _ => None,
        };
        match (class(from), class(to)) {
            (Some(from), Some(to)) => self.class_widens(&from, &to),
            _ => Ok(from == to),
        }
    }

    /// The least type that both may stand for, as the type-inferring verifier sees it: interfaces count as `Object`.
    pub(super) fn join(&mut self, one: Type, other: Type) -> Checked<Type> {
        Ok(match (one, other) {
            (one, other) if one == other => one,
            (Type::Null, Type::Object(_)) => other,
            (Type::Object(_), Type::Null) => one,
            (Type::Object(one), Type::Object(other)) => {
                let (one, other) = (self.names.text(one), self.names.text(other));
                let joined = self.join_classes(&one, &other)?;
                self.object(&joined)
            }
            _ => Type::Top,
        })
    }

    fn join_classes(&mut self, one: &str, other: &str) -> Checked<String> {
        if one == other {
            return Ok(one.to_owned());
        }
        if let (Some(one), Some(other)) = (one.strip_prefix('['), other.strip_prefix('[')) {
            let class = |component: &str| match component.as_bytes().first() {
                Some(b'L') => component.get(1..component.len() - 1).map(str::to_owned),
                Some(b'[') => Some(component.to_owned()),
                _ => None,
            };
            return Ok(match (class(one), class(other)) {
                (Some(one), Some(other)) => match self.join_classes(&one, &other)? {
                    array if array.starts_with('[') => format!("[{array}"),
                    class => format!("[L{class};"),
                },
                _ => OBJECT.to_owned(),
            });
        }
        if one.starts_with('[') || other.starts_with('[') {
            return Ok(OBJECT.to_owned());
        }
        let (Some(mut ancestor), Some(other)) = (self.find(one)?, self.find(other)?) else {
            return Ok(OBJECT.to_owned());
        };
        if ancestor.is_interface() || other.is_interface() {
            return Ok(OBJECT.to_owned());
        }
        while !other.is_subclass_of(ancestor) {
            match ancestor.superclass {
                Some(superclass) => ancestor = superclass,
                None => break,
            }
        }
        Ok(ancestor.own_name().into_owned())
    }

    /// Whether a member that the code names in class `owner` is a protected one of a superclass in another package:
    /// then only objects of the own class may be asked for it.
    pub(super) fn is_protected_elsewhere(&mut self, owner: &str, name: &str, descriptor: &str) -> bool {
        let mut superclass = self.class.superclass;
        while let Some(class) = superclass.filter(|class| !is_named(class, owner)) {
            superclass = class.superclass;
        }
        let Some(owner) = superclass else { return false };
        let declared = if descriptor.starts_with('(') {
            declared_method(owner, name, descriptor)
        } else {
            declared_field(owner, name, descriptor)
        };
        declared
            .is_some_and(|(holder, flags)| flags & access::PROTECTED != 0 && holder.package() != self.class.package())
    }

    /// Whether the class under verification is `owner`, a subclass of it, or names it as a superinterface.
    pub(super) fn may_call_specially(&mut self, owner: &str) -> Checked<bool> {
        let mut classes = std::iter::successors(Some(self.class), |class| class.superclass);
        let may = owner == self.own_name
            || classes.any(|class| is_named(class, owner))
            || self.class.interfaces.iter().any(|interface| is_named(interface, owner));
        if !may {
            // One that does not exist is looked for before anything is said of it.
            self.find(owner)?;
        }
        Ok(may)
    }
}

/// Whether a class has this name, be it for a loader of the program's own.
pub(super) fn is_named(class: &Class, name: &str) -> bool {
    class.name == name || class.is_called(name)
}

fn declared_method(class: &'static Class, name: &str, descriptor: &str) -> Option<(&'static Class, u16)> {
    let mut next = Some(class);
    while let Some(class) = next {
        if let Some(method) = class.declared(name, descriptor) {
            return Some((class, method.access));
        }
        next = class.superclass;
    }
    None
}

fn declared_field(class: &'static Class, name: &str, descriptor: &str) -> Option<(&'static Class, u16)> {
    let mut next = Some(class);
    while let Some(class) = next {
        let own = class.fields.iter();
        if let Some(field) = own.filter(|f| f.name == name).find(|f| f.descriptor == descriptor) {
            return Some((class, field.access));
        }
        next = class.superclass;
    }
    None
}
