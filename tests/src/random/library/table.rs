//! What a table of programs consists of, and which tables there are.

use super::kinds;
use super::machine;
use crate::random::statistics::Expected;

/// A kind of shared object.
pub struct Kind {
    /// How often it is drawn.
    pub weight: u32,
    /// Members of the program.
    pub declares: &'static [&'static str],
    /// Statements; behind a `=` an expression that is a statement too, behind a `?` one that is none.
    pub calls: &'static [&'static str],
    /// What `main` does when the threads are done.
    pub shut: &'static str,
    /// What `main` may print in the end.
    pub shown: &'static [&'static str],
}

/// The first row of each table: the fields and monitors that every program has.
pub(super) const SHARED: Kind = Kind {
    weight: 0,
    declares: &[
        "static int a, b;",
        "static volatile int v, w;",
        "static final AtomicInteger at = new AtomicInteger();",
        "static final Object L = new Object();",
    ],
    calls: &[
        "?$r",
        "?$r",
        "?$r",
        "$x",
        "$x",
        "$x",
        "synchronized (L) { $body }",
        "if ($r == $c) { $body }",
        "assert $r != $c;",
        "synchronized (L) { while (v == 0) L.wait(); }",
        "synchronized (L) { v = $c; L.notifyAll(); }",
    ],
    shut: "",
    shown: &["a", "b", "v", "w", "at"],
};

/// A table that programs are drawn from.
pub trait Table: Clone + PartialEq + Send + 'static {
    /// Names of its programs begin so.
    const PREFIX: &'static str;
    /// Makes its programs others than those of the same seed in another table.
    const SALT: u64;
    /// What a generator that is not boring gives.
    const EXPECTED: Expected;
    /// Packages that its programs import.
    const PACKAGES: &'static [&'static str];
    /// Its rows.
    const KINDS: &'static [Kind];
}

/// The concurrent library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {}

/// What the machine does beside bytecode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {}

impl Table for Library {
    const PREFIX: &'static str = "L";
    const SALT: u64 = 0x006c_6962_7261_7279;
    const EXPECTED: Expected = Expected {
        waiting: 10,
        states: 30,
    };
    const PACKAGES: &'static [&'static str] = &[
        "java.lang.invoke",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.concurrent.locks",
    ];
    const KINDS: &'static [Kind] = kinds::KINDS;
}

impl Table for Machine {
    const PREFIX: &'static str = "M";
    const SALT: u64 = 0x006d_6163_6869_6e65;
    const EXPECTED: Expected = Expected { waiting: 5, states: 15 };
    const PACKAGES: &'static [&'static str] = &[
        "java.io",
        "java.lang.invoke",
        "java.lang.reflect",
        "java.nio",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.concurrent.locks",
        "java.util.zip",
    ];
    const KINDS: &'static [Kind] = machine::KINDS;
}
