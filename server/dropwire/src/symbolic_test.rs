//! JUnit 5 tests of a method that was explored for all inputs: together they take every branch and execute every line that some inputs do, and each defect
//! has a test that fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::Path;

use dropwire_check::{ExploredMethod, ExploredPath, Hidden, Input, PathEnd, Returned};

use crate::files;
use crate::java_literals::{character, comment, double, float, string, string_of_units};
use crate::units::plural;

/// The source of a class of tests of methods of one class, and the number of tests.
///
/// `class`: its simple name.
///
/// # Errors
/// A sentence: there is nothing that a test could show.
pub fn source(explored: &[ExploredMethod], class: &str) -> Result<(String, usize), String> {
    let mut tests = Vec::new();
    let mut lines = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for method in explored {
        can_be_called(method)?;
        let chosen = Chosen::of(method);
        lines.push(comment(&format!("{}: {}", method.name, chosen.summary())));
        for path in &chosen.paths {
            let number = numbers.entry(&method.name).or_default();
            *number += 1;
            tests.push(test(method, *number, path)?);
        }
    }
    let (Some(first), false) = (explored.first(), tests.is_empty()) else {
        return Err("no path that was explored ends in a way that a test can show".into());
    };
    let count = tests.len();
    let tests = tests.join("\n");
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
            let _ = writeln!(source, "import static org.junit.jupiter.api.Assertions.{name};");
        }
    }
    if source.contains("import") {
        source.push('\n');
    }
    let _ = write!(
        source,
        "import org.junit.jupiter.api.DisplayName;\nimport org.junit.jupiter.api.Test;\n\n/**\n * Tests of {}, written by Dropwire, which explored its \
         methods for all inputs.\n *\n * <ul>\n{} * </ul>\n */\nclass {class} {{\n{tests}}}\n",
        comment(&first.class),
        lines
            .iter()
            .fold(String::new(), |all, line| format!("{all} * <li>{line}\n")),
    );
    Ok((source, count))
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

/// Paths of a method that tests show.
pub struct Chosen<'a> {
    explored: &'a ExploredMethod,
    paths: Vec<&'a ExploredPath>,
}

impl<'a> Chosen<'a> {
    /// Paths that together take what all of them take, and one for each way to fail or to throw: always the one that adds most, and the first
    /// of these. What a path takes that returns, one of them takes: they are left when the defects are mended.
    pub fn of(explored: &'a ExploredMethod) -> Chosen<'a> {
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

fn test(explored: &ExploredMethod, number: usize, path: &ExploredPath) -> Result<String, String> {
    let arguments: Vec<String> = path.inputs.iter().map(argument).collect::<Result<_, _>>()?;
    let (_, subject) = explored.class.rsplit_once('.').unwrap_or(("", &explored.class));
    let subject = subject.replace('$', ".");
    let receiver = match explored.is_static {
        true => subject,
        false => format!("new {subject}()"),
    };
    let name = &explored.name;
    let call = format!("{receiver}.{name}({})", arguments.join(", "));
    let (statement, ends) = match &path.end {
        PathEnd::Returned { value } => asserted(value, &call, explored.depends_on_the_machine),
        PathEnd::Threw { class } => (
            format!("assertThrows({}.class, () -> {call});", class.replace('$', ".")),
            format!("throws {class}"),
        ),
        PathEnd::Failed { class } => (format!("{call};"), format!("fails with {class}")),
        PathEnd::Other => (format!("{call};"), "ends".into()),
    };
    let inputs = path
        .inputs
        .iter()
        .map(|input| format!("{} = {}", input.name, input.value));
    let inputs: Vec<String> = inputs.collect();
    Ok(format!(
        "    @Test\n    @DisplayName({})\n    void {name}{number}() throws Throwable {{\n        {statement}\n    }}\n",
        string(&format!("{name}({}) {ends}", inputs.join(", "))),
    ))
}

/// A statement that compares what a call returns, and what it returns for readers.
fn asserted(value: &Returned, call: &str, depends_on_the_machine: bool) -> (String, String) {
    let equal = |expected: String| {
        (
            format!("assertEquals({expected}, {call});"),
            format!("returns {expected}"),
        )
    };
    match value {
        Returned::Void => (format!("{call};"), "returns".into()),
        _ if depends_on_the_machine => (format!("{call};"), "returns".into()),
        Returned::Boolean(true) => (format!("assertTrue({call});"), "returns true".into()),
        Returned::Boolean(false) => (format!("assertFalse({call});"), "returns false".into()),
        Returned::Char(unit) => equal(character(*unit)),
        Returned::Int(value) => equal(value.to_string()),
        Returned::Long(value) => equal(format!("{value}L")),
        Returned::Float(bits) => equal(float(f32::from_bits(*bits))),
        Returned::Double(bits) => equal(double(f64::from_bits(*bits))),
        Returned::Null => (format!("assertNull({call});"), "returns null".into()),
        Returned::Text(units) => equal(string_of_units(units)),
        Returned::Object => (format!("assertNotNull({call});"), "returns an object".into()),
    }
}

/// A value of a parameter as an expression of its type.
fn argument(input: &Input) -> Result<String, String> {
    let value = &input.value;
    Ok(match input.ty.as_str() {
        "int" | "boolean" => value.clone(),
        "long" => format!("{value}L"),
        "byte" | "short" => format!("({}) {value}", input.ty),
        "char" => character(unit(value).ok_or_else(|| format!("`{value}` is no character"))?),
        "float" => format!("{value}f"),
        "double" => format!("{value}d"),
        "java.lang.String" | "String" => string(value),
        other => {
            return Err(format!(
                "a test cannot make the parameter {} of type {other}",
                input.name
            ));
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
            is_static: true,
            hidden: None,
            branches: Vec::new(),
            lines: Vec::new(),
            paths,
            depends_on_the_machine: false,
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
        let values: Vec<&str> = Chosen::of(&all)
            .paths
            .iter()
            .map(|path| path.inputs[0].value.as_str())
            .collect();
        assert_eq!(values, ["1", "3"]);
        let (source, tests) = source(&[all], "TillTest").unwrap();
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
        assert!(source(&[private], "TillTest").unwrap_err().contains("private"));
    }
}
