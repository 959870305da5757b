//! What JUnit 5's own extensions give to a test: `TestInfo`, `RepetitionInfo`, folders for `@TempDir`.
//!
//! Folders lie in the machine's memory. Each place that asks for one has its own, as since JUnit 5.8; nothing removes it.

use cafebabe::attributes::AnnotationElementValue;
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::test_driver::{FolderField, Member, TestFacts, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Vm, VmError};

use super::marks::{self, Mark};
use super::test::{Generation, Test};

const API: &str = "org/junit/jupiter/api/";
const TEMP_DIR: &str = "org/junit/jupiter/api/io/TempDir";
const TEST_INFO: &str = "Lorg/junit/jupiter/api/TestInfo;";
const REPETITION_INFO: &str = "Lorg/junit/jupiter/api/RepetitionInfo;";

/// One case of a test, and what was made for it.
pub struct Given<'a> {
    /// Names of classes to make begin so.
    pub name: &'a str,
    /// The case, from 1.
    pub case: Option<usize>,
    /// Folders so far.
    folders: usize,
    /// Objects that describe the test.
    pub test_facts: Vec<TestFacts>,
}

/// Whom an object describes.
#[derive(Clone, Copy)]
pub enum About<'a> {
    /// The test.
    Test(&'a Test),
    /// A class: what runs once for all its tests belongs to no test.
    Class(&'static Class),
}

impl<'a> Given<'a> {
    /// Nothing was made so far.
    pub fn new(name: &'a str, case: Option<usize>) -> Given<'a> {
        Given {
            name,
            case,
            folders: 0,
            test_facts: Vec::new(),
        }
    }

    /// Arguments of a method or constructor from this parameter on.
    ///
    /// # Errors
    /// [`VmError::NotModelled`] names a parameter that another extension would give.
    pub fn arguments(
        &mut self,
        vm: &mut Vm,
        method: &Method,
        from: usize,
        about: About<'_>,
    ) -> Result<Vec<Value>, VmError> {
        let (parameters, _) = split_descriptor(method.descriptor);
        let marks = marks::of_each_parameter(method, parameters.len());
        let mut values = Vec::new();
        for (parameter, marks) in parameters.iter().zip(marks).skip(from) {
            let folder = marks.iter().find(|mark| mark.name() == TEMP_DIR);
            values.push(match (*parameter, folder) {
                (parameter, Some(mark)) => self.folder(*mark, parameter, method.name)?,
                (TEST_INFO | REPETITION_INFO, None) => self.test_facts_for(vm, parameter, method, about)?,
                (other, None) => {
                    return Err(refused(format!(
                        "{}.{} has a parameter of type {}, which an extension would give: not supported",
                        method.class().binary_name(),
                        method.name,
                        external_type(other)
                    )));
                }
            });
        }
        Ok(values)
    }

    fn folder(&mut self, mark: Mark, ty: &str, place: &str) -> Result<Value, VmError> {
        if mark.get("factory").is_some() {
            return Err(refused(format!("`factory` of @TempDir `{place}` is not supported")));
        }
        let file = match ty {
            "Ljava/nio/file/Path;" => false,
            "Ljava/io/File;" => true,
            other => {
                return Err(refused(format!(
                    "@TempDir `{place}` is neither a Path nor a File: {}",
                    external_type(other)
                )));
            }
        };
        self.folders += 1;
        Ok(Value::Folder(self.folders, file))
    }

    fn test_facts_for(&mut self, vm: &mut Vm, ty: &str, method: &Method, about: About<'_>) -> Result<Value, VmError> {
        let repetition = match about {
            About::Test(test) => repetitions(test).zip(self.case),
            About::Class(_) => None,
        };
        if ty == REPETITION_INFO && repetition.is_none() {
            return Err(refused(format!(
                "{}.{} wants a RepetitionInfo, but no @RepeatedTest is run",
                method.class().binary_name(),
                method.name
            )));
        }
        let (class, test) = match about {
            About::Test(test) => (test.class, Some(test)),
            About::Class(class) => (class, None),
        };
        let of_class = marks::spread(vm, &marks::of_class(class));
        let mut tags = tags(&of_class);
        let display = match test {
            Some(test) => {
                for tag in self::tags(&test.marks) {
                    if !tags.contains(&tag) {
                        tags.push(tag);
                    }
                }
                self.display_name(test, &of_class)?
            }
            None => own_name(&of_class).map_or_else(|| class_name(class), Ok)?,
        };
        let name = format!("{}$Told{}", self.name, self.test_facts.len() + 1);
        let method = test.map(|test| Member {
            class: test.method.class().name.to_owned(),
            name: test.method.name.to_owned(),
            descriptor: test.method.descriptor.to_owned(),
        });
        self.test_facts.push(TestFacts {
            name: name.clone(),
            display,
            tags,
            class: class.name.to_owned(),
            method,
            repetition: repetition.map(|(all, case)| (case, all)),
        });
        Ok(Value::Instance(name))
    }

    /// What JUnit calls the case.
    fn display_name(&self, test: &Test, of_class: &[Mark]) -> Result<String, VmError> {
        if let Some(repeated) = test.mark(&format!("{API}RepeatedTest")) {
            let patterns = repeated.texts("name");
            let pattern = patterns
                .first()
                .map_or("repetition {currentRepetition} of {totalRepetitions}", String::as_str);
            let all = repetitions(test).unwrap_or(1);
            return Ok(pattern
                .replace("{displayName}", &plain_name(test, of_class)?)
                .replace("{currentRepetition}", &self.case.unwrap_or(1).to_string())
                .replace("{totalRepetitions}", &all.to_string()));
        }
        if test.mark("org/junit/jupiter/params/ParameterizedTest").is_some() {
            return Err(refused(format!(
                "{}: the TestInfo of a parameterized test is not supported",
                test.described()
            )));
        }
        plain_name(test, of_class)
    }
}

fn refused(text: String) -> VmError {
    VmError::NotModelled(text)
}

/// Whether a parameter is one that is given here.
pub fn is_given(parameter: &str, marks: &[Mark]) -> bool {
    matches!(parameter, TEST_INFO | REPETITION_INFO) || marks.iter().any(|mark| mark.name() == TEMP_DIR)
}

/// How often a `@RepeatedTest` runs.
pub fn repetitions(test: &Test) -> Option<usize> {
    match test.mark(&format!("{API}RepeatedTest"))?.get("value") {
        Some(AnnotationElementValue::IntConstant(times)) => usize::try_from(*times).ok(),
        _ => None,
    }
}

fn tags(marks: &[Mark]) -> Vec<String> {
    let tags = marks.iter().filter(|mark| mark.name() == format!("{API}Tag"));
    tags.flat_map(|mark| mark.texts("value"))
        .map(|tag| tag.trim().to_owned())
        .collect()
}

/// `@DisplayName`
fn own_name(marks: &[Mark]) -> Option<String> {
    let mark = marks.iter().find(|mark| mark.name() == format!("{API}DisplayName"))?;
    mark.texts("value").into_iter().next()
}

fn class_name(class: &Class) -> Result<String, VmError> {
    let name = class.binary_name();
    Ok(name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned())
}

/// `adds(int, String)`, unless it is said otherwise.
fn plain_name(test: &Test, of_class: &[Mark]) -> Result<String, VmError> {
    if let Some(name) = own_name(&test.marks) {
        return Ok(name);
    }
    let generator = |mark: &&Mark| mark.name() == format!("{API}DisplayNameGeneration");
    if of_class.iter().chain(&test.marks).find(generator).is_some() {
        return Err(refused(format!(
            "{}: the TestInfo of a test with @DisplayNameGeneration is not supported",
            test.described()
        )));
    }
    let (parameters, _) = split_descriptor(test.method.descriptor);
    let simple = |parameter: &str| {
        let full = external_type(parameter);
        full.rsplit(['.', '$']).next().unwrap_or(&full).to_owned()
    };
    let types: Vec<String> = parameters.into_iter().map(simple).collect();
    Ok(format!("{}({})", test.method.name, types.join(", ")))
}

/// The fields of a test's classes that hold folders: of the classes (`None`) and of the instances, by number.
///
/// # Errors
/// As for arguments.
pub fn folder_fields(
    test: &Test,
    levels: &[&'static Class],
    given: &mut Given<'_>,
) -> Result<Vec<FolderField>, VmError> {
    let mut fields = Vec::new();
    if test.generation == Generation::Four {
        return Ok(fields);
    }
    for (level, class) in levels.iter().enumerate() {
        let mut current = Some(*class);
        while let Some(class) = current.filter(|class| class.is_user()) {
            for (mark, name, ty) in marks::of_fields(class) {
                if mark.name() != TEMP_DIR {
                    continue;
                }
                let value = given.folder(mark, &format!("L{ty};"), &name)?;
                let own = class.fields.iter().find(|field| field.name == name);
                let is_static = own.is_some_and(|field| field.access & access::STATIC != 0);
                fields.push(FolderField {
                    class: class.name.to_owned(),
                    name,
                    ty,
                    instance: (!is_static).then_some(level),
                    value,
                });
            }
            current = class.superclass;
        }
    }
    Ok(fields)
}
