//! What an entry of each list in `dropwire.toml` may say: `[[target]]`, `[[module]]`, `[[replace]]`, `[[perturb]]`, `[[property]]`,
//! `[[ignore]]`.

/// A key of an entry.
pub struct Field {
    /// As `main`.
    pub name: &'static str,
    /// What its value is.
    pub sort: Sort,
    /// What it is for.
    pub meaning: &'static str,
}

/// What the value of a key is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// A list of numbers, truth values or strings.
    Values,
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
        sort: Sort::Texts,
        meaning,
    }
}

const fn values(name: &'static str, meaning: &'static str) -> Field {
    Field {
        name,
        sort: Sort::Values,
        meaning,
    }
}

/// `[[target]]`: what is checked. One of the first four is needed.
pub const TARGET: &[Field] = &[
    text("main", "a class with a main method, such as shop.Till"),
    text("test", "a test class, or one of its tests, such as shop.TillTest#sells"),
    text("object", "a class: several threads use one object of it"),
    text(
        "symbolic",
        "a method that is explored for all values of its parameters, such as shop.Till#add(int,int)",
    ),
    text(
        "parameters",
        "which parameters of it are symbolic, such as \"a:symbolic, b:3\"; default: all",
    ),
    list("methods", "methods of the object to call"),
    number("threads", "number of threads that use the object"),
    number("calls", "maximum number of calls per thread"),
    number(
        "arguments",
        "number of different argument lists per method with parameters",
    ),
    list("observers", "methods whose results are compared after all calls"),
    text(
        "new",
        "a static method that returns the object, such as shop.TillFixture#create",
    ),
    text("spec", "class whose sequential executions define the correct results"),
    text("consistency", "linearizability, sequential, quiescent or none"),
    list(
        "non-parallel",
        "groups of methods that only one thread calls, such as \"offer, poll\"",
    ),
    number("prefix", "maximum number of calls before the threads begin"),
    text(
        "progress",
        "when calls have to return: obstruction-freedom; default: when they do in each sequential order",
    ),
    text(
        "cancellation",
        "interrupt: each of two threads also interrupts the other one; default: none does",
    ),
    list("args", "arguments of main, or of a method"),
    list("jvm-args", "JVM options, such as -Dtill.size=3"),
    text("stdin", "a file: its content is the standard input of main"),
    text("module", "the module it belongs to"),
];

/// `[[module]]`: a module: its classes and sources, for builds that are not found by themselves.
pub const MODULE: &[Field] = &[
    text("name", "its name; default: the name of its folder"),
    text("root", "its folder, relative to this file"),
    list("class-roots", "folders of compiled classes"),
    list("test-roots", "folders of compiled test classes"),
    list(
        "classpath",
        "further folders and jars; lib/*.jar means every jar of a folder",
    ),
    list("sources", "source folders"),
    list("depends-on", "modules whose classes replace their jars"),
];

/// `[[replace]]`: a method in whose place another one runs. Both are needed.
pub const REPLACE: &[Field] = &[
    text(
        "method",
        "the method to replace, such as java.net.Socket.connect; a * matches any characters",
    ),
    text(
        "by",
        "the static method to call instead, such as shop.Stubs.connect; its first parameter is the receiver, if there is one",
    ),
];

/// `[[property]]`: what must hold of a program's runs. The name and one claim are needed.
pub const PROPERTY: &[Field] = &[
    text("name", "its name in reports"),
    text(
        "always",
        "a predicate that holds in every state, such as shop.Main.size >= 0",
    ),
    text("never", "a predicate that holds in no state"),
    text(
        "ltl",
        "a formula of linear temporal logic, such as [] (request -> <> granted)",
    ),
    text("absence", "a pattern: it never holds in the scope"),
    text("existence", "a pattern: it holds at least once in the scope"),
    text("universality", "a pattern: it holds throughout the scope"),
    list(
        "precedence",
        "a pattern: [FIRST, SECOND], the second only after the first",
    ),
    list(
        "response",
        "a pattern: [REQUEST, ANSWER], every request is followed by an answer",
    ),
    text("before", "a scope: until this holds for the first time"),
    text("after", "a scope: since this held for the first time"),
    list("between", "a scope: [START, END], from each start to the next end"),
    text("fairness", "which infinite runs count: weak (default), strong, none"),
    text("atoms", "names for the atoms of formulas, each with its definition"),
];

/// `[[perturb]]`: values in the place of others. `field` or `parameter` is needed, and `values` or `add`.
pub const PERTURB: &[Field] = &[
    text("field", "a field whose reads are perturbed, such as shop.Till.sum"),
    text(
        "parameter",
        "a parameter to perturb, counted from 0, such as shop.Till.add(0)",
    ),
    values("values", "values that replace the original value"),
    values(
        "add",
        "numbers that are added to the original value; 0 leaves it unchanged",
    ),
    text(
        "in",
        "only reads and calls in these methods, such as shop.Till.*; default: all methods",
    ),
];

/// `[[ignore]]`: a finding to suppress. All three are needed.
pub const IGNORE: &[Field] = &[
    text("kind", "the kind of finding"),
    text("where", "a class, class.member, or a pattern such as shop.*"),
    text("reason", "why the finding is acceptable"),
];

/// The names of the keys.
pub fn names(fields: &'static [Field]) -> impl Iterator<Item = &'static str> {
    fields.iter().map(|field| field.name)
}
