//! The objects among the inputs of a run, as a graph: what their text says, for those who draw it.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::input_value::{InputObject, InputValue, quoted};
use crate::trail::Input;

/// The objects among the inputs of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InputGraph {
    /// All objects, in the order of the text.
    pub objects: Vec<HeapObject>,
    /// Of each input the object that it refers to; `None`: it is primitive, `null`, or written in another way.
    pub roots: Vec<Option<u32>>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapObject {
    /// Its label in the text, where it has one; else a number that is no label.
    pub id: u32,
    /// Its type, as source code has it; of a class its binary name.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it holds.
    #[serde(flatten)]
    pub content: Content,
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Content {
    /// An object of a class.
    Object {
        /// Its fields; those that are missing are 0, `false` or `null`.
        fields: Vec<HeapField>,
    },
    /// An array.
    Array {
        /// Its elements, in order.
        elements: Vec<Held>,
    },
    /// A string.
    String {
        /// Its characters, as a literal of source code.
        text: String,
    },
}

/// A field and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapField {
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(flatten)]
    pub held: Held,
}

/// What a field or an element holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Held {
    /// A reference to an object.
    Object {
        /// The object's id.
        object: u32,
    },
    /// A constant of an enum.
    Constant {
        /// Its name.
        value: String,
        /// The enum's binary name.
        #[serde(rename = "type")]
        ty: String,
    },
    /// A primitive value, or `null`.
    Value {
        /// As source code has it.
        value: String,
    },
}

impl InputGraph {
    /// The graph of some inputs; `None` where they refer to no object, or their text is of no known form.
    pub fn of(inputs: &[Input]) -> Option<InputGraph> {
        let values: Vec<Option<InputValue>> = inputs.iter().map(object_of).collect();
        let mut builder = Builder::default();
        for value in values.iter().flatten() {
            builder.reserve_labels(value)?;
        }
        let roots = values.iter().map(|value| match value {
            Some(value) => builder.root(value).map(Some),
            None => Some(None),
        });
        let roots = roots.collect::<Option<Vec<_>>>()?;
        let objects = builder.objects.into_iter().collect::<Option<Vec<_>>>()?;
        (!objects.is_empty()).then_some(InputGraph { objects, roots })
    }
}

/// What an input's text says, if that is an object. The text of a string may lack its quotes, and that of a `char` always does.
fn object_of(input: &Input) -> Option<InputValue> {
    const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];
    if PRIMITIVES.contains(&input.ty.as_str()) {
        return None;
    }
    match InputValue::parse(&input.value) {
        Ok(value @ (InputValue::New { .. } | InputValue::Same(_))) => Some(value),
        Ok(InputValue::Null | InputValue::Primitive(_) | InputValue::Constant { .. }) | Err(_) => None,
    }
}

#[derive(Default)]
struct Builder {
    /// An object whose fields are being read has its place already: what they refer to comes after it.
    objects: Vec<Option<HeapObject>>,
    /// Labels in the text, and the ids of objects without one.
    used: BTreeSet<u32>,
    /// Labels whose objects were met.
    met: BTreeSet<u32>,
    last: u32,
}

impl Builder {
    /// Notes the labels in a value; nothing where two objects have the same one.
    fn reserve_labels(&mut self, value: &InputValue) -> Option<()> {
        let InputValue::New { label, object } = value else {
            return Some(());
        };
        if label.is_some_and(|label| !self.used.insert(label)) {
            return None;
        }
        match object {
            InputObject::Text(_) => Some(()),
            InputObject::Instance { fields, .. } => fields.iter().try_for_each(|(_, value)| self.reserve_labels(value)),
            InputObject::Array { elements, .. } => elements.iter().try_for_each(|value| self.reserve_labels(value)),
        }
    }

    fn root(&mut self, value: &InputValue) -> Option<u32> {
        match self.held(value)? {
            Held::Object { object } => Some(object),
            Held::Constant { .. } | Held::Value { .. } => None,
        }
    }

    /// What a value is; nothing where it refers to an object that does not come before it.
    fn held(&mut self, value: &InputValue) -> Option<Held> {
        Some(match value {
            InputValue::Null => Held::Value { value: "null".into() },
            InputValue::Primitive(text) => Held::Value { value: text.clone() },
            InputValue::Constant { class, name } => Held::Constant {
                value: name.clone(),
                ty: class.clone(),
            },
            InputValue::Same(label) => Held::Object {
                object: *self.met.get(label)?,
            },
            InputValue::New { label, object } => Held::Object {
                object: self.object(*label, object)?,
            },
        })
    }

    /// Adds an object; its id.
    fn object(&mut self, label: Option<u32>, object: &InputObject) -> Option<u32> {
        let id = match label {
            Some(label) => label,
            None => self.unused()?,
        };
        self.met.extend(label);
        let at = self.objects.len();
        self.objects.push(None);
        let (ty, content) = match object {
            InputObject::Text(units) => {
                let text = quoted('"', units);
                ("java.lang.String".to_owned(), Content::String { text })
            }
            InputObject::Instance { class, fields } => {
                let fields = fields.iter().map(|(name, value)| {
                    let (name, held) = (name.clone(), self.held(value)?);
                    Some(HeapField { name, held })
                });
                let fields = fields.collect::<Option<_>>()?;
                (class.clone(), Content::Object { fields })
            }
            InputObject::Array { component, elements } => {
                let elements = elements.iter().map(|value| self.held(value)).collect::<Option<_>>()?;
                (format!("{component}[]"), Content::Array { elements })
            }
        };
        self.objects[at] = Some(HeapObject { id, ty, content });
        Some(id)
    }

    fn unused(&mut self) -> Option<u32> {
        loop {
            self.last = self.last.checked_add(1)?;
            if self.used.insert(self.last) {
                return Some(self.last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, ty: &str, value: &str) -> Input {
        Input {
            name: name.into(),
            ty: ty.into(),
            value: value.into(),
        }
    }

    /// The graph in one line for each object.
    fn shown(inputs: &[Input]) -> (Vec<Option<u32>>, Vec<String>) {
        let graph = InputGraph::of(inputs).unwrap();
        let held = |held: &Held| match held {
            Held::Object { object } => format!("-> {object}"),
            Held::Constant { value, ty } => format!("{ty} {value}"),
            Held::Value { value } => value.clone(),
        };
        let lines = graph.objects.iter().map(|object| {
            let content = match &object.content {
                Content::Object { fields } => fields
                    .iter()
                    .map(|field| format!("{} {}", field.name, held(&field.held)))
                    .collect(),
                Content::Array { elements } => elements.iter().map(held).collect(),
                Content::String { text } => vec![text.clone()],
            };
            format!("{} {}: {}", object.id, object.ty, content.join(", "))
        });
        (graph.roots, lines.collect())
    }

    #[test]
    fn cycles_and_aliases_across_parameters_are_one_object() {
        let (roots, objects) = shown(&[
            input("this", "shop.Node", "#1=shop.Node{value: 2, next: shop.Node{next: #1}}"),
            input("count", "int", "5"),
            input("other", "shop.Node", "#1"),
            input("none", "shop.Node", "null"),
        ]);
        assert_eq!(roots, [Some(1), None, Some(1), None]);
        assert_eq!(objects, ["1 shop.Node: value 2, next -> 2", "2 shop.Node: next -> 1"]);
    }

    #[test]
    fn arrays_strings_enums_and_what_they_hold() {
        let (roots, objects) = shown(&[
            input("rows", "int[][]", "int[][]{int[]{1, -2}, #2=int[]{}, #2, null}"),
            input(
                "order",
                "shop.Order",
                "shop.Order{colour: shop.Color.RED, note: \"a \\\"b\\n\", mark: 'x', shop.Base.x: 1.5}",
            ),
            input("names", "java.lang.Object", "java.lang.String[]{\"a\"}"),
        ]);
        assert_eq!(roots, [Some(1), Some(4), Some(6)]);
        assert_eq!(
            objects,
            [
                "1 int[][]: -> 3, -> 2, -> 2, null",
                "3 int[]: 1, -2",
                "2 int[]: ",
                "4 shop.Order: colour shop.Color RED, note -> 5, mark 'x', shop.Base.x 1.5",
                "5 java.lang.String: \"a \\\"b\\n\"",
                "6 java.lang.String[]: -> 7",
                "7 java.lang.String: \"a\"",
            ]
        );
    }

    #[test]
    fn values_that_are_no_objects_and_other_texts_have_no_graph() {
        for (ty, value) in [
            ("int", "5"),
            ("char", "#"),
            ("java.lang.String", "till"),
            ("shop.Color", "shop.Color.RED"),
            ("shop.Node", "null"),
            ("shop.Node", "#1"),
            ("shop.Node", "#1=A{x: #1=A{}}"),
        ] {
            assert_eq!(InputGraph::of(&[input("it", ty, value)]), None, "{value}");
        }
    }
}
