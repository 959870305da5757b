//! What a runner would do for a test: which methods it calls, in which order. JUnit 4 and 5; tests of JUnit 3 are run by its own runner.

use cafebabe::attributes::{AnnotationElementValue, AttributeData, InnerClassEntry};
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::junit_runtime;
use dropwire_vm::test_driver::{Call, Instance, Member, TestRun};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::TestTimeouts;
use super::given::{self, About, Given};
use super::marks::{self, Mark, dotted};
use super::test::{Generation, Test};

const API: &str = "org/junit/jupiter/api/";
const MOCKITO_EXTENSION: &str = "org/mockito/junit/jupiter/MockitoExtension";
/// JUnit 4 runners that do what JUnit itself does; Mockito's only fill in fields before.
const PLAIN_RUNNERS: &[&str] = &[
    "org/junit/runners/JUnit4",
    "org/junit/runners/BlockJUnit4ClassRunner",
    "org/junit/internal/runners/JUnit4ClassRunner",
    "org/junit/platform/runner/JUnitPlatform",
];
const MOCKITO_RUNNER: &str = "org/mockito/junit/MockitoJUnitRunner";
const OLD_MOCKITO_RUNNER: &str = "org/mockito/runners/MockitoJUnitRunner";
const TIMEOUT_RULE: &str = "org/junit/rules/Timeout";

/// The four moments around a test.
#[derive(Clone, Copy)]
enum Moment {
    BeforeAll,
    BeforeEach,
    AfterEach,
    AfterAll,
}

impl Moment {
    const ALL: [Moment; 4] = [
        Moment::BeforeAll,
        Moment::BeforeEach,
        Moment::AfterEach,
        Moment::AfterAll,
    ];

    fn annotation(self, generation: Generation) -> &'static str {
        match (self, generation) {
            (Moment::BeforeAll, Generation::Five) => "org/junit/jupiter/api/BeforeAll",
            (Moment::BeforeEach, Generation::Five) => "org/junit/jupiter/api/BeforeEach",
            (Moment::AfterEach, Generation::Five) => "org/junit/jupiter/api/AfterEach",
            (Moment::AfterAll, Generation::Five) => "org/junit/jupiter/api/AfterAll",
            (Moment::BeforeAll, Generation::Three | Generation::Four) => "org/junit/BeforeClass",
            (Moment::BeforeEach, Generation::Three | Generation::Four) => "org/junit/Before",
            (Moment::AfterEach, Generation::Three | Generation::Four) => "org/junit/After",
            (Moment::AfterAll, Generation::Three | Generation::Four) => "org/junit/AfterClass",
        }
    }
}

/// The methods of a class that can be called, superclasses' first, without those that are overridden; those of one class
/// in JUnit's order: by the hash of their names.
pub fn methods(class: &'static Class) -> Vec<&'static Method> {
    let parents = class.superclass.into_iter().chain(class.interfaces.iter().copied());
    let mut all: Vec<&'static Method> = Vec::new();
    for method in parents.filter(|parent| parent.is_user()).flat_map(methods) {
        if !all.contains(&method) {
            all.push(method);
        }
    }
    let overrides = |own: &&'static Method, method: &&'static Method| {
        own.name == method.name && own.descriptor == method.descriptor && own.access & access::PRIVATE == 0
    };
    all.retain(|method| !class.methods.iter().any(|own| overrides(own, method)));
    let is_plain = |method: &&'static Method| method.access & access::SYNTHETIC == 0 && !method.name.starts_with('<');
    let mut own: Vec<&'static Method> = class.methods.iter().copied().filter(is_plain).collect();
    own.sort_by_key(|method| (java_hash(method.name), method.descriptor));
    all.extend(own);
    all
}

/// `String.hashCode`
fn java_hash(text: &str) -> i32 {
    let units = text.encode_utf16();
    units.fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// The tests of a class, its own and inherited ones.
pub fn tests(vm: &mut Vm, class: &'static Class) -> Vec<Test> {
    if class.access & access::ABSTRACT != 0 {
        return Vec::new();
    }
    let old = is_test_case(vm, class);
    let mut tests = Vec::new();
    for method in methods(class) {
        let marks = marks::spread(vm, &marks::of_method(method));
        let has = |name: &str| marks.iter().any(|mark| mark.name() == name);
        let five = [
            "org/junit/jupiter/api/Test",
            "org/junit/jupiter/api/RepeatedTest",
            "org/junit/jupiter/api/TestFactory",
            "org/junit/jupiter/api/TestTemplate",
            "org/junit/jupiter/params/ParameterizedTest",
        ];
        let four = ["org/junit/Test", "org/junit/experimental/theories/Theory"];
        let by_name =
            old && method.name.starts_with("test") && method.descriptor == "()V" && method.access & access::PUBLIC != 0;
        let generation = if by_name {
            Generation::Three
        } else if five.iter().any(|name| has(name)) {
            Generation::Five
        } else if four.iter().any(|name| has(name)) {
            Generation::Four
        } else {
            continue;
        };
        if method.is_static() || method.is_abstract() || method.access & access::PRIVATE != 0 {
            continue;
        }
        tests.push(Test {
            class,
            method,
            generation,
            marks,
        });
    }
    tests
}

/// Whether a class is a test of JUnit 3, and has no runner of its own.
fn is_test_case(vm: &mut Vm, class: &'static Class) -> bool {
    let lineage = || std::iter::successors(Some(class), |class| class.superclass);
    let extends = lineage().any(|class| class.name == "junit/framework/TestCase");
    extends
        && !lineage().filter(|class| class.is_user()).any(|class| {
            let marks = marks::spread(vm, &marks::of_class(class));
            marks.iter().any(|mark| mark.name() == "org/junit/runner/RunWith")
        })
}

/// The classes that a class declares inside with `@Nested`.
pub fn nested(vm: &mut Vm, class: &'static Class) -> Result<Vec<&'static Class>, VmError> {
    let mut found = Vec::new();
    for entry in inner_classes(class) {
        if entry.outer_class_info.as_deref() != Some(class.name) {
            continue;
        }
        let inner = vm.image.load(&mut vm.heap, &entry.inner_class_info)?;
        if is_nested(vm, inner) {
            found.push(inner);
        }
    }
    Ok(found)
}

/// What the class file says of member classes, of those that enclose it too. JVMS §4.7.6.
pub(crate) fn inner_classes(class: &Class) -> &'static [InnerClassEntry<'static>] {
    let entries = class.file().and_then(|file| {
        file.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::InnerClasses(entries) => Some(entries.as_slice()),
            _ => None,
        })
    });
    entries.unwrap_or_default()
}

fn is_nested(vm: &mut Vm, class: &'static Class) -> bool {
    let marks = marks::spread(vm, &marks::of_class(class));
    marks.iter().any(|mark| mark.name() == "org/junit/jupiter/api/Nested")
}

/// The class and those it is nested in, outermost first.
fn levels(vm: &mut Vm, class: &'static Class) -> Result<Vec<&'static Class>, VmError> {
    let mut levels = vec![class];
    while let Some(&first) = levels.first()
        && is_nested(vm, first)
    {
        let own = inner_classes(first)
            .iter()
            .find(|entry| entry.inner_class_info == first.name);
        let Some(outer) = own.and_then(|entry| entry.outer_class_info.as_deref()) else {
            break;
        };
        levels.insert(0, vm.image.load(&mut vm.heap, outer)?);
    }
    Ok(levels)
}

/// Why a test is not to be run, if its author says so.
pub fn disabled(vm: &mut Vm, test: &Test) -> Result<Option<String>, VmError> {
    let mut all = test.marks.clone();
    for level in levels(vm, test.class)? {
        all.extend(marks::spread(vm, &marks::of_class(level)));
    }
    let name = |mark: &Mark| match mark.name().as_str() {
        "org/junit/jupiter/api/Disabled" => Some("@Disabled"),
        "org/junit/Ignore" => Some("@Ignore"),
        _ => None,
    };
    let said = all
        .iter()
        .find_map(|mark| Some((name(mark)?, mark.texts("value").into_iter().next())));
    Ok(said.map(|(name, why)| match why {
        Some(why) if !why.is_empty() => format!("{name}: {why}"),
        _ => name.to_owned(),
    }))
}

/// How many objects a test needs: its class and those it is nested in.
///
/// # Errors
/// A class that is missing.
pub fn depth(vm: &mut Vm, test: &Test) -> Result<usize, VmError> {
    Ok(levels(vm, test.class)?.len())
}

/// The test as a program, without the arguments that its source gives.
///
/// # Errors
/// [`VmError::NotModelled`] with the name of what a runner would do and we do not.
pub fn program(vm: &mut Vm, test: &Test, given: &mut Given<'_>) -> Result<TestRun, VmError> {
    let levels = levels(vm, test.class)?;
    let mockito = supported(vm, test)?;
    let folders = given::folder_fields(test, &levels, given)?;
    let mut run = TestRun {
        name: given.name.to_owned(),
        folders,
        instances: instances(vm, test, &levels, given)?,
        instances_first: per_class(vm, test.class),
        before_all: around(vm, test, &levels, Moment::BeforeAll, given)?,
        before_each: around(vm, test, &levels, Moment::BeforeEach, given)?,
        after_each: around(vm, test, &levels, Moment::AfterEach, given)?,
        after_all: around(vm, test, &levels, Moment::AfterAll, given)?,
        test: call(test.method, levels.len() - 1),
        aborted: aborted(vm, test.generation)?,
        ..TestRun::default()
    };
    if test.generation == Generation::Four {
        let expected = test.mark("org/junit/Test").and_then(|mark| mark.class("expected"));
        run.expected = expected.filter(|class| class != "org/junit/Test$None");
    }
    if mockito {
        run.prepare = Some(mockito_opener(vm)?);
    }
    Ok(run)
}

fn refused(text: String) -> VmError {
    VmError::NotModelled(text)
}

/// Whether the test wants one instance for all tests of its class.
pub fn per_class(vm: &mut Vm, class: &'static Class) -> bool {
    let mut current = Some(class);
    while let Some(class) = current.filter(|class| class.is_user()) {
        let marks = marks::spread(vm, &marks::of_class(class));
        let lifecycle = marks
            .iter()
            .find(|mark| mark.name() == "org/junit/jupiter/api/TestInstance");
        if let Some(mark) = lifecycle {
            return mark.constant("value").as_deref() == Some("PER_CLASS");
        }
        current = class.superclass;
    }
    false
}

/// A call of a method without parameters, on one of the instances unless it is static.
pub fn call(method: &'static Method, level: usize) -> Call {
    Call {
        member: Member {
            class: method.class().name.to_owned(),
            name: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
        },
        interface: method.class().is_interface(),
        receiver: (!method.is_static()).then_some(level),
        arguments: Vec::new(),
    }
}

fn instances(
    vm: &mut Vm,
    test: &Test,
    levels: &[&'static Class],
    given: &mut Given<'_>,
) -> Result<Vec<Instance>, VmError> {
    let mut instances = Vec::new();
    for (index, class) in levels.iter().enumerate() {
        let enclosing = index.checked_sub(1).map(|outer| levels[outer].name.to_owned());
        let first = enclosing
            .as_ref()
            .map_or_else(String::new, |outer| format!("L{outer};"));
        let prefix = format!("({first}");
        let constructors = class.methods.iter().copied().filter(|method| method.name == "<init>");
        let mut fitting: Vec<&'static Method> = constructors
            .filter(|method| method.access & access::SYNTHETIC == 0 && method.descriptor.starts_with(&prefix))
            .collect();
        if let Some(plain) = class.declared("<init>", &format!("{prefix})V")) {
            fitting = vec![plain];
        }
        let [constructor] = fitting.as_slice() else {
            return Err(refused(format!(
                "{} has no constructor that could be called, or several",
                class.binary_name()
            )));
        };
        let own = usize::from(enclosing.is_some());
        if test.generation == Generation::Four && !constructor.descriptor.starts_with("()") {
            return Err(refused(format!(
                "the constructor of {} has parameters: not supported",
                class.binary_name()
            )));
        }
        instances.push(Instance {
            class: class.name.to_owned(),
            enclosing,
            constructor: constructor.descriptor.to_owned(),
            arguments: given.arguments(vm, constructor, own, About::Test(test))?,
        });
    }
    Ok(instances)
}

/// The methods of one moment, in their order: what comes before goes from superclasses and enclosing classes to the
/// test's own class, what comes after the other way.
fn around(
    vm: &mut Vm,
    test: &Test,
    levels: &[&'static Class],
    moment: Moment,
    given: &mut Given<'_>,
) -> Result<Vec<Call>, VmError> {
    let wanted = moment.annotation(test.generation);
    let mut groups: Vec<Vec<Call>> = Vec::new();
    for (level, class) in levels.iter().enumerate() {
        let mut of: Option<&'static Class> = None;
        for method in methods(class) {
            let marks = marks::spread(vm, &marks::of_method(method));
            if !marks.iter().any(|mark| mark.name() == wanted) {
                continue;
            }
            let about = match moment {
                Moment::BeforeAll | Moment::AfterAll => About::Class(class),
                Moment::BeforeEach | Moment::AfterEach => About::Test(test),
            };
            let arguments = given.arguments(vm, method, 0, about)?;
            if of.is_none_or(|class| class.id != method.class().id) {
                groups.push(Vec::new());
                of = Some(method.class());
            }
            if let Some(group) = groups.last_mut() {
                group.push(Call {
                    arguments,
                    ..call(method, level)
                });
            }
        }
    }
    if matches!(moment, Moment::AfterEach | Moment::AfterAll) {
        groups.reverse();
    }
    Ok(groups.into_iter().flatten().collect())
}

/// What says that a test does not apply here.
fn aborted(vm: &mut Vm, generation: Generation) -> Result<Option<String>, VmError> {
    let name = match generation {
        Generation::Three | Generation::Four => "org/junit/internal/AssumptionViolatedException",
        Generation::Five => "org/opentest4j/TestAbortedException",
    };
    Ok(vm
        .image
        .try_load(&mut vm.heap, name)?
        .map(|class| class.name.to_owned()))
}

/// What annotations ask of whoever runs a test, beside the calls that are made here.
#[derive(Default)]
pub struct Asked {
    /// Mockito fills in fields.
    mockito: bool,
    /// Another runner of JUnit 4 than its own, Mockito's apart.
    runner: Option<String>,
    /// Other extensions and rules, and that runner, as a reason names them.
    others: Vec<String>,
}

impl Asked {
    /// Whether the runner of the test's class runs it, so that it and rules do what they do: JUnit 3 and 4 alone, whose runners are in the
    /// jar that tests are written against.
    pub fn runs_by_own_runner(&self, generation: Generation) -> bool {
        match generation {
            Generation::Three => true,
            Generation::Four => !self.others.is_empty(),
            Generation::Five => false,
        }
    }

    /// Whether that runner may make several cases of a test.
    pub fn may_multiply(&self) -> bool {
        self.runner.is_some()
    }

    fn note(&mut self, mark: Mark, name: &str, ty: &str) {
        match mark.name().as_str() {
            "org/junit/jupiter/api/extension/ExtendWith" => self.note_classes(mark, "extension"),
            "org/junit/runner/RunWith" => self.note_classes(mark, "runner"),
            _ if is_rule(mark) => self.note_member("the rule", name, ty),
            "org/junit/jupiter/api/extension/RegisterExtension" => self.note_member("the extension", name, ty),
            _ => {}
        }
    }

    fn note_classes(&mut self, mark: Mark, kind: &str) {
        for class in mark.classes("value") {
            if [MOCKITO_EXTENSION, OLD_MOCKITO_RUNNER, MOCKITO_RUNNER].contains(&class.as_str())
                || class.starts_with("org/mockito/junit/MockitoJUnitRunner$")
            {
                self.mockito = true;
            } else if !PLAIN_RUNNERS.contains(&class.as_str()) {
                self.others.push(format!("the {kind} {}", dotted(&class)));
                if kind == "runner" {
                    self.runner = Some(class);
                }
            }
        }
    }

    fn note_member(&mut self, what: &str, name: &str, ty: &str) {
        match ty {
            "org/mockito/junit/MockitoRule" | "org/mockito/junit/MockitoTestRule" => self.mockito = true,
            // A test that takes too long is one that cannot go on: a deadlock. The verdict says that it is left out (`timeouts`).
            TIMEOUT_RULE => {}
            "" => self.others.push(format!("{what} of the method `{name}`")),
            _ => self.others.push(format!("{what} `{name}` ({})", dotted(ty))),
        }
    }
}

/// What annotations ask for beside calls: those of the test, of its class, of those it is nested in or inherits from, and of their
/// members.
///
/// # Errors
/// A class that is missing.
pub fn asked(vm: &mut Vm, test: &Test) -> Result<Asked, VmError> {
    let mut asked = Asked::default();
    for mark in &test.marks {
        asked.note(*mark, "", "");
    }
    for class in lineage(vm, test)? {
        for mark in marks::spread(vm, &marks::of_class(class)) {
            asked.note(mark, "", "");
        }
        for (mark, name, ty) in marks::of_fields(class) {
            asked.note(mark, &name, &ty);
        }
        for method in class.methods.iter().copied() {
            for mark in marks::of_method(method) {
                asked.note(mark, method.name, "");
            }
        }
    }
    Ok(asked)
}

/// The test's class and those it is nested in, each before the classes and interfaces of the user's that it inherits from.
///
/// # Errors
/// A class that is missing.
fn lineage(vm: &mut Vm, test: &Test) -> Result<Vec<&'static Class>, VmError> {
    let mut all = Vec::new();
    for level in levels(vm, test.class)? {
        let mut open = vec![level];
        while let Some(class) = open.pop() {
            all.push(class);
            let parents = class.superclass.into_iter().chain(class.interfaces.iter().copied());
            open.extend(parents.filter(|parent| parent.is_user()));
        }
    }
    Ok(all)
}

/// What becomes of JUnit's time-outs of a test whose program is planned here: that program has none.
///
/// # Errors
/// A class that is missing.
pub fn timeouts(vm: &mut Vm, test: &Test) -> Result<TestTimeouts, VmError> {
    let has_some = match test.generation {
        // JUnit's own runner runs it.
        Generation::Three => false,
        Generation::Four => {
            let has_rule = |class: &Class| {
                let mut fields = marks::of_fields(class).into_iter();
                fields.any(|(mark, _, ty)| is_rule(mark) && ty == TIMEOUT_RULE)
            };
            let attribute = test.mark("org/junit/Test").and_then(|mark| mark.get("timeout"));
            // 0 is the default: no time-out.
            let is_limit = |value| !matches!(value, &AnnotationElementValue::LongConstant(0));
            attribute.is_some_and(is_limit) || lineage(vm, test)?.into_iter().any(has_rule)
        }
        Generation::Five => has_timeout_annotation(vm, test)?,
    };
    Ok(match has_some {
        true => TestTimeouts::Ignored,
        false => TestTimeouts::NoneIgnored,
    })
}

/// JUnit 5's `@Timeout`, of the test, of a class around it, or of a lifecycle method.
fn has_timeout_annotation(vm: &mut Vm, test: &Test) -> Result<bool, VmError> {
    let is_timeout = |mark: &Mark| mark.name() == "org/junit/jupiter/api/Timeout";
    if test.marks.iter().any(is_timeout) {
        return Ok(true);
    }
    for class in lineage(vm, test)? {
        if marks::spread(vm, &marks::of_class(class)).iter().any(is_timeout) {
            return Ok(true);
        }
    }
    let lifecycle = Moment::ALL.map(|moment| moment.annotation(test.generation));
    for method in levels(vm, test.class)?.into_iter().flat_map(methods) {
        let marks = marks::spread(vm, &marks::of_method(method));
        let is_lifecycle = marks.iter().any(|mark| lifecycle.contains(&mark.name().as_str()));
        if is_lifecycle && marks.iter().any(is_timeout) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_rule(mark: Mark) -> bool {
    matches!(mark.name().as_str(), "org/junit/Rule" | "org/junit/ClassRule")
}

/// Names what would change the test and is not done. Gives whether Mockito fills in fields.
fn supported(vm: &mut Vm, test: &Test) -> Result<bool, VmError> {
    if test.mark(&format!("{API}TestTemplate")).is_some() {
        return Err(refused(format!(
            "{} is a @TestTemplate: not supported",
            test.described()
        )));
    }
    let asked = asked(vm, test)?;
    match asked.others.first() {
        Some(other) => Err(refused(format!("{other} is not supported"))),
        None => Ok(asked.mockito),
    }
}

/// The method that makes a test's cases as it runs, if it is a factory of JUnit 5.
///
/// # Errors
/// One with parameters, which is not supported.
pub fn dynamic_factory(test: &Test) -> Result<Option<Member>, VmError> {
    if test.mark(&format!("{API}TestFactory")).is_none() {
        return Ok(None);
    }
    if !test.method.descriptor.starts_with("()") {
        return Err(refused(format!(
            "{} is a @TestFactory with parameters: not supported",
            test.described()
        )));
    }
    Ok(Some(call(test.method, 0).member))
}

/// The test as its class's own runner runs it, one case of it (0: the only one).
///
/// # Errors
/// A class that is missing.
pub fn by_own_runner(vm: &mut Vm, test: &Test, case: usize, name: String) -> Result<TestRun, VmError> {
    if vm.image.try_load(&mut vm.heap, "org/junit/runner/Request")?.is_none() {
        return Err(refused(format!(
            "{} is a test of JUnit 3, which JUnit 4 runs: put the jar of JUnit 4 on the class path",
            test.described()
        )));
    }
    Ok(TestRun {
        name,
        test: junit_runtime::own_runner_run(test.class.name, test.method.name, case),
        tested: Some(call(test.method, 0).member),
        aborted: aborted(vm, test.generation)?,
        ..TestRun::default()
    })
}

/// Whether the class path has what runs a test as JUnit 5 does.
///
/// # Errors
/// A class that cannot be read.
pub fn has_engine(vm: &mut Vm, test: &Test) -> Result<bool, VmError> {
    let needed = [
        "org/junit/jupiter/engine/JupiterTestEngine",
        "org/junit/platform/launcher/core/LauncherFactory",
    ];
    for class in needed {
        if test.generation != Generation::Five || vm.image.try_load(&mut vm.heap, class)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A JUnit 5 test as JUnit's engine runs it: all its invocations, or one. `None` where the class path has no engine and launcher.
///
/// # Errors
/// A class that cannot be read.
pub fn by_engine(
    vm: &mut Vm,
    test: &Test,
    invocation: Option<usize>,
    name: String,
) -> Result<Option<TestRun>, VmError> {
    if !has_engine(vm, test)? {
        return Ok(None);
    }
    let (parameters, _) = split_descriptor(test.method.descriptor);
    let types: Vec<String> = parameters.into_iter().map(external_type).collect();
    let class = test.class.name;
    Ok(Some(TestRun {
        name,
        test: junit_runtime::own_engine_run(class, test.method.name, &types.join(", "), invocation),
        tested: Some(call(test.method, 0).member),
        aborted: aborted(vm, test.generation)?,
        ..TestRun::default()
    }))
}

fn mockito_opener(vm: &mut Vm) -> Result<Member, VmError> {
    let class = vm.image.load(&mut vm.heap, "org/mockito/MockitoAnnotations")?;
    let ways = [
        ("openMocks", "(Ljava/lang/Object;)Ljava/lang/AutoCloseable;"),
        ("initMocks", "(Ljava/lang/Object;)V"),
    ];
    let way = ways
        .into_iter()
        .find(|(name, descriptor)| class.declared(name, descriptor).is_some());
    let (name, descriptor) = way.ok_or_else(|| refused("this Mockito has no MockitoAnnotations.initMocks".into()))?;
    Ok(Member {
        class: class.name.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    })
}
