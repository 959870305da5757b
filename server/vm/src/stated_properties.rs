//! Properties that annotations of the program's own classes state: `@dropwire.Always`, `@dropwire.Never` and `@dropwire.Ltl`, as class files hold
//! them. What their texts mean is not known here.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cafebabe::attributes::{Annotation, AnnotationElementValue, AttributeInfo};
use cafebabe::descriptors::{FieldDescriptor, FieldType};
use dropwire_classes::cafebabe;

use crate::image::class::Class;
use crate::lock_annotations::annotations;
use crate::types::ClassId;

/// What an annotation says of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatedKind {
    /// It holds in every state.
    Always,
    /// It holds in no state.
    Never,
    /// It is a formula that holds of every run.
    Formula,
}

/// What one annotation states.
#[derive(Clone, Debug)]
pub struct StatedProperty {
    /// The class that is annotated, or that declares the field.
    pub class: &'static Class,
    /// The field that is annotated.
    pub field: Option<String>,
    /// What is said of the text.
    pub kind: StatedKind,
    /// The text.
    pub text: String,
    /// Which runs count, as it is written; none where nothing is.
    pub fairness: Option<String>,
}

/// Those of all classes that were loaded.
#[derive(Default)]
pub(crate) struct StatedProperties {
    all: Vec<StatedProperty>,
    /// Classes of which the present program has begun the initialisation, on any path: what they state is in force.
    begun: RefCell<Vec<ClassId>>,
    /// How many of these state something, for those who do not have the machine.
    count: Rc<Cell<usize>>,
}

impl StatedProperties {
    /// Takes note of what a class of the user's states.
    pub(crate) fn take(&mut self, class: &'static Class) {
        let Some(file) = class.file() else { return };
        self.read(class, None, &file.attributes);
        for field in &file.fields {
            self.read(class, Some(&field.name), &field.attributes);
        }
    }

    /// Whether a class states anything.
    pub(crate) fn speaks(&self, class: &Class) -> bool {
        self.all.iter().any(|stated| stated.class.id == class.id)
    }

    /// The initialisation of a class begins.
    pub(crate) fn begin(&self, class: &Class) {
        if self.all.is_empty() || self.begun.borrow().contains(&class.id) {
            return;
        }
        if self.speaks(class) {
            self.begun.borrow_mut().push(class.id);
            self.count.set(self.begun.borrow().len());
        }
    }

    fn read(&mut self, class: &'static Class, field: Option<&str>, attributes: &'static [AttributeInfo<'static>]) {
        for annotation in annotations(attributes) {
            let kind = match internal_name(annotation) {
                "dropwire/Always" => StatedKind::Always,
                "dropwire/Never" => StatedKind::Never,
                "dropwire/Ltl" => StatedKind::Formula,
                _ => continue,
            };
            let fairness = texts(annotation, "fairness").pop();
            for text in texts(annotation, "value") {
                self.all.push(StatedProperty {
                    class,
                    field: field.map(str::to_owned),
                    kind,
                    text,
                    fairness: fairness.clone(),
                });
            }
        }
    }

    /// Those of the classes whose initialisation has begun, in the order of loading.
    pub(crate) fn in_force(&self) -> Vec<StatedProperty> {
        let begun = self.begun.borrow();
        let all = self.all.iter().filter(|stated| begun.contains(&stated.class.id));
        all.cloned().collect()
    }

    /// No class has been initialised yet.
    pub(crate) fn forget(&self) {
        self.begun.borrow_mut().clear();
        self.count.set(0);
    }

    /// How many classes state something that is in force.
    pub(crate) fn count(&self) -> Rc<Cell<usize>> {
        self.count.clone()
    }
}

fn internal_name(annotation: &'static Annotation<'static>) -> &'static str {
    match &annotation.type_descriptor {
        FieldDescriptor {
            dimensions: 0,
            field_type: FieldType::Object(name),
        } => name,
        _ => "",
    }
}

fn texts(annotation: &'static Annotation<'static>, element: &str) -> Vec<String> {
    let mut found = Vec::new();
    for element in annotation.elements.iter().filter(|one| one.name == element) {
        let values = match &element.value {
            AnnotationElementValue::ArrayValue(values) => &values[..],
            one => std::slice::from_ref(one),
        };
        found.extend(values.iter().filter_map(|value| match value {
            AnnotationElementValue::StringConstant(text) => Some(text.to_string()),
            _ => None,
        }));
    }
    found
}
