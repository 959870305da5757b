//! Values one by one.

use std::sync::Arc;

use super::{Generator, Kind, Made, Parameters};
use crate::choice_point::Value;

const VALUES: &[&str] = &["values"];

pub(super) const INTS: Kind = Kind {
    name: "int-list",
    classes: &["IntChoiceFromList", "IntChoiceFromSet"],
    parameters: VALUES,
    make: |parameters| listed(parameters, |value: i32| Value::Whole(value.into())),
};

pub(super) const LONGS: Kind = Kind {
    name: "long-list",
    classes: &["LongChoiceFromList"],
    parameters: VALUES,
    make: |parameters| listed(parameters, Value::Whole),
};

pub(super) const FLOATS: Kind = Kind {
    name: "float-list",
    classes: &["FloatChoiceFromList"],
    parameters: VALUES,
    make: |parameters| listed(parameters, Value::Float),
};

pub(super) const DOUBLES: Kind = Kind {
    name: "double-list",
    classes: &["DoubleChoiceFromList", "DoubleChoiceFromSet"],
    parameters: VALUES,
    make: |parameters| listed(parameters, Value::Double),
};

/// Values that are known.
#[derive(Debug)]
pub(super) struct Listed(pub(super) Vec<Value>);

fn listed<T: std::str::FromStr>(parameters: &Parameters<'_>, value: fn(T) -> Value) -> Made {
    let values = parameters.several("values")?;
    Ok(Arc::new(Listed(values.into_iter().map(value).collect())))
}

impl Generator for Listed {
    fn ways(&self) -> u64 {
        self.0.len() as u64
    }

    fn value(&self, way: u64) -> Value {
        self.0[way as usize]
    }
}
