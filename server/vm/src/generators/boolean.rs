//! Both truth values.

use std::sync::Arc;

use super::list::Listed;
use super::{Kind, Made, Parameters};
use crate::choice_point::Value;

pub(super) const KIND: Kind = Kind {
    name: "boolean",
    classes: &["BooleanChoiceGenerator"],
    parameters: &["false-first"],
    make,
};

fn make(parameters: &Parameters<'_>) -> Made {
    let first = !parameters.one_or("false-first", true)?;
    Ok(Arc::new(Listed(vec![Value::Boolean(first), Value::Boolean(!first)])))
}
