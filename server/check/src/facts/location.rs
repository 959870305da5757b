//! Places in Java code.

use serde::{Deserialize, Serialize};

/// A place in Java code, as the class file names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// Binary class name with dots, as `shop.Till$Drawer`.
    pub class: String,
    /// Method name, as `sell`; `<init>` and `<clinit>` as in the class file.
    pub method: String,
    /// The SourceFile attribute.
    pub file: Option<String>,
    /// 1-based line; `None` where the class has no line table.
    pub line: Option<u32>,
}

impl Location {
    /// Where nothing is known.
    pub(crate) fn nowhere() -> Location {
        Location {
            class: String::new(),
            method: String::new(),
            file: None,
            line: None,
        }
    }
}
