//! What may be said of a method that is explored for all inputs.

use serde::{Deserialize, Serialize};

/// The name of the object on which a method is called.
pub(crate) const THIS: &str = "this";

/// `symbolic.…`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolicOptions {
    /// `symbolic.parameters`: none where nothing is symbolic.
    parameters: Option<Vec<(String, Option<String>)>>,
    /// `symbolic.values`: how many values are tried of what cannot stay symbolic.
    pub values: u64,
    /// `symbolic.branches`: after how many decisions on symbolic values a path is cut off.
    pub branches: u64,
    /// `symbolic.integers`: what `int` and `long` stand for.
    pub integers: Integers,
    /// `symbolic.objects`: how many new objects of a class the inputs of a path have.
    pub objects: u64,
    /// `symbolic.length`: how many elements an array has that is an input, and how many characters a string.
    pub length: u64,
    /// `symbolic.preconditions`: whether they run on what the method decides, and not before it.
    pub conservative: bool,
    /// `symbolic.calls`: how many methods a sequence of calls has, behind the constructor.
    pub calls: u64,
    /// `symbolic.conflicts`: after how many conflicts the solver gives up on a path condition.
    pub conflicts: u64,
    /// `symbolic.solver`: who decides path conditions.
    pub solver: SolverChoice,
    /// `symbolic.z3-time`: after how many milliseconds z3 gives up on a path condition; 0 is unlimited.
    pub z3_time_ms: u64,
    /// Whether the report says what is known of each path, with inputs that are as plain as can be.
    #[serde(default)]
    pub paths: bool,
}

impl Default for SymbolicOptions {
    fn default() -> Self {
        SymbolicOptions {
            parameters: None,
            values: 100,
            branches: 500,
            integers: Integers::Java,
            objects: 3,
            length: 3,
            conservative: false,
            calls: 2,
            conflicts: 100_000,
            solver: SolverChoice::Both,
            z3_time_ms: 5_000,
            paths: false,
        }
    }
}

/// How large inputs may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Objects of one class.
    pub objects: u64,
    /// Elements of an array, characters of a string.
    pub length: u64,
}

/// What integers stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integers {
    /// Bit-vectors, as in Java.
    Java,
    /// Integers without end: a path on which an operation overflows is not explored.
    Mathematical,
}

impl Integers {
    /// Both.
    pub const ALL: [Integers; 2] = [Integers::Java, Integers::Mathematical];

    /// The name in `symbolic.integers`.
    pub fn name(self) -> &'static str {
        match self {
            Integers::Java => "java",
            Integers::Mathematical => "mathematical",
        }
    }

    /// Those with this name.
    pub fn by_name(name: &str) -> Option<Integers> {
        Integers::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// Who decides path conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolverChoice {
    /// The solver that is built in.
    BuiltIn,
    /// z3 alone, which must be there.
    Z3,
    /// The solver that is built in, and z3, if it is there, where that one takes long.
    Both,
}

impl SolverChoice {
    /// All of them.
    pub const ALL: [SolverChoice; 3] = [SolverChoice::BuiltIn, SolverChoice::Z3, SolverChoice::Both];

    /// The name in `symbolic.solver`.
    pub fn name(self) -> &'static str {
        match self {
            SolverChoice::BuiltIn => "built-in",
            SolverChoice::Z3 => "z3",
            SolverChoice::Both => "both",
        }
    }

    /// The choice with this name.
    pub fn by_name(name: &str) -> Option<SolverChoice> {
        SolverChoice::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// What is said of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// It stands for all values.
    Symbolic,
    /// It has this one.
    Fixed(&'a str),
    /// Nothing, though something is said of others.
    NotSaid,
}

impl SymbolicOptions {
    /// Whether z3 may be asked.
    pub fn may_ask_z3(&self) -> bool {
        self.is_asked() && self.solver != SolverChoice::BuiltIn
    }

    /// Whether anything is symbolic.
    pub fn is_asked(&self) -> bool {
        self.parameters.is_some()
    }

    /// All parameters are symbolic, unless something is said of them already.
    pub fn ask(&mut self) {
        self.parameters.get_or_insert_default();
    }

    /// What is said here; where nothing is symbolic, the parameters that are so by the other options.
    #[must_use]
    pub fn or(&self, other: &SymbolicOptions) -> SymbolicOptions {
        SymbolicOptions {
            parameters: self.parameters.clone().or_else(|| other.parameters.clone()),
            ..self.clone()
        }
    }

    /// Whether something is said of single parameters.
    pub(crate) fn names_parameters(&self) -> bool {
        self.parameters.as_ref().is_some_and(|said| !said.is_empty())
    }

    /// The same where nothing is symbolic.
    pub(crate) fn of_one_path(&self) -> SymbolicOptions {
        SymbolicOptions {
            parameters: None,
            ..self.clone()
        }
    }

    /// Reads `none`, `all`, or what is said of each parameter, as `a:symbolic,b:3`.
    ///
    /// # Errors
    /// A sentence.
    pub fn set_parameters(&mut self, text: &str) -> Result<(), String> {
        self.parameters = match text.trim() {
            "none" => None,
            "all" => Some(Vec::new()),
            said => Some(said.split(',').map(parameter).collect::<Result<_, _>>()?),
        };
        Ok(())
    }

    /// As [`SymbolicOptions::set_parameters`] reads it.
    pub fn parameters(&self) -> String {
        match &self.parameters {
            None => "none".into(),
            Some(said) if said.is_empty() => "all".into(),
            Some(said) => {
                let one = |(name, value): &(String, Option<String>)| {
                    format!("{name}:{}", value.as_deref().unwrap_or("symbolic"))
                };
                said.iter().map(one).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// How large inputs may be.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            objects: self.objects,
            length: self.length,
        }
    }

    /// What is said of a parameter itself.
    pub(crate) fn said(&self, name: &str) -> Option<Choice<'_>> {
        let said = self.parameters.as_deref().unwrap_or_default();
        match said.iter().find(|(parameter, _)| parameter == name)? {
            (_, Some(value)) => Some(Choice::Fixed(value)),
            (_, None) => Some(Choice::Symbolic),
        }
    }

    pub(crate) fn choice(&self, name: &str) -> Choice<'_> {
        let said = self.parameters.as_deref().unwrap_or_default();
        match self.said(name) {
            Some(choice) => choice,
            // Who says something of the receiver only means all parameters.
            None if said.iter().all(|(parameter, _)| parameter == THIS) => Choice::Symbolic,
            None => Choice::NotSaid,
        }
    }

    /// A name of which something is said and that is none.
    pub(crate) fn unknown(&self, is_known: impl Fn(&str) -> bool) -> Option<&str> {
        let said = self.parameters.as_deref().unwrap_or_default();
        said.iter().map(|(name, _)| name.as_str()).find(|name| !is_known(name))
    }
}

fn parameter(text: &str) -> Result<(String, Option<String>), String> {
    let named = text.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
    match named.filter(|(name, value)| !name.is_empty() && !value.is_empty()) {
        Some((name, "symbolic")) => Ok((name.to_owned(), None)),
        Some((name, value)) => Ok((name.to_owned(), Some(value.to_owned()))),
        None => Err(format!(
            "`{}` says nothing of a parameter; write all, or each one as in a:symbolic,b:3",
            text.trim()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_parameters_is_read() {
        let mut options = SymbolicOptions::default();
        assert!(!options.is_asked());
        for said in ["all", "a:symbolic,b:3", "none"] {
            options.set_parameters(said).unwrap();
            assert_eq!(options.parameters(), said);
        }
        options.set_parameters(" a : symbolic , b : -3 ").unwrap();
        assert_eq!(options.choice("a"), Choice::Symbolic);
        assert_eq!(options.choice("b"), Choice::Fixed("-3"));
        assert_eq!(options.choice("c"), Choice::NotSaid);
        assert_eq!(options.unknown(|name| name == "a"), Some("b"));
        for wrong in ["a", "a:", ":3", ""] {
            assert!(
                options.set_parameters(wrong).unwrap_err().contains("a:symbolic"),
                "{wrong}"
            );
        }
    }
}
