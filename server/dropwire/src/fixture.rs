//! The source of a fixture: the class whose static methods give an object under test, and arguments of its methods, that Dropwire cannot
//! generate. What the user has to write throws until it is written, so nothing is verified by then.

use std::path::{Path, PathBuf};

use dropwire_check::{Cause, Note, Remedy, Report, fixture_method};

/// What the user has to replace by how an object is made.
pub const TO_WRITE: &str = "throw new UnsupportedOperationException(\"write this\")";

/// A fixture that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The class under test; binary name with dots.
    class: String,
    /// The fixture; binary name with dots.
    name: String,
    /// It has to give the object itself.
    object: bool,
    /// The types of arguments that it has to give.
    types: Vec<String>,
}

/// The class that a report asks for, by binary name with dots.
pub fn wanted(report: &Report) -> Option<String> {
    let of_object = report.reasons.iter().find_map(|reason| fixture_of(&reason.cause));
    of_object.or_else(|| types(report).map(|(fixture, _)| fixture))
}

fn fixture_of(cause: &Cause) -> Option<String> {
    match cause.remedy() {
        Remedy::WriteFixture { fixture, .. } => Some(fixture.to_owned()),
        Remedy::Raise(_) | Remedy::Provide { .. } | Remedy::Compile { .. } | Remedy::None => None,
    }
}

/// The types of arguments that are missing, and the class that would give them.
fn types(report: &Report) -> Option<(String, Vec<String>)> {
    report.notes.iter().find_map(|note| match note {
        Note::NotConstructed {
            types,
            fixture: Some(fixture),
            ..
        } => Some((fixture.clone(), types.clone())),
        // No other note is about arguments.
        _ => None,
    })
}

impl Fixture {
    /// The one that a report of a class asks for.
    pub fn of(class: &str, report: &Report) -> Option<Fixture> {
        let object = report.reasons.iter().any(|reason| fixture_of(&reason.cause).is_some());
        Some(Fixture {
            class: class.to_owned(),
            name: wanted(report)?,
            object,
            types: types(report).map(|(_, types)| types).unwrap_or_default(),
        })
    }

    /// As `object.new` names it: `shop.TillFixture#create`.
    pub fn method(&self) -> String {
        fixture_method(&self.class)
    }

    /// The file to write: among the sources of tests if there are any, else beside the class.
    pub fn place(&self, source: &Path, sources: &[PathBuf]) -> PathBuf {
        let file = format!("{}.java", self.simple());
        let beside = source.with_file_name(&file);
        let Some(root) = sources.iter().find(|root| source.starts_with(root)) else {
            return beside;
        };
        let tests = sources
            .iter()
            .find(|root| root.ends_with("src/test/java") && root.is_dir());
        let package = source.parent().and_then(|folder| folder.strip_prefix(root).ok());
        match (tests, package) {
            (Some(tests), Some(package)) => tests.join(package).join(file),
            _ => beside,
        }
    }

    /// Its text.
    pub fn source(&self) -> String {
        let package = self.name.rfind('.').map_or("", |end| &self.name[..end]);
        let header = match package {
            "" => String::new(),
            package => format!("package {package};\n\n"),
        };
        let class = in_source(&self.class);
        let class = class.strip_prefix(&format!("{package}.")).unwrap_or(&class).to_owned();
        let create = self.object.then(|| method(&class, "create"));
        let types = self.types.iter().filter(|ty| !ty.ends_with("[]"));
        let arguments = types.map(|ty| method(&in_source(ty), &name_of(ty)));
        let methods: Vec<String> = create.into_iter().chain(arguments).collect();
        format!(
            "{header}/** Gives Dropwire what it cannot generate for `dropwire check {}#new`. */\nfinal class {} {{\n{}}}\n",
            self.class,
            self.simple(),
            methods.join("\n")
        )
    }

    fn simple(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

fn method(ty: &str, name: &str) -> String {
    format!("    static {ty} {name}() {{\n        {TO_WRITE};\n    }}\n")
}

/// `shop.Till$Drawer` as a source names it.
fn in_source(class: &str) -> String {
    class.replace('$', ".")
}

/// `aSocket` for `java.net.Socket`: a name of its own, also where the type's would be a keyword.
fn name_of(ty: &str) -> String {
    format!("a{}", ty.rsplit(['.', '$']).next().unwrap_or(ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture() -> Fixture {
        Fixture {
            class: "shop.Till".into(),
            name: "shop.TillFixture".into(),
            object: true,
            types: vec!["java.net.Socket".into()],
        }
    }

    #[test]
    fn its_source_has_a_method_for_each_value() {
        assert_eq!(
            fixture().source(),
            "package shop;\n\n/** Gives Dropwire what it cannot generate for `dropwire check shop.Till#new`. */\n\
             final class TillFixture {\n    static Till create() {\n        throw new UnsupportedOperationException(\"write this\");\n    }\n\n    \
             static java.net.Socket aSocket() {\n        throw new UnsupportedOperationException(\"write this\");\n    }\n}\n"
        );
        assert_eq!(fixture().method(), "shop.TillFixture#create");
    }

    #[test]
    fn it_lies_among_the_tests_if_there_are_any() {
        let folder = tempfile::tempdir().unwrap();
        let root = |name: &str| folder.path().join(name);
        let (main, tests) = (root("src/main/java"), root("src/test/java"));
        let source = main.join("shop/Till.java");
        let sources = [main.clone(), tests.clone()];
        assert_eq!(fixture().place(&source, &sources), main.join("shop/TillFixture.java"));
        std::fs::create_dir_all(&tests).unwrap();
        assert_eq!(fixture().place(&source, &sources), tests.join("shop/TillFixture.java"));
    }
}
