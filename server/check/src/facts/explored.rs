//! What an exploration for all inputs knows of each path of a method: what tests of it are made of.

use serde::{Deserialize, Serialize};

use crate::trail::{Input, InputCall};

/// A method that was explored for all inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExploredMethod {
    /// Its class; binary name with dots.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The calls before it, on the same object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<InputCall>,
    /// It has no receiver.
    pub is_static: bool,
    /// Why no other class of its package can call it; `None`: one can.
    pub hidden: Option<Hidden>,
    /// The branches of its code, in the code's order; none of what only the compiler wrote, none of an assertion.
    pub branches: Vec<Branch>,
    /// The lines of its code, ascending, under the same condition; none where the class file has no line numbers.
    pub lines: Vec<u32>,
    /// Its paths, in the order in which they were found; none that an assumption of the program excludes.
    pub paths: Vec<ExploredPath>,
    /// What the method returns may differ between JVMs or runs.
    pub depends_on_the_machine: bool,
    /// The classes of the objects among the inputs.
    pub classes: Vec<InputClass>,
}

/// How source code in the package of the method makes an object of a class with given fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputClass {
    /// Binary name with dots.
    pub name: String,
    /// Whether the source code can name the class.
    pub can_be_named: bool,
    /// Nothing but a constructor sets its fields: it is a record.
    pub is_record: bool,
    /// The fields that a constructor sets to its parameters, in their order, and it does nothing else; `None`: there is no such
    /// constructor that the source code can call.
    pub constructor: Option<Vec<String>>,
    /// The instance fields, with those of superclasses.
    pub fields: Vec<InputField>,
}

/// A field of an [`InputClass`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputField {
    /// Its name.
    pub name: String,
    /// The binary name of the class that declares it.
    pub owner: String,
    /// Its type as source code has it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Whether the source code can assign to it.
    pub can_be_assigned: bool,
}

/// Why no other class of the package can call a method. JLS §6.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// The method is private.
    Method,
    /// The constructor that makes its receiver is private.
    Constructor,
    /// Its class, or one around it, is private.
    Class,
    /// Its class is local or anonymous.
    NoName,
}

/// A way that a conditional branch or a switch may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Branch {
    /// The index of its instruction in the method.
    pub at: u32,
    /// The index of the instruction that comes next.
    pub to: u32,
    /// The line of the branch, where the class file says it.
    pub line: Option<u32>,
}

/// A path, by inputs that take it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploredPath {
    /// All parameters of the method, with their values.
    pub inputs: Vec<Input>,
    /// How the method ends.
    pub end: PathEnd,
    /// Indices of the branches that it takes.
    pub branches: Vec<usize>,
    /// The lines of the method that it executes at least in part, ascending.
    pub lines: Vec<u32>,
}

/// How a method ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PathEnd {
    /// It returns.
    Returned {
        /// What.
        value: Returned,
    },
    /// It throws what its `throws` clause declares.
    Threw {
        /// The exception's class; binary name with dots.
        class: String,
    },
    /// It throws what it must not throw.
    Failed {
        /// The exception's class; binary name with dots.
        class: String,
    },
    /// Another defect, or it is not known.
    Other,
}

/// What a method returned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "kebab-case")]
pub enum Returned {
    /// Nothing: it is `void`.
    Void,
    /// A `boolean`.
    Boolean(bool),
    /// A `char`.
    Char(u16),
    /// An `int`, a `short` or a `byte`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// `null`.
    Null,
    /// The units of a string.
    Text(Vec<u16>),
    /// Another object.
    Object,
}
