//! Which `main` a class is launched by, as the launcher of each Java chooses it, and what calls it.
//!
//! Since Java 25 it need not be public or static, and may take nothing (JLS 25 §12.1.4). Before it is `public static void
//! main(String[])` alone: what 21 to 24 try out is not modelled.

use crate::error::VmError;
use crate::image::class::{Class, Method, access};
use crate::image::code::{Instr, Op};
use crate::types::Ty;
use crate::vm::Vm;

/// The first release whose launcher knows other forms than `public static void main(String[])`.
const ANY_FORM: u32 = 25;
const WITH_ARGUMENTS: &str = "([Ljava/lang/String;)";
const WITHOUT: &str = "()";

/// What a launch calls.
#[derive(Clone, Copy)]
pub(crate) struct MainMethod {
    /// The `main`, as it is found; an object of the class runs what overrides it.
    pub(crate) method: &'static Method,
    /// The constructor of the object that it needs.
    pub(crate) constructor: Option<&'static Method>,
}

impl MainMethod {
    /// Whether it is given the arguments of the command line.
    pub(crate) fn takes_arguments(self) -> bool {
        self.method.descriptor.starts_with(WITH_ARGUMENTS)
    }
}

impl Vm {
    /// Whether a class is launched by this method.
    pub fn is_launched_by(&self, class: &'static Class, method: &Method) -> bool {
        self.main_of(class).is_ok_and(|main| main.method.id == method.id)
    }

    /// The `main` that a class is launched by.
    ///
    /// # Errors
    /// It has none that this Java launches, or no object can be made for it.
    pub(crate) fn main_of(&self, class: &'static Class) -> Result<MainMethod, VmError> {
        let name = class.binary_name();
        let feature = self.image.universe.jdk.feature;
        let classic = find(class, WITH_ARGUMENTS, Visibility::Public, true);
        if feature < ANY_FORM {
            let launched = classic.filter(|method| method.is_static() && is_void(method));
            return launched.map(without_object).ok_or_else(|| {
                let hint = match any_form(class, classic) {
                    Some(_) => {
                        format!("; other forms of main are launched since Java {ANY_FORM}, and this is Java {feature}")
                    }
                    None => String::new(),
                };
                VmError::Class(format!(
                    "class {name} has no method `public static void main(String[])`{hint}"
                ))
            });
        }
        let method = any_form(class, classic).ok_or_else(|| {
            VmError::Class(format!(
                "class {name} has no method `main` that returns nothing, takes a String[] or nothing, and is not private"
            ))
        })?;
        if method.is_static() {
            return Ok(without_object(method));
        }
        let constructor = class.declared("<init>", "()V");
        let constructor = constructor.filter(|constructor| constructor.access & access::PRIVATE == 0);
        let refused = |why| VmError::Class(format!("the main of class {name} needs an object, and {name} {why}"));
        if class.access & access::ABSTRACT != 0 {
            return Err(refused("is abstract"));
        }
        let constructor =
            constructor.ok_or_else(|| refused("has no constructor without parameters that is not private"))?;
        Ok(MainMethod {
            method,
            constructor: Some(constructor),
        })
    }

    /// A body that calls a `main`: with an object, if it needs one, and the arguments, if it takes them.
    pub(crate) fn caller_of_main(&mut self, class: &'static Class, main: MainMethod) -> &'static Method {
        let object = u16::from(main.constructor.is_some());
        let slots = object + u16::from(main.takes_arguments());
        let load = |slot| Instr {
            a: slot,
            ..Instr::plain(Op::Load)
        };
        let call = |op, method: &Method| Instr {
            op,
            x: 0,
            a: method.arg_slots,
            b: method.id.0,
        };
        let mut body = Vec::new();
        if let Some(constructor) = main.constructor {
            body.extend([load(0), call(Op::InvokespecialQ, constructor)]);
        }
        body.extend((0..slots).map(load));
        let method = main.method;
        body.push(match main.constructor {
            None => call(Op::InvokestaticInit, method),
            Some(_) => call(Op::InvokespecialQ, self.image.select(class, method).unwrap_or(method)),
        });
        body.push(Instr::plain(Op::Return));
        self.internal_body(class, "call of main", &body, slots, 3, Ty::Void)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Visibility {
    Public,
    Any,
}

/// As `jdk.internal.misc.MethodFinder`: a public one with arguments, any with arguments, any without.
fn any_form(class: &'static Class, classic: Option<&'static Method>) -> Option<&'static Method> {
    let launched = |method: &&'static Method| is_void(method) && method.access & access::PRIVATE == 0;
    let with_arguments = classic.or_else(|| find(class, WITH_ARGUMENTS, Visibility::Any, true));
    with_arguments
        .filter(launched)
        .or_else(|| find(class, WITHOUT, Visibility::Any, true).filter(launched))
}

fn without_object(method: &'static Method) -> MainMethod {
    MainMethod {
        method,
        constructor: None,
    }
}

fn is_void(method: &Method) -> bool {
    method.descriptor.ends_with(")V")
}

/// The method `main` with these parameters, whatever it returns: of the class, else of its superclasses, else of its interfaces,
/// whose static ones nobody inherits (`Class.getMethodsRecursive`).
fn find(class: &'static Class, parameters: &str, visibility: Visibility, statics: bool) -> Option<&'static Method> {
    let fits = |method: &&&'static Method| {
        method.name == "main"
            && method.descriptor.starts_with(parameters)
            && (visibility == Visibility::Any || method.access & access::PUBLIC != 0)
            && (statics || !method.is_static())
    };
    if let Some(own) = class.methods.iter().find(fits) {
        return Some(own);
    }
    let above = class
        .superclass
        .and_then(|parent| find(parent, parameters, visibility, statics));
    let mut found = above.filter(|_| !class.is_interface());
    for interface in &class.interfaces {
        let Some(other) = find(interface, parameters, visibility, false) else {
            continue;
        };
        // Of two interfaces the one that extends the other.
        if found.is_none_or(|found| found.class().is_interface() && other.class().is_subclass_of(found.class())) {
            found = Some(other);
        }
    }
    found
}
