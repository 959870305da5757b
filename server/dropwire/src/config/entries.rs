//! What an entry of each list in `dropwire.toml` may say: `[[target]]`, `[[module]]`, `[[replace]]`, `[[ignore]]`.

/// A key of an entry.
pub struct Field {
    /// As `main`.
    pub name: &'static str,
    /// What it wants.
    pub sort: Sort,
    /// What it is for.
    pub meaning: &'static str,
}

/// What a key wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A string.
    Text,
    /// A list of strings.
    List,
    /// A number from 1.
    Number,
}

const fn number(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        sort: Sort::Number,
        meaning,
    }
}

const fn text(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        sort: Sort::Text,
        meaning,
    }
}

const fn list(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        sort: Sort::List,
        meaning,
    }
}

/// `[[target]]`: what is checked. One of the first three is needed.
pub const TARGET: &[Field] = &[
    text("main", "a class with a main method, as shop.Till"),
    text("test", "a test class, or a test of it, as shop.TillTest#sells"),
    text("object", "a class of which one object is used by several threads"),
    list("methods", "methods of the object that are called"),
    number("threads", "how many threads use the object"),
    number("calls", "how many calls each of them makes"),
    number("arguments", "in how many ways a method with parameters is called"),
    list(
        "observers",
        "methods whose results are compared when all calls are over",
    ),
    text(
        "new",
        "a static method that gives the object, as shop.TillFixture#create",
    ),
    text("spec", "the class whose sequential executions say what is right"),
    text("consistency", "linearizability, sequential, quiescent or none"),
    list(
        "non-parallel",
        "groups of methods that one thread alone calls, as \"offer, poll\"",
    ),
    list("args", "arguments of main"),
    list("jvm-args", "options of the JVM, as -Dtill.size=3"),
    text("module", "the name of the module it belongs to"),
];

/// `[[module]]`: where classes and sources lie, for builds that are not found by themselves.
pub const MODULE: &[Field] = &[
    text("name", "its name; else that of its folder"),
    text("root", "its folder, relative to this file"),
    list("class-roots", "folders of compiled classes"),
    list("test-roots", "folders of compiled test classes"),
    list(
        "classpath",
        "further folders and jars; lib/*.jar stands for every jar of a folder",
    ),
    list("sources", "folders of sources"),
    list(
        "depends-on",
        "names of modules whose classes come in place of their jars",
    ),
];

/// `[[replace]]`: a method in whose place another one runs. Both are needed.
pub const REPLACE: &[Field] = &[
    text(
        "method",
        "the method, as java.net.Socket.connect; a * matches any characters",
    ),
    text(
        "by",
        "a static method in its place, as shop.Stubs.connect; an object is its first argument",
    ),
];

/// `[[ignore]]`: a finding that may stay. All three are needed.
pub const IGNORE: &[Field] = &[
    text("kind", "the kind of finding"),
    text("where", "a class, class.member, or a pattern as shop.*"),
    text("reason", "why the finding may stay"),
];

/// The names of the keys.
pub fn names(fields: &'static [Field]) -> impl Iterator<Item = &'static str> {
    fields.iter().map(|field| field.name)
}
