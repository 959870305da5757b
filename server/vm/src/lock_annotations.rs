//! What annotations say about locks: as class files have it, and what a thread did against it.

use cafebabe::attributes::{Annotation, AnnotationElementValue, AttributeData, AttributeInfo};
use cafebabe::descriptors::{FieldDescriptor, FieldType};
use dropwire_classes::cafebabe;

use crate::assumptions::FieldKey;
use crate::image::class::{Class, Field, access};
use crate::thread::ThreadId;
use crate::types::{ClassId, MethodId};

/// What a class and its members promise.
#[derive(Debug, Default)]
pub(crate) struct LockAnnotations {
    pub(crate) immutable: bool,
    pub(crate) thread_safe: bool,
    /// Fields by slot and whether they are static, with the expressions of their locks.
    pub(crate) fields: Vec<(u32, bool, Vec<&'static str>)>,
    pub(crate) methods: Vec<(MethodId, Vec<&'static str>)>,
}

/// What a thread did against a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberUse {
    /// It read the field.
    Read,
    /// It wrote the field.
    Write,
    /// It called the method.
    Call,
    /// It read or wrote what the field refers to.
    Use,
    /// It gave another value to a field of an immutable object.
    Change,
}

/// A `@GuardedBy` that names a lock which is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unclear {
    /// The class that declares the member; binary name with dots.
    pub class: String,
    /// The field or the method.
    pub member: String,
    /// What the annotation names.
    pub lock: String,
}

/// A promise that was broken on this path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Who did it.
    pub thread: ThreadId,
    /// What it did.
    pub act: MemberUse,
    /// Where the user's code stood: method and instruction.
    pub place: (u32, u32),
    /// The class that declares the member.
    pub class: ClassId,
    /// Field or method.
    pub member: &'static str,
    /// The lock, as the annotation has it; empty for [`MemberUse::Change`].
    pub lock: &'static str,
}

/// The lock of a field whose object guards its own state. A field that names itself says the same.
pub(crate) const ITSELF: &str = "itself";

impl LockAnnotations {
    /// Reads the annotations of a class of the user; none if there is nothing to check.
    pub(crate) fn of(class: &Class) -> Option<LockAnnotations> {
        let file = class.file()?;
        let mut promises = LockAnnotations::default();
        for annotation in annotations(&file.attributes) {
            match simple_name(annotation) {
                "Immutable" => promises.immutable = true,
                "ThreadSafe" => promises.thread_safe = true,
                _ => {}
            }
        }
        for (info, field) in file.fields.iter().zip(&class.fields) {
            let mut locks = locks(&info.attributes);
            // Whoever locks the object reads the field before.
            for lock in &mut locks {
                if lock.strip_prefix("this.").unwrap_or(lock) == field.name {
                    *lock = ITSELF;
                }
            }
            if !locks.is_empty() {
                promises
                    .fields
                    .push((field.slot, field.access & access::STATIC != 0, locks));
            }
        }
        for (info, method) in file.methods.iter().zip(&class.methods) {
            let locks = locks(&info.attributes);
            if !locks.is_empty() {
                promises.methods.push((method.id, locks));
            }
        }
        let some =
            promises.immutable || promises.thread_safe || !promises.fields.is_empty() || !promises.methods.is_empty();
        some.then_some(promises)
    }

    /// Whether a field asks for a lock.
    pub(crate) fn guards(&self, field: &Field) -> bool {
        let is_static = field.access & access::STATIC != 0;
        self.fields
            .iter()
            .any(|(slot, of_class, _)| (*slot, *of_class) == (field.slot, is_static))
    }

    pub(crate) fn locks_of(&self, key: FieldKey) -> &[&'static str] {
        let found = self
            .fields
            .iter()
            .find(|(slot, is_static, _)| (*slot, *is_static) == (key.slot, key.is_static));
        found.map_or(&[], |(_, _, locks)| locks)
    }
}

pub(crate) fn annotations(
    attributes: &'static [AttributeInfo<'static>],
) -> impl Iterator<Item = &'static Annotation<'static>> {
    attributes.iter().flat_map(|attribute| match &attribute.data {
        AttributeData::RuntimeVisibleAnnotations(all) | AttributeData::RuntimeInvisibleAnnotations(all) => &all[..],
        _ => &[],
    })
}

pub(crate) fn simple_name(annotation: &'static Annotation<'static>) -> &'static str {
    match &annotation.type_descriptor {
        FieldDescriptor {
            dimensions: 0,
            field_type: FieldType::Object(name),
        } => name.rsplit(['/', '$']).next().unwrap_or_default(),
        _ => "",
    }
}

/// The expressions of a member's `@GuardedBy`.
pub(crate) fn locks(attributes: &'static [AttributeInfo<'static>]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for annotation in annotations(attributes).filter(|a| simple_name(a) == "GuardedBy") {
        for element in annotation.elements.iter().filter(|e| e.name == "value") {
            let values = match &element.value {
                AnnotationElementValue::ArrayValue(values) => &values[..],
                one => std::slice::from_ref(one),
            };
            found.extend(values.iter().filter_map(|value| match value {
                AnnotationElementValue::StringConstant(text) => Some(text.trim()),
                _ => None,
            }));
        }
    }
    found
}
