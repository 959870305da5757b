//! Below, at and above a value that matters.

use std::sync::Arc;

use super::list::Listed;
use super::{Kind, Made, Parameters};
use crate::choice_point::Value;

const PARAMETERS: &[&str] = &["threshold", "delta"];

pub(super) const FLOAT: Kind = Kind {
    name: "float-threshold",
    classes: &["FloatThresholdGenerator"],
    parameters: PARAMETERS,
    make: |parameters| around(parameters, |value| Value::Float(value as f32)),
};

pub(super) const DOUBLE: Kind = Kind {
    name: "double-threshold",
    classes: &["DoubleThresholdGenerator"],
    parameters: PARAMETERS,
    make: |parameters| around(parameters, Value::Double),
};

fn around(parameters: &Parameters<'_>, value: fn(f64) -> Value) -> Made {
    let (threshold, delta): (f64, f64) = (parameters.one("threshold")?, parameters.one("delta")?);
    let values = [threshold - delta, threshold, threshold + delta];
    Ok(Arc::new(Listed(values.map(value).to_vec())))
}
