//! What is known of a property that the user states: what a variable held, and why an atom has no meaning.

use serde::{Deserialize, Serialize};

use super::location::Location;

/// What a variable of a property held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// As the property names it.
    pub variable: String,
    /// Its value; none where the way to it meets `null`.
    pub value: Option<String>,
}

/// Where a property is stated.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum PropertyOrigin {
    /// In the configuration.
    #[default]
    Configuration,
    /// By an annotation of the program's own code.
    Annotation {
        /// The class that is annotated, or that declares the field; binary name with dots.
        class: String,
        /// The field that is annotated.
        field: Option<String>,
        /// The file that the class was compiled from, as its class file says.
        source: Option<String>,
        /// The text, as it is written but for blanks; each is one.
        #[serde(default)]
        text: String,
    },
}

impl PropertyOrigin {
    /// Whether it is the configuration.
    pub fn is_configuration(&self) -> bool {
        *self == PropertyOrigin::Configuration
    }
}

/// How a run fails a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Failure {
    /// However it goes on.
    Already,
    /// The run is over.
    AtTheEnd,
    /// Its last steps repeat forever.
    ForEver {
        /// So many steps of threads.
        steps: usize,
    },
}

/// What is known of a property after one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It holds of the run.
    True,
    /// It does not.
    False,
    /// The run was stopped too early to say.
    NotYet,
}

/// A property, and what a plain run has shown of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monitored {
    /// Its name.
    pub property: String,
    /// What is known.
    pub known: Known,
    /// Whether the classes that it names were initialised: before that there is nothing to be known.
    pub begun: bool,
    /// Whether it fails because the run ended as it did; else it had failed before.
    pub at_the_end: bool,
    /// What its variables held when it failed.
    pub readings: Vec<Reading>,
    /// Where the program wrote what made it fail.
    pub location: Option<Location>,
}

impl Problem {
    /// The names that are wrong, as a formula may have them: the most exact one first.
    pub fn names(&self) -> Vec<String> {
        let member = |class: &str, name: &str| vec![format!("{class}.{name}"), name.to_owned()];
        match self {
            Problem::NoClass { name } => vec![name.clone()],
            Problem::NoField { class, field }
            | Problem::NotStatic { class, field }
            | Problem::StaticOfObject { class, field } => member(class, field),
            Problem::NoMethod { class, method } => member(class, method),
            Problem::OfTheJdk { class } => vec![class.clone()],
            Problem::NoObject { field, .. } | Problem::NoArray { field, .. } => vec![field.clone()],
            Problem::NoMonitor { variable }
            | Problem::UnknownLock { variable, .. }
            | Problem::NotBoolean { variable } => vec![variable.clone()],
            Problem::NoSuchQuestion { function } => vec![function.clone()],
            Problem::NoFormula
            | Problem::Syntax { .. }
            | Problem::NoFairness { .. }
            | Problem::TooLarge
            | Problem::TooManyThreads
            | Problem::NoInstance
            | Problem::TwoClasses { .. }
            | Problem::NotComparable => Vec::new(),
        }
    }
}

/// Why an atom has no meaning. Closed: a new one needs its text in `words::reason`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Problem {
    /// The text is no formula.
    NoFormula,
    /// The text of an annotation is no formula.
    Syntax {
        /// The character at which it is none, counted from 1.
        at: usize,
        /// What is wrong there.
        message: String,
    },
    /// An annotation names no sort of fairness.
    NoFairness {
        /// As it is written.
        said: String,
    },
    /// The automaton of the formula has too many states, or what speaks of the past speaks of the future too.
    TooLarge,
    /// No part of a name is a class of the class path.
    NoClass {
        /// The name.
        name: String,
    },
    /// A class has no field of that name.
    NoField {
        /// Binary name with dots.
        class: String,
        /// The field.
        field: String,
    },
    /// The first field is one of objects.
    NotStatic {
        /// Binary name with dots.
        class: String,
        /// The field.
        field: String,
    },
    /// A later field is static.
    StaticOfObject {
        /// Binary name with dots.
        class: String,
        /// The field.
        field: String,
    },
    /// The class is one of the JDK's.
    OfTheJdk {
        /// Binary name with dots.
        class: String,
    },
    /// What is no object, or an array, has no fields.
    NoObject {
        /// Its type as in a class file.
        descriptor: String,
        /// The field that is asked for.
        field: String,
    },
    /// What is indexed is no array.
    NoArray {
        /// Its type as in a class file.
        descriptor: String,
        /// The field that is indexed.
        field: String,
    },
    /// A class of the user's declares no method of that name with a body.
    NoMethod {
        /// Binary name with dots.
        class: String,
        /// The method.
        method: String,
    },
    /// What is asked about has no monitor.
    NoMonitor {
        /// The variable.
        variable: String,
    },
    /// The lock is of a class that does not say whether it is held.
    UnknownLock {
        /// The variable, or the atom.
        variable: String,
        /// Binary name with dots.
        class: String,
    },
    /// The properties speak of more threads than can be distinguished.
    TooManyThreads,
    /// What is said of instances names no field of one.
    NoInstance,
    /// What is said of instances names fields of two classes.
    TwoClasses {
        /// Binary name with dots.
        one: String,
        /// Binary name with dots.
        other: String,
    },
    /// What stands alone is no boolean.
    NotBoolean {
        /// The variable.
        variable: String,
    },
    /// The two sides are of different sorts, or of one that has no order.
    NotComparable,
    /// Nothing is known by that name.
    NoSuchQuestion {
        /// As it is written.
        function: String,
    },
}
