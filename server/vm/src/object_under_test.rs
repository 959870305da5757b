//! An object whose methods several threads call, and what its driver calls.

use std::collections::BTreeSet;

/// What the driver of an object under test does, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct ObjectUnderTest {
    /// How the object is made, and who calls what: a sentence.
    pub described: String,
    /// The methods that are called, as a reader knows them: `sell(1)`.
    pub ways: Vec<String>,
    /// Those of them that have returned on some path. Never undone: a fact about the search.
    pub returned: BTreeSet<usize>,
}

/// The machine's own method that the driver of an object under test asks which method comes next, of so many.
pub(crate) const CHOOSE: &str = "choose";

/// Its descriptor.
pub(crate) const CHOOSE_DESCRIPTOR: &str = "(I)I";

/// The machine's own method that this driver calls when the method with this number has returned.
pub(crate) const RETURNED: &str = "returned";

/// Its descriptor.
pub(crate) const RETURNED_DESCRIPTOR: &str = "(I)V";

/// The machine's own method that a test's driver calls with what says that the test does not apply.
pub(crate) const ABORT: &str = "abort";

/// Its descriptor.
pub(crate) const ABORT_DESCRIPTOR: &str = "(Ljava/lang/Throwable;)V";

/// The static of `dropwire.Native` that holds that throwable.
pub(crate) const ABORTED_BY: &str = "aborted by";
