//! Annotations, as class files hold them.

use cafebabe::attributes::{Annotation, AnnotationElementValue, AttributeData, AttributeInfo};
use dropwire_classes::cafebabe;
use dropwire_vm::Vm;
use dropwire_vm::image::class::{Class, Method};

/// Annotations of annotations are followed so far.
const DEPTH: usize = 4;

/// One annotation.
#[derive(Clone, Copy)]
pub struct Mark(&'static Annotation<'static>);

impl Mark {
    /// Internal name of the annotation.
    pub fn name(self) -> String {
        class_of(&self.0.type_descriptor.to_string())
    }

    /// An element, if it is given.
    pub fn get(self, element: &str) -> Option<&'static AnnotationElementValue<'static>> {
        self.0
            .elements
            .iter()
            .find(|one| one.name == element)
            .map(|one| &one.value)
    }

    /// The elements that are given.
    pub fn given(self) -> impl Iterator<Item = &'static str> {
        self.0.elements.iter().map(|one| one.name.as_ref())
    }

    /// The texts of an element.
    pub fn texts(self, element: &str) -> Vec<String> {
        let text = |value: &AnnotationElementValue<'_>| match value {
            AnnotationElementValue::StringConstant(text) => Some(text.to_string()),
            _ => None,
        };
        items(self.get(element))
            .iter()
            .filter_map(|value| text(value))
            .collect()
    }

    /// The class of an element, internal name or array descriptor.
    pub fn class(self, element: &str) -> Option<String> {
        self.classes(element).into_iter().next()
    }

    /// The classes of an element.
    pub fn classes(self, element: &str) -> Vec<String> {
        let class = |value: &AnnotationElementValue<'_>| match value {
            AnnotationElementValue::ClassLiteral { class_name } => Some(class_of(class_name)),
            _ => None,
        };
        items(self.get(element))
            .iter()
            .filter_map(|value| class(value))
            .collect()
    }

    /// The name of an enum's constant.
    pub fn constant(self, element: &str) -> Option<String> {
        match self.get(element) {
            Some(AnnotationElementValue::EnumConstant { const_name, .. }) => Some(const_name.to_string()),
            _ => None,
        }
    }

    /// The annotations that a container holds.
    fn held(self) -> Vec<Mark> {
        let held = |value: &&'static AnnotationElementValue<'static>| match value {
            AnnotationElementValue::AnnotationValue(annotation) => Some(Mark(annotation)),
            _ => None,
        };
        items(self.get("value")).iter().filter_map(held).collect()
    }
}

/// The items of an array, or the value itself.
pub fn items(value: Option<&'static AnnotationElementValue<'static>>) -> Vec<&'static AnnotationElementValue<'static>> {
    match value {
        None => Vec::new(),
        Some(AnnotationElementValue::ArrayValue(values)) => values.iter().collect(),
        Some(one) => vec![one],
    }
}

/// `a/b/C` of `La/b/C;`; arrays and primitive types as they are.
fn class_of(descriptor: &str) -> String {
    let inner = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    inner.unwrap_or(descriptor).to_owned()
}

/// `a.b.C` as a person writes it.
pub fn dotted(internal: &str) -> String {
    internal.replace(['/', '$'], ".")
}

fn read(attributes: &'static [AttributeInfo<'static>]) -> Vec<Mark> {
    let visible = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::RuntimeVisibleAnnotations(annotations) => Some(annotations),
        _ => None,
    });
    visible.into_iter().flatten().map(Mark).collect()
}

/// Annotations of a class, itself alone.
pub fn of_class(class: &Class) -> Vec<Mark> {
    class.file().map_or_else(Vec::new, |file| read(&file.attributes))
}

/// Annotations of a method.
pub fn of_method(method: &Method) -> Vec<Mark> {
    let file = method.class().file();
    let own = file.and_then(|file| {
        let mut methods = file.methods.iter();
        methods.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor)
    });
    own.map_or_else(Vec::new, |own| read(&own.attributes))
}

/// Annotations of a method, those too that a program cannot see when it runs.
pub fn kept_of_method(method: &Method) -> Vec<Mark> {
    let file = method.class().file();
    let own = file.and_then(|file| {
        let mut methods = file.methods.iter();
        methods.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor)
    });
    let all = own
        .into_iter()
        .flat_map(|own| &own.attributes)
        .filter_map(|attribute| match &attribute.data {
            AttributeData::RuntimeVisibleAnnotations(all) | AttributeData::RuntimeInvisibleAnnotations(all) => {
                Some(all)
            }
            _ => None,
        });
    all.flatten().map(Mark).collect()
}

/// Annotations of one of a method's parameters, likewise.
pub fn kept_of_parameter(method: &Method, parameter: usize) -> Vec<Mark> {
    let file = method.class().file();
    let own = file.and_then(|file| {
        let mut methods = file.methods.iter();
        methods.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor)
    });
    let all = own
        .into_iter()
        .flat_map(|own| &own.attributes)
        .filter_map(|attribute| match &attribute.data {
            AttributeData::RuntimeVisibleParameterAnnotations(all)
            | AttributeData::RuntimeInvisibleParameterAnnotations(all) => all.get(parameter),
            _ => None,
        });
    all.flat_map(|one| one.annotations.iter().map(Mark)).collect()
}

/// Annotations of a method's parameters, all in one list.
pub fn of_parameters(method: &Method) -> Vec<Mark> {
    of_each_parameter(method, 0).into_iter().flatten().collect()
}

/// Annotations of each of a method's parameters, so many as there are: constructors may have some that no class file annotates, and
/// those come first.
pub fn of_each_parameter(method: &Method, count: usize) -> Vec<Vec<Mark>> {
    let file = method.class().file();
    let own = file.and_then(|file| {
        let mut methods = file.methods.iter();
        methods.find(|one| one.name == method.name && one.descriptor.to_string() == method.descriptor)
    });
    let parameters = own.and_then(|own| {
        own.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::RuntimeVisibleParameterAnnotations(parameters) => Some(parameters),
            _ => None,
        })
    });
    let all = parameters.into_iter().flatten();
    let mut marks: Vec<Vec<Mark>> = all.map(|one| one.annotations.iter().map(Mark).collect()).collect();
    while marks.len() < count {
        marks.insert(0, Vec::new());
    }
    marks
}

/// Annotations of a class's fields, each with the field's name and the internal name of its type.
pub fn of_fields(class: &Class) -> Vec<(Mark, String, String)> {
    let fields = class.file().map_or(&[][..], |file| &file.fields);
    let marks = |field: &'static cafebabe::FieldInfo<'static>| {
        let ty = class_of(&field.descriptor.to_string());
        read(&field.attributes)
            .into_iter()
            .map(move |mark| (mark, field.name.to_string(), ty.clone()))
    };
    fields.iter().flat_map(marks).collect()
}

/// These annotations, what containers among them hold, and the annotations of the user's own annotations.
pub fn spread(vm: &mut Vm, marks: &[Mark]) -> Vec<Mark> {
    let mut all = Vec::new();
    let mut open: Vec<(Mark, usize)> = marks.iter().rev().map(|mark| (*mark, 0)).collect();
    while let Some((mark, depth)) = open.pop() {
        all.push(mark);
        if depth >= DEPTH {
            continue;
        }
        open.extend(mark.held().into_iter().rev().map(|held| (held, depth + 1)));
        let name = mark.name();
        // JUnit's own are known by name; what they are made of is its engine's business.
        let foreign = !name.starts_with("java/") && !is_known(&name);
        // An annotation whose class is missing is ignored, as by reflection.
        if foreign && let Ok(Some(class)) = vm.image.try_load(&mut vm.heap, &name) {
            open.extend(of_class(class).into_iter().rev().map(|meta| (meta, depth + 1)));
        }
    }
    all
}

/// Annotations whose meaning is known here.
fn is_known(name: &str) -> bool {
    const API: &[&str] = &[
        "AfterAll",
        "AfterEach",
        "BeforeAll",
        "BeforeEach",
        "Disabled",
        "DisplayName",
        "DisplayNameGeneration",
        "Nested",
        "Order",
        "RepeatedTest",
        "Tag",
        "Tags",
        "Test",
        "TestInstance",
        "TestMethodOrder",
        "TestFactory",
        "TestTemplate",
        "Timeout",
        "TestClassOrder",
    ];
    const SOURCES: &[&str] = &[
        "ValueSource",
        "EnumSource",
        "CsvSource",
        "MethodSource",
        "NullSource",
        "EmptySource",
        "NullAndEmptySource",
        "CsvFileSource",
        "ArgumentsSource",
        "FieldSource",
        "EnumSources",
        "CsvSources",
        "MethodSources",
        "ValueSources",
        "CsvFileSources",
        "ArgumentsSources",
        "FieldSources",
    ];
    if let Some(simple) = name.strip_prefix("org/junit/jupiter/api/") {
        return API.contains(&simple) || simple == "io/TempDir" || simple.starts_with("parallel/");
    }
    if let Some(simple) = name.strip_prefix("org/junit/jupiter/params/") {
        return simple == "ParameterizedTest"
            || simple
                .strip_prefix("provider/")
                .is_some_and(|source| SOURCES.contains(&source));
    }
    name.starts_with("org/junit/") && !name.starts_with("org/junit/jupiter/") || name.starts_with("org/apiguardian/")
}
