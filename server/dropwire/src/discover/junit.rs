//! Which methods of the user's are tests: by their annotations (JUnit 4 and 5), or by their names (JUnit 3).

use super::class_summary::{ClassFacts, Classes, MethodFacts};

const TESTS: &[&str] = &[
    "org/junit/Test",
    "org/junit/experimental/theories/Theory",
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/api/RepeatedTest",
    "org/junit/jupiter/api/TestFactory",
    "org/junit/jupiter/api/TestTemplate",
    "org/junit/jupiter/params/ParameterizedTest",
];
const AROUND: &[&str] = &[
    "org/junit/BeforeClass",
    "org/junit/Before",
    "org/junit/After",
    "org/junit/AfterClass",
    "org/junit/jupiter/api/BeforeAll",
    "org/junit/jupiter/api/BeforeEach",
    "org/junit/jupiter/api/AfterEach",
    "org/junit/jupiter/api/AfterAll",
];
const NOT_TO_BE_RUN: &[&str] = &["org/junit/Ignore", "org/junit/jupiter/api/Disabled"];
const NESTED: &str = "org/junit/jupiter/api/Nested";

/// A test, as the class in which it runs has it.
#[derive(Clone, Copy)]
pub struct Test<'a> {
    /// The class in which it runs; the method may be inherited.
    pub class: &'a ClassFacts,
    /// The method.
    pub method: &'a MethodFacts,
    /// Another test of the class has the same name.
    pub has_namesake: bool,
}

impl Test<'_> {
    /// The target: `shop.TillTest#sells`.
    pub fn target(&self) -> String {
        let class = self.class.binary_name();
        dropwire_check::test_name(&class, &self.method.name, &self.method.descriptor, self.has_namesake)
    }
}

/// Whether a class is a test of JUnit 3, and has no runner of its own.
fn is_test_case(class: &ClassFacts, known: &Classes<'_>) -> bool {
    let lineage = lineage(class, known);
    let has_runner = |class: &&ClassFacts| class.annotations.iter().any(|name| name == "org/junit/runner/RunWith");
    lineage
        .iter()
        .any(|class| class.super_class.as_deref() == Some("junit/framework/TestCase"))
        && !lineage.iter().any(has_runner)
}

/// Whether a method is a test of its class, which another class may inherit.
pub fn is_test(class: &ClassFacts, method: &MethodFacts, known: &Classes<'_>) -> bool {
    let by_name = method.name.starts_with("test")
        && method.descriptor == "()V"
        && method.is_public
        && !method.is_static
        && is_test_case(class, known);
    by_name || is_annotated(method, known)
}

/// Whether a class has tests of its own.
pub fn has_tests(class: &ClassFacts, known: &Classes<'_>) -> bool {
    class.methods.iter().any(|method| is_test(class, method, known))
}

/// Whether a method is a test by its own annotations, or by one of the user's that stands for one.
fn is_annotated(method: &MethodFacts, known: &Classes<'_>) -> bool {
    let says = |names: &[String]| names.iter().any(|name| TESTS.contains(&name.as_str()));
    let through = |name: &String| known.get(name.as_str()).is_some_and(|class| says(&class.annotations));
    !method.is_static && (says(&method.annotations) || method.annotations.iter().any(through))
}

/// Whether a method runs before or after tests of its class.
pub fn is_around_tests(class: &ClassFacts, method: &MethodFacts, known: &Classes<'_>) -> bool {
    let by_name = ["setUp", "tearDown"].contains(&method.name.as_str()) && method.descriptor == "()V";
    by_name && is_test_case(class, known) || method.annotations.iter().any(|name| AROUND.contains(&name.as_str()))
}

/// Whether the author says that it is not to be run.
pub fn is_disabled(annotations: &[String]) -> bool {
    annotations.iter().any(|name| NOT_TO_BE_RUN.contains(&name.as_str()))
}

/// A class and what it inherits from, as far as these are the user's; itself first.
pub fn lineage<'a>(class: &'a ClassFacts, known: &Classes<'a>) -> Vec<&'a ClassFacts> {
    let mut all = vec![class];
    let mut next = 0;
    while let Some(&class) = all.get(next) {
        let parents = class.super_class.iter().chain(&class.interfaces);
        for parent in parents.filter_map(|parent| known.get(parent.as_str())) {
            // A circle is half a build.
            if !all.iter().any(|one| one.name == parent.name) {
                all.push(parent);
            }
        }
        next += 1;
    }
    all
}

/// The classes around a nested test class, with what they inherit.
pub fn around<'a>(class: &ClassFacts, known: &Classes<'a>) -> Vec<&'a ClassFacts> {
    if !class.annotations.iter().any(|name| name == NESTED) {
        return Vec::new();
    }
    let ends = class.name.match_indices('$').map(|(end, _)| &class.name[..end]);
    let outer = ends.filter_map(|name| known.get(name).copied());
    outer.flat_map(|class| lineage(class, known)).collect()
}

/// The tests of a class, own and inherited ones, without those that are not to be run.
pub fn tests<'a>(class: &'a ClassFacts, known: &Classes<'a>) -> Vec<Test<'a>> {
    let off = |class: &ClassFacts| is_disabled(&class.annotations);
    if class.is_abstract || off(class) || around(class, known).into_iter().any(off) {
        return Vec::new();
    }
    let mut methods: Vec<&MethodFacts> = Vec::new();
    for class in lineage(class, known) {
        for method in &class.methods {
            let same = |other: &&MethodFacts| other.name == method.name && other.descriptor == method.descriptor;
            if !methods.iter().any(same) {
                methods.push(method);
            }
        }
    }
    methods.retain(|method| is_test(class, method, known) && !is_disabled(&method.annotations));
    let namesakes = |name: &str| methods.iter().filter(|other| other.name == *name).count() > 1;
    let test = |method: &&'a MethodFacts| Test {
        class,
        method,
        has_namesake: namesakes(&method.name),
    };
    methods.iter().map(test).collect()
}
