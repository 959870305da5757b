//! What the editor offers for objects of the classes that a source declares: "verify add against close". Each offer is the target
//! `shop.Till#new` with what is said of its use.
//!
//! Lenses stand only where a class looks as if threads shared its objects; anywhere else the same is a code action.

use dropwire_check::{OBJECT, ObjectOptions};
use dropwire_vm::types::{external_type, split_descriptor};
use serde_json::{Map, Value, json};

use super::methods::{self, Declared, declarations};
use super::object_words::{shown, simple};
use super::published_state::Board;
use crate::discover::class_summary::{ClassFacts, MethodFacts};

/// A method is offered against so many others.
const OTHERS: usize = 4;
/// A class with more methods has a lens for itself alone.
const METHODS_WITH_LENSES: usize = 12;

/// A way to use an object that can be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// `verify add against close`
    pub title: String,
    target: String,
    object: ObjectOptions,
}

impl Offer {
    fn of(class: &str, object: ObjectOptions) -> Offer {
        Offer {
            title: format!("verify {}", shown(class, &object).unwrap_or_default()),
            target: format!("{class}#{OBJECT}"),
            object,
        }
    }

    /// The argument of `dropwire.server.verify`.
    pub fn argument(&self) -> Value {
        let said = self.object.said().into_iter();
        let said: Map<String, Value> = said.map(|(key, value)| (key.to_owned(), value.into())).collect();
        json!({ "class": self.target, "object": said })
    }
}

/// What such an argument says of the use of an object: the keys of a `[[target]]`, with texts or numbers.
///
/// # Errors
/// A sentence about what does not fit.
pub fn read(said: Option<&Value>) -> Result<ObjectOptions, String> {
    let mut object = ObjectOptions::default();
    for (key, value) in said.and_then(Value::as_object).into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        object.set(key, &text)?;
    }
    Ok(object)
}

/// What is offered for the class, or for the method, that is declared on a line.
pub fn offered(board: &Board, text: &str, line: u32) -> Vec<Offer> {
    let (classes, methods) = declarations(text);
    let class = classes.iter().find(|class| class.line == line);
    let of_class = class.filter(|class| board.object(&class.class).is_some());
    let of_class = of_class.map(|class| Offer::of(&class.class, with_two_threads()));
    let method = methods.iter().position(|method| method.line == line);
    let of_method = method.map(|at| of_method(board, &methods, at)).unwrap_or_default();
    of_class.into_iter().chain(of_method).collect()
}

/// A lens for each class that looks as if threads shared its objects, and for each of its methods against itself, with their lines.
pub fn lenses(board: &Board, text: &str) -> Vec<(u32, Offer)> {
    let (classes, methods) = declarations(text);
    let mut all = Vec::new();
    for class in &classes {
        let facts = board.object(&class.class);
        let Some(facts) = facts.filter(|facts| facts.is_shared || facts.looks_shared) else {
            continue;
        };
        all.push((class.line, Offer::of(&class.class, with_two_threads())));
        if facts.callable().count() > METHODS_WITH_LENSES {
            continue;
        }
        for at in (0..methods.len()).filter(|at| methods[*at].class == class.class) {
            let first = of_method(board, &methods, at).into_iter().next();
            all.extend(first.map(|offer| (methods[at].line, offer)));
        }
    }
    all
}

fn with_two_threads() -> ObjectOptions {
    ObjectOptions {
        threads: Some(2),
        ..ObjectOptions::default()
    }
}

/// A method against itself, and against others: first those that use the same fields.
fn of_method(board: &Board, methods: &[Declared], at: usize) -> Vec<Offer> {
    let class = &methods[at].class;
    let Some(facts) = board.object(class) else {
        return Vec::new();
    };
    let Some(method) = compiled(&facts, methods, at) else {
        return Vec::new();
    };
    let name = said(&facts, method);
    let itself = ObjectOptions {
        methods: vec![name.clone()],
        ..with_two_threads()
    };
    let shares = |other: &MethodFacts| other.fields.iter().any(|field| method.fields.contains(field));
    let mut others: Vec<&MethodFacts> = facts.callable().filter(|other| *other != method).collect();
    others.sort_by_key(|other| !shares(other));
    let against = others.into_iter().take(OTHERS).map(|other| {
        let other = said(&facts, other);
        ObjectOptions {
            methods: vec![name.clone(), other.clone()],
            non_parallel: vec![vec![name.clone()], vec![other]],
            ..with_two_threads()
        }
    });
    std::iter::once(itself)
        .chain(against)
        .map(|object| Offer::of(class, object))
        .collect()
}

/// The method of the class file that a declaration stands for, if threads may call it.
fn compiled<'a>(facts: &'a ClassFacts, methods: &[Declared], at: usize) -> Option<&'a MethodFacts> {
    let method = methods::compiled(facts, methods, at)?;
    facts.callable().find(|callable| *callable == method)
}

/// A method as `object.methods` names it: with the types of its parameters where there are several of its name.
fn said(facts: &ClassFacts, method: &MethodFacts) -> String {
    let mut named = facts.callable().filter(|other| other.name == method.name);
    if named.nth(1).is_none() {
        return method.name.clone();
    }
    let (parameters, _) = split_descriptor(&method.descriptor);
    let types: Vec<String> = parameters.into_iter().map(external_type).collect();
    let types: Vec<&str> = types.iter().map(|ty| simple(ty)).collect();
    format!("{}({})", method.name, types.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_says_what_is_verified_and_is_read_again() {
        let mut object = with_two_threads();
        assert_eq!(
            Offer::of("shop.Till", object.clone()).title,
            "verify Till with 2 threads"
        );
        object.methods = vec!["add".into()];
        assert_eq!(
            Offer::of("shop.Till", object.clone()).title,
            "verify add against itself with 2 threads"
        );
        object.methods.push("close(int)".into());
        object.non_parallel = vec![vec!["add".into()], vec!["close(int)".into()]];
        let offer = Offer::of("shop.Till", object.clone());
        assert_eq!(offer.title, "verify add against close(int)");
        let argument = offer.argument();
        assert_eq!(argument["class"], "shop.Till#new");
        assert_eq!(read(argument.get("object")), Ok(object));
        assert_eq!(read(None), Ok(ObjectOptions::default()));
        assert!(read(Some(&json!({ "threads": 99 }))).is_err());
        assert_eq!(shown("shop.Till#new", &ObjectOptions::default()), None);
    }
}
