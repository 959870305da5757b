//! JUnit tests of a method that was explored for all inputs: together they take every branch and execute every line that some inputs do, and each defect
//! has a test that fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use dropwire_check::{Branch, ExploredMethod, ExploredPath, Hidden, Input, InputValue, PathEnd, Returned};

use crate::files;
use crate::java_literals::{character, comment, double, float, fraction, string, string_of_units};
use crate::symbolic_objects::{HELPERS, Objects, type_name};
use crate::units::plural;

/// The framework that runs tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum JUnit {
    /// JUnit 4.13 or later, which has assertThrows
    #[value(name = "4")]
    Four,
    /// JUnit 5
    #[default]
    #[value(name = "5")]
    Five,
}

impl JUnit {
    /// The class of assertions.
    fn assertions(self) -> &'static str {
        match self {
            JUnit::Four => "org.junit.Assert",
            JUnit::Five => "org.junit.jupiter.api.Assertions",
        }
    }

    fn imports(self) -> &'static str {
        match self {
            JUnit::Four => "import org.junit.Test;\n",
            JUnit::Five => "import org.junit.jupiter.api.DisplayName;\nimport org.junit.jupiter.api.Test;\n",
        }
    }

    /// What a class of tests and its tests begin with.
    fn modifier(self) -> &'static str {
        match self {
            JUnit::Four => "public ",
            JUnit::Five => "",
        }
    }

    /// What stands above a test: what it shows.
    fn heading(self, shows: &str) -> String {
        match self {
            JUnit::Four => format!("    /** {} */\n    @Test\n", comment(shows)),
            JUnit::Five => format!("    @Test\n    @DisplayName({})\n", string(shows)),
        }
    }
}

/// The name of the object on which a method is called among its inputs.
const RECEIVER: &str = "this";

/// The name of constructors. JVMS §2.9.1.
const CONSTRUCTOR: &str = "<init>";
/// What the name of a call begins with that makes the object.
const MAKES: &str = "new ";

/// The source of a class of tests of methods of one class, and the number of tests.
///
/// `class`: its simple name.
///
/// # Errors
/// A sentence: there is nothing that a test could show.
pub fn source(
    explored: &[ExploredMethod],
    class: &str,
    coverage: Covers,
    junit: JUnit,
) -> Result<(String, usize), String> {
    let mut tests = Vec::new();
    let mut lines = Vec::new();
    let mut opened = BTreeSet::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for method in explored {
        can_be_called(method)?;
        let chosen = Chosen::of(method, coverage);
        lines.push(comment(&format!("{}: {}", calls_of(method), chosen.summary())));
        for path in &chosen.paths {
            let number = numbers.entry(&method.name).or_default();
            *number += 1;
            let mut objects = Objects::new(method);
            tests.push(test(&mut objects, *number, path, junit)?);
            opened.extend(objects.opened);
        }
    }
    let (Some(first), false) = (explored.first(), tests.is_empty()) else {
        return Err("no path that was explored ends in a way that a test can show".into());
    };
    let count = tests.len();
    let mut tests = tests.join("\n");
    for (call, helper) in HELPERS {
        if tests.contains(call) {
            tests = format!("{tests}\n{helper}");
        }
    }
    let mut source = String::new();
    if let Some((package, _)) = first.class.rsplit_once('.') {
        let _ = writeln!(source, "package {package};\n");
    }
    for name in [
        "assertEquals",
        "assertFalse",
        "assertNotNull",
        "assertNull",
        "assertThrows",
        "assertTrue",
    ] {
        if tests.contains(&format!(" {name}(")) {
            let _ = writeln!(source, "import static {}.{name};", junit.assertions());
        }
    }
    if source.contains("import") {
        source.push('\n');
    }
    let modifier = junit.modifier();
    let _ = write!(
        source,
        "{}\n/**\n * Tests of {}, written by Dropwire, which explored its methods for all inputs.\n *\n * <ul>\n{} * </ul>\n{}\
         {modifier}class {class} {{\n{tests}}}\n",
        junit.imports(),
        comment(&first.class),
        lines
            .iter()
            .fold(String::new(), |all, line| format!("{all} * <li>{line}\n")),
        closing(&opened),
    );
    Ok((source, count))
}

/// The end of the comment above the tests: what the JVM that runs them has to open. Fields of the library are closed to reflection since JEP 403.
fn closing(opened: &BTreeSet<String>) -> String {
    if opened.is_empty() {
        return " */\n".into();
    }
    let options = opened
        .iter()
        .map(|package| format!(" * {{@code --add-opens java.base/{package}=ALL-UNNAMED}}\n"));
    format!(
        " *\n * They set fields of the library; the JVM that runs them needs the options\n{} */\n",
        options.collect::<String>()
    )
}

/// The file of a class's tests in a folder of sources.
pub fn file_of(class: &str, folder: &Path) -> PathBuf {
    let (package, class) = class.rsplit_once('.').unwrap_or(("", class));
    let folder = package
        .split('.')
        .fold(folder.to_owned(), |folder, part| folder.join(part));
    folder.join(format!("{}GeneratedTest.java", class.replace('$', "")))
}

/// Writes it to a file that is not there yet.
///
/// # Errors
/// A sentence that names the file.
pub fn write(file: &Path, source: &str) -> Result<(), String> {
    files::write_new(file, source).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(file),
        _ => format!("{} was not written: {error}", file.display()),
    })
}

/// That a file would be written over.
pub fn exists(file: &Path) -> String {
    format!(
        "{} was not written: it exists already; delete it, or write to another place",
        file.display()
    )
}

/// Of several sequences of calls that end with the same method only the paths that take something new, or fail in a new way, in their order: shorter ones
/// come first.
pub fn without_repetition(mut all: Vec<ExploredMethod>, coverage: Covers) -> Vec<ExploredMethod> {
    if coverage == Covers::Paths || all.len() < 2 {
        return all;
    }
    let mut taken: BTreeSet<(String, Vec<Branch>, Part)> = BTreeSet::new();
    let mut ends: BTreeSet<(String, Vec<Branch>, PathEnd)> = BTreeSet::new();
    for explored in &mut all {
        let method = (explored.name.clone(), explored.branches.clone());
        explored.paths.retain(|path| {
            let new_end = throws(path) && ends.insert((method.0.clone(), method.1.clone(), path.end.clone()));
            let all_parts = parts(path).filter(|_| path.end != PathEnd::Other);
            let parts: Vec<_> = all_parts
                .map(|part| (method.0.clone(), method.1.clone(), part))
                .collect();
            let new_part = parts.iter().any(|part| !taken.contains(part));
            taken.extend(parts);
            new_end || new_part
        });
    }
    all.retain(|explored| !explored.paths.is_empty());
    all
}

fn can_be_called(explored: &ExploredMethod) -> Result<(), String> {
    let what = match explored.hidden {
        None => return Ok(()),
        Some(Hidden::Method) => "it is private",
        Some(Hidden::Constructor) => "the constructor of its class is private",
        Some(Hidden::Class) => "its class is private, or nested in one that is",
        Some(Hidden::NoName) => "its class is local or anonymous",
    };
    Err(format!(
        "a test cannot call {}.{}: {what}",
        explored.class, explored.name
    ))
}

/// What the tests of a method do together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Covers {
    /// They take every branch that some inputs take, and show every exception
    #[default]
    Branch,
    /// They take every path: all structures that a precondition allows, up to the bounds
    Paths,
}

/// Paths of a method that tests show.
pub struct Chosen<'a> {
    explored: &'a ExploredMethod,
    paths: Vec<&'a ExploredPath>,
}

impl<'a> Chosen<'a> {
    /// Paths that together take what all of them take, and one for each way to fail or to throw: always the one that adds most, and the first
    /// of these. What a path takes that returns, one of them takes: they are left when the defects are mended.
    pub fn of(explored: &'a ExploredMethod, coverage: Covers) -> Chosen<'a> {
        if coverage == Covers::Paths {
            let shown = explored.paths.iter().filter(|path| path.end != PathEnd::Other);
            return Chosen {
                explored,
                paths: shown.collect(),
            };
        }
        let mut thrown: BTreeSet<&PathEnd> = BTreeSet::new();
        let paths = explored.paths.iter().enumerate();
        let first = paths.filter(|(_, path)| throws(path) && thrown.insert(&path.end));
        let ends: Vec<usize> = first.map(|(at, _)| at).collect();
        let mut chosen = Vec::new();
        let mut taken: BTreeSet<Part> = BTreeSet::new();
        add_open(explored, &mut chosen, &mut taken, &|path| !throws(path));
        for at in ends {
            chosen.push(at);
            taken.extend(parts(&explored.paths[at]));
        }
        add_open(explored, &mut chosen, &mut taken, &throws);
        chosen.sort_unstable();
        Chosen {
            explored,
            paths: chosen.into_iter().map(|at| &explored.paths[at]).collect(),
        }
    }

    /// How many tests there are, and what they take and show.
    pub fn summary(&self) -> String {
        let taken: BTreeSet<Part> = self.paths.iter().flat_map(|path| parts(path)).collect();
        let lines = taken.iter().filter(|part| matches!(part, Part::Line(_))).count();
        let branches = taken.len() - lines;
        let mut said = plural(self.paths.len() as u64, "test");
        for (covered, all, one, several) in [
            (branches, self.explored.branches.len(), "branch", "branches"),
            (lines, self.explored.lines.len(), "line", "lines"),
        ] {
            if all > 0 {
                let _ = write!(said, ", {covered} of {all} {}", if all == 1 { one } else { several });
            }
        }
        let failed = self.paths.iter().filter_map(|path| match &path.end {
            PathEnd::Failed { class } => Some(class.as_str()),
            PathEnd::Returned { .. } | PathEnd::Threw { .. } | PathEnd::Other => None,
        });
        let failed: BTreeSet<&str> = failed.collect();
        for (at, class) in failed.iter().enumerate() {
            let _ = write!(said, "{}{class}", if at == 0 { ", fails with " } else { " and " });
        }
        said
    }
}

/// What a path may take of its method's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The index of a branch.
    Branch(usize),
    /// The number of a line.
    Line(u32),
}

fn parts(path: &ExploredPath) -> impl Iterator<Item = Part> + '_ {
    let branches = path.branches.iter().map(|branch| Part::Branch(*branch));
    branches.chain(path.lines.iter().map(|line| Part::Line(*line)))
}

fn throws(path: &ExploredPath) -> bool {
    matches!(path.end, PathEnd::Threw { .. } | PathEnd::Failed { .. })
}

/// Adds paths of a sort as long as one takes something new; one in any case, if there is none yet.
fn add_open(
    explored: &ExploredMethod,
    chosen: &mut Vec<usize>,
    taken: &mut BTreeSet<Part>,
    is_of_the_sort: &dyn Fn(&ExploredPath) -> bool,
) {
    let new = |path: &ExploredPath, taken: &BTreeSet<Part>| parts(path).filter(|part| !taken.contains(part)).count();
    loop {
        let paths = explored.paths.iter().enumerate();
        let open =
            paths.filter(|(at, path)| path.end != PathEnd::Other && is_of_the_sort(path) && !chosen.contains(at));
        // Of several the first.
        let best = open.rev().max_by_key(|(_, path)| new(path, taken));
        let Some((at, path)) = best.filter(|(_, path)| new(path, taken) > 0 || chosen.is_empty()) else {
            break;
        };
        chosen.push(at);
        taken.extend(parts(path));
    }
}

fn test(objects: &mut Objects<'_>, number: usize, path: &ExploredPath, junit: JUnit) -> Result<String, String> {
    let explored = objects.explored;
    let subject = type_name(&explored.class, &explored.class);
    let mut receiver = match explored.is_static {
        true => subject.clone(),
        false => format!("new {subject}()"),
    };
    let mut inputs = &path.inputs[..];
    if let Some((object, others)) = inputs.split_first().filter(|(first, _)| first.name == RECEIVER) {
        receiver = argument(objects, object)?;
        inputs = others;
    }
    let mut shown = Vec::new();
    for before in &explored.before {
        let own;
        (own, inputs) = inputs.split_at(before.parameters.min(inputs.len()));
        shown.push(format!("{}({})", before.method, listed(own)));
        let arguments = arguments(objects, own)?;
        let makes = before.method.starts_with(MAKES);
        if makes {
            receiver = format!("new {subject}({arguments})");
        }
        if !explored.is_static && receiver.starts_with("new ") {
            let variable = objects.variable(&explored.class);
            objects.statements.push(format!("{subject} {variable} = {receiver};"));
            receiver = variable;
        }
        if !makes {
            objects
                .statements
                .push(format!("{receiver}.{}({arguments});", before.method));
        }
    }
    let name = &explored.name;
    let (call, name) = match name == CONSTRUCTOR {
        true => (format!("new {subject}({})", arguments(objects, inputs)?), "construct"),
        false => (format!("{receiver}.{name}({})", arguments(objects, inputs)?), &name[..]),
    };
    shown.push(format!("{}({})", said(explored), listed(inputs)));
    let (statement, ends) = match &path.end {
        PathEnd::Returned { value } => asserted(value, &call, explored.depends_on_the_machine, junit),
        PathEnd::Threw { class } => (
            format!("assertThrows({}.class, () -> {call});", class.replace('$', ".")),
            format!("throws {class}"),
        ),
        PathEnd::Failed { class } => (format!("{call};"), format!("fails with {class}")),
        PathEnd::Other => (format!("{call};"), "ends".into()),
    };
    let mut body = String::new();
    for line in objects.statements.iter().chain([&statement]) {
        let _ = writeln!(body, "        {line}");
    }
    Ok(format!(
        "{}    {}void {name}{number}() throws Throwable {{\n{body}    }}\n",
        junit.heading(&format!("{} {ends}", shown.join(", "))),
        junit.modifier(),
    ))
}

/// Arguments of a call.
fn arguments(objects: &mut Objects<'_>, inputs: &[Input]) -> Result<String, String> {
    let all = inputs.iter().map(|input| argument(objects, input));
    Ok(all.collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// Inputs for readers.
fn listed(inputs: &[Input]) -> String {
    let one = |input: &Input| format!("{} = {}", input.name, input.value);
    inputs.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A method for readers; a constructor as `new shop.Till`.
fn said(explored: &ExploredMethod) -> String {
    match explored.name == CONSTRUCTOR {
        true => format!("{MAKES}{}", explored.class),
        false => explored.name.clone(),
    }
}

/// A method and the calls before it.
pub fn calls_of(explored: &ExploredMethod) -> String {
    let before = explored.before.iter().map(|call| call.method.clone());
    before.chain([said(explored)]).collect::<Vec<_>>().join(", ")
}

/// A statement that compares what a call returns, and what it returns for readers.
fn asserted(value: &Returned, call: &str, depends_on_the_machine: bool, junit: JUnit) -> (String, String) {
    let equal = |expected: String| {
        (
            format!("assertEquals({expected}, {call});"),
            format!("returns {expected}"),
        )
    };
    // JUnit 4 compares fractions within a tolerance, for which 0.0 and -0.0 are the same.
    let equal_fraction = |boxed: &str, expected: String| match junit {
        JUnit::Five => equal(expected),
        JUnit::Four => (
            format!("assertEquals({boxed}.valueOf({expected}), {boxed}.valueOf({call}));"),
            format!("returns {expected}"),
        ),
    };
    match value {
        Returned::Void => (format!("{call};"), "returns".into()),
        _ if depends_on_the_machine => (format!("{call};"), "returns".into()),
        Returned::Boolean(true) => (format!("assertTrue({call});"), "returns true".into()),
        Returned::Boolean(false) => (format!("assertFalse({call});"), "returns false".into()),
        Returned::Char(unit) => equal(character(*unit)),
        Returned::Int(value) => equal(value.to_string()),
        Returned::Long(value) => equal(format!("{value}L")),
        Returned::Float(bits) => equal_fraction("Float", float(f32::from_bits(*bits))),
        Returned::Double(bits) => equal_fraction("Double", double(f64::from_bits(*bits))),
        Returned::Null => (format!("assertNull({call});"), "returns null".into()),
        Returned::Text(units) => equal(string_of_units(units)),
        Returned::Object => (format!("assertNotNull({call});"), "returns an object".into()),
    }
}

/// A value of a parameter as an expression of its type.
fn argument(objects: &mut Objects<'_>, input: &Input) -> Result<String, String> {
    let value = &input.value;
    Ok(match input.ty.as_str() {
        "int" | "boolean" => value.clone(),
        "long" => format!("{value}L"),
        "byte" | "short" => format!("({}) {value}", input.ty),
        "char" => character(unit(value).ok_or_else(|| format!("`{value}` is no character"))?),
        ty @ ("float" | "double") => fraction(ty, value),
        "java.lang.String" | "String" if !value.starts_with(['"', '#']) && value != "null" => string(value),
        ty => {
            let read = InputValue::parse(value);
            let read = read.map_err(|_| format!("a test cannot make the parameter {} of type {ty}", input.name))?;
            match (&read, ty) {
                // Several methods of a name may take it.
                (InputValue::Null, ty) => format!("({}) null", type_name(ty, &objects.subject())),
                _ => objects.expression(&read, ty)?,
            }
        }
    })
}

/// A character as an argument of a target has it: itself, or as `\u0041`.
fn unit(value: &str) -> Option<u16> {
    match value.strip_prefix("\\u") {
        Some(hex) if hex.len() == 4 => u16::from_str_radix(hex, 16).ok(),
        _ => value.encode_utf16().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(value: &str, end: PathEnd, branches: &[usize]) -> ExploredPath {
        ExploredPath {
            inputs: vec![Input {
                name: "x".into(),
                ty: "int".into(),
                value: value.into(),
            }],
            end,
            branches: branches.to_vec(),
            lines: Vec::new(),
        }
    }

    fn explored(paths: Vec<ExploredPath>) -> ExploredMethod {
        ExploredMethod {
            class: "shop.Till".into(),
            name: "add".into(),
            before: Vec::new(),
            is_static: true,
            hidden: None,
            branches: Vec::new(),
            lines: Vec::new(),
            paths,
            depends_on_the_machine: false,
            classes: Vec::new(),
        }
    }

    #[test]
    fn tests_take_all_branches_and_show_all_failures() {
        let returned = |value| PathEnd::Returned {
            value: Returned::Int(value),
        };
        let failed = PathEnd::Failed {
            class: "java.lang.ArithmeticException".into(),
        };
        let all = explored(vec![
            path("0", returned(1), &[0]),
            path("1", returned(2), &[0, 1]),
            path("2", returned(3), &[1]),
            path("3", failed, &[]),
        ]);
        let values: Vec<&str> = Chosen::of(&all, Covers::Branch)
            .paths
            .iter()
            .map(|path| path.inputs[0].value.as_str())
            .collect();
        assert_eq!(values, ["1", "3"]);
        let (source, tests) = source(&[all], "TillTest", Covers::Branch, JUnit::Five).unwrap();
        assert_eq!(tests, 2);
        assert!(source.contains("assertEquals(2, Till.add(1));"), "{source}");
        assert!(
            source.contains("add(x = 3) fails with java.lang.ArithmeticException"),
            "{source}"
        );
        assert!(source.starts_with("package shop;"), "{source}");
    }

    #[test]
    fn a_private_method_has_no_test() {
        let private = ExploredMethod {
            hidden: Some(Hidden::Method),
            ..explored(Vec::new())
        };
        assert!(
            source(&[private], "TillTest", Covers::Branch, JUnit::Five)
                .unwrap_err()
                .contains("private")
        );
    }
}
