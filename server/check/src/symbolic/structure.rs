//! Which objects the inputs of a run are, and how they refer to each other.

use std::collections::{BTreeMap, BTreeSet};

use cafebabe::attributes::AttributeData;
use dropwire_classes::cafebabe;
use dropwire_symbolic::Model;
use dropwire_vm::Vm;
use dropwire_vm::image::class::{Class, access};
use dropwire_vm::types::{ClassId, Ty, external_type};

use super::options::Bounds;
use super::places::{InstanceField, Part, PlaceId, Places, Reference, bits_shown, fields_of};
use crate::facts::reason::LeftOut;
use crate::input_value::{InputObject, InputValue, quoted};
use crate::junit::{inner_classes, is_plain, precondition_on_library};

/// What references refer to that are inputs; `null` by default.
pub(super) type Structure = BTreeMap<PlaceId, Reference>;

/// What a place may hold.
pub(super) struct Possible {
    pub(super) references: Vec<Reference>,
    /// What it may hold besides, and is not explored.
    pub(super) left_out: Vec<LeftOut>,
    /// Other objects may exist: those of other subclasses of its type, and those to which something else refers, as a static field.
    pub(super) open: bool,
}

/// What a place may hold where these objects were decided before.
pub(super) fn possible(
    vm: &mut Vm,
    places: &Places,
    place: PlaceId,
    created: &[(PlaceId, ClassId)],
    subject: &'static Class,
    bounds: Bounds,
) -> Possible {
    let place = places.get(place);
    let mut all = Possible {
        references: Vec::new(),
        left_out: Vec::new(),
        open: false,
    };
    if place.part != Part::Receiver {
        all.references.push(Reference::Null);
    }
    let Some(declared) = load(vm, &place.descriptor) else {
        all.left_out.push(LeftOut::Type {
            name: external_type(&place.descriptor),
        });
        return all;
    };
    if declared.name == "java/lang/String" {
        all.references.extend((0..=bounds.length as u32).map(Reference::Text));
        all.left_out.push(LeftOut::Strings { limit: bounds.length });
    } else if declared.element_type().is_some() {
        let lengths = 0..=bounds.length as u32;
        all.references
            .extend(lengths.map(|length| Reference::Array(declared.id, length)));
        all.left_out.push(LeftOut::Arrays { limit: bounds.length });
    } else if declared.access & access::ENUM != 0 {
        let constants = (0..)
            .zip(&declared.fields)
            .filter(|(_, field)| field.access & access::ENUM != 0);
        all.references
            .extend(constants.map(|(at, _)| Reference::Constant(declared.id, at)));
    } else {
        new_objects(vm, (declared, place.part), created, subject, bounds, &mut all);
    }
    if place.part == Part::Receiver {
        all.references.truncate(1);
        return all;
    }
    for (same, class) in created {
        let class = vm.image.class(class.0);
        if class.name != "java/lang/String" && class.is_subclass_of(declared) {
            all.references.push(Reference::Same(*same));
        }
    }
    all
}

fn new_objects(
    vm: &mut Vm,
    (declared, part): (&'static Class, Part),
    created: &[(PlaceId, ClassId)],
    subject: &'static Class,
    bounds: Bounds,
    all: &mut Possible,
) {
    let mut classes = vec![declared];
    let is_final = declared.access & access::FINAL != 0;
    all.open = true;
    if !is_final && declared.name != "java/lang/Object" {
        classes.extend(known_subclasses(vm, declared, subject));
    }
    let is_said = |class: &Class| is_said_to_be_made(vm, class, part, subject);
    classes.retain(|class| is_plain(class) && (is_made(class, declared, subject) || is_said(class)));
    if classes.is_empty() {
        all.left_out.push(LeftOut::Type {
            name: declared.binary_name(),
        });
    }
    for class in classes {
        let before = created.iter().filter(|(_, known)| *known == class.id).count() as u64;
        if before < bounds.objects {
            all.references.push(Reference::Instance(class.id));
        } else {
            let left_out = LeftOut::Objects {
                class: class.binary_name(),
                limit: bounds.objects,
            };
            all.left_out.push(left_out);
        }
    }
}

/// Whether objects of a class are made as inputs. What a library keeps in its own objects follows rules that a program does not see.
fn is_made(class: &Class, declared: &Class, subject: &Class) -> bool {
    const VALUES: [&str; 9] = [
        "java/lang/Object",
        "java/lang/Boolean",
        "java/lang/Byte",
        "java/lang/Character",
        "java/lang/Short",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Float",
        "java/lang/Double",
    ];
    let package = |class: &Class| {
        class
            .name
            .rsplit_once('/')
            .map_or("", |(package, _)| package)
            .to_owned()
    };
    class.is_user() || VALUES.contains(&class.name) || class.id == declared.id && package(class) == package(subject)
}

/// Whether the class of the method says which objects of a class of the library are well formed: such an object is a parameter, or belongs to one that is.
fn is_said_to_be_made(vm: &Vm, class: &Class, part: Part, subject: &Class) -> bool {
    let outermost = |name: &'static str| name.split('$').next().unwrap_or(name);
    match part {
        Part::Receiver | Part::Character(..) => false,
        Part::Parameter(_) => precondition_on_library(subject, class).is_some(),
        Part::Field(_, owner, _) | Part::Element(_, owner, _) => {
            let owner = vm.image.class(owner.0).name.trim_start_matches('[');
            let owner = owner.strip_prefix('L').unwrap_or(owner);
            !class.is_user() && outermost(class.name) == outermost(owner.trim_end_matches(';'))
        }
    }
}

/// The classes that a sealed class permits. JVMS §4.7.31.
fn permitted(class: &Class) -> Option<Vec<String>> {
    let attributes = &class.file()?.attributes;
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::PermittedSubclasses(names) => Some(names.iter().map(ToString::to_string).collect()),
        _ => None,
    })
}

/// Subclasses that the class itself names, or the class whose method is explored, and that are not abstract.
fn known_subclasses(vm: &mut Vm, declared: &'static Class, subject: &'static Class) -> Vec<&'static Class> {
    let mut names: BTreeSet<String> = permitted(declared).unwrap_or_default().into_iter().collect();
    for class in [declared, subject] {
        names.extend(
            inner_classes(class)
                .iter()
                .map(|entry| entry.inner_class_info.to_string()),
        );
        names.insert(class.name.to_owned());
    }
    let mut found: Vec<&'static Class> = Vec::new();
    for name in names {
        let Some(class) = vm.image.load(&mut vm.heap, &name).ok() else {
            continue;
        };
        if class.id != declared.id && class.is_subclass_of(declared) && class.access & access::ABSTRACT == 0 {
            found.push(class);
        }
    }
    found
}

fn load(vm: &mut Vm, descriptor: &str) -> Option<&'static Class> {
    let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    vm.image.load(&mut vm.heap, name.unwrap_or(descriptor)).ok()
}

/// The values of inputs as the arguments of a target, and the objects among them.
pub(super) struct Arguments<'a> {
    vm: &'a Vm,
    places: &'a mut Places,
    structure: &'a Structure,
    model: &'a Model,
    /// Objects that several places hold.
    labels: BTreeMap<PlaceId, u32>,
    written: BTreeSet<PlaceId>,
    /// The places whose objects were made, in the order of the text.
    pub(super) made: Vec<PlaceId>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(vm: &'a Vm, places: &'a mut Places, structure: &'a Structure, model: &'a Model) -> Self {
        let mut labels = BTreeMap::new();
        for reference in structure.values() {
            if let Reference::Same(place) = reference {
                let next = labels.len() as u32 + 1;
                labels.entry(*place).or_insert(next);
            }
        }
        Arguments {
            vm,
            places,
            structure,
            model,
            labels,
            written: BTreeSet::new(),
            made: Vec::new(),
        }
    }

    /// What a place holds.
    pub(super) fn value(&mut self, place: PlaceId) -> InputValue {
        let ty = Ty::of(&self.places.get(place).descriptor);
        let bits = self.model.value(place.0);
        match ty {
            Ty::Reference => self.reference(place),
            Ty::Char => InputValue::Primitive(quoted('\'', &[bits as u16])),
            ty => InputValue::Primitive(bits_shown(ty, bits)),
        }
    }

    fn reference(&mut self, place: PlaceId) -> InputValue {
        let reference = self.structure.get(&place).copied().unwrap_or(Reference::Null);
        match reference {
            Reference::Null => return InputValue::Null,
            Reference::Same(other) => {
                return match self.labels.get(&other) {
                    Some(label) if self.written.contains(&other) => InputValue::Same(*label),
                    // It comes later in the text, where nothing else refers to it then.
                    _ => self.reference(other),
                };
            }
            Reference::Constant(class, at) => {
                let class = self.vm.image.class(class.0);
                return InputValue::Constant {
                    class: class.binary_name(),
                    name: class.fields[at as usize].name.to_owned(),
                };
            }
            Reference::Instance(_) | Reference::Array(..) | Reference::Text(_) => {}
        }
        if !self.written.insert(place) {
            return self
                .labels
                .get(&place)
                .map_or(InputValue::Null, |label| InputValue::Same(*label));
        }
        self.made.push(place);
        let object = match reference {
            Reference::Text(length) => {
                let descriptor = character_of(self.vm);
                let units = (0..length).map(|index| {
                    let character = self.places.character(place, index, descriptor);
                    self.model.value(character.0) as u16
                });
                InputObject::Text(units.collect())
            }
            Reference::Array(class, length) => {
                let class = self.vm.image.class(class.0);
                let elements = (0..length).map(|index| {
                    let element = self.places.element(place, class, index);
                    self.value(element)
                });
                InputObject::Array {
                    component: external_type(&class.name[1..]),
                    elements: elements.collect(),
                }
            }
            Reference::Instance(class) => self.instance(place, self.vm.image.class(class.0)),
            Reference::Null | Reference::Same(_) | Reference::Constant(..) => return InputValue::Null,
        };
        InputValue::New {
            label: self.labels.get(&place).copied(),
            object,
        }
    }

    fn instance(&mut self, place: PlaceId, class: &'static Class) -> InputObject {
        let all = fields_of(class);
        let mut fields = Vec::new();
        for field in &all {
            let at = self.places.field(place, class, field);
            let value = self.value(at);
            if !is_default(&value) {
                fields.push((name_among(field, &all), value));
            }
        }
        InputObject::Instance {
            class: class.binary_name(),
            fields,
        }
    }
}

/// The descriptor of a character as strings of this JDK keep it: those of one byte only, where strings are compact (JEP 254).
pub(super) fn character_of(vm: &Vm) -> &'static str {
    let string = vm.image.loaded("java/lang/String");
    let value = string.and_then(|string| string.field("value"));
    match value.map(|field| field.descriptor) {
        Some("[C") => "C",
        Some(_) | None => "B",
    }
}

fn is_default(value: &InputValue) -> bool {
    match value {
        InputValue::Null => true,
        InputValue::Primitive(text) => matches!(text.as_str(), "0" | "0.0" | "false" | "'\\u0000'"),
        InputValue::Constant { .. } | InputValue::Same(_) | InputValue::New { .. } => false,
    }
}

/// The name of a field, behind that of its class where another one is found first.
fn name_among(field: &InstanceField, all: &[InstanceField]) -> String {
    let first = all.iter().rfind(|other| other.name == field.name);
    match first.is_some_and(|first| first.slot != field.slot) {
        true => format!("{}.{}", field.owner.binary_name(), field.name),
        false => field.name.to_owned(),
    }
}
