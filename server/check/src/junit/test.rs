//! A test of a class.

use dropwire_vm::image::class::{Class, Method};

use super::marks::Mark;

/// Which JUnit a test is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generation {
    /// JUnit 3: methods of a `TestCase`, by their names.
    Three,
    /// JUnit 4.
    Four,
    /// JUnit 5 (Jupiter).
    Five,
}

/// A test method, as the class in which it runs has it.
#[derive(Clone)]
pub struct Test {
    /// The class; the method may be inherited.
    pub class: &'static Class,
    /// The method.
    pub method: &'static Method,
    /// Its JUnit.
    pub generation: Generation,
    /// Its annotations.
    pub marks: Vec<Mark>,
}

impl Test {
    /// Its annotation of this name.
    pub fn mark(&self, name: &str) -> Option<Mark> {
        self.marks.iter().copied().find(|mark| mark.name() == name)
    }

    /// `shop.TillTest.sells`
    pub fn described(&self) -> String {
        format!("{}.{}", self.class.binary_name(), self.method.name)
    }
}
