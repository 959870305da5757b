//! Whole numbers at equal distances, never as a list.

use std::sync::Arc;

use super::{Generator, Kind, Made, Parameters};
use crate::choice_point::Value;

pub(super) const KIND: Kind = Kind {
    name: "int-interval",
    classes: &["IntIntervalGenerator", "LongIntervalGenerator"],
    parameters: &["min", "max", "delta"],
    make,
};

#[derive(Debug)]
struct Interval {
    first: i64,
    last: i64,
    step: u64,
}

fn make(parameters: &Parameters<'_>) -> Made {
    let (first, last) = (parameters.one("min")?, parameters.one("max")?);
    let step = parameters.one_or("delta", 1)?;
    if first > last || step == 0 {
        return Err("`min` comes before `max`, and `delta` is at least 1".into());
    }
    Ok(Arc::new(Interval { first, last, step }))
}

impl Generator for Interval {
    fn ways(&self) -> u64 {
        // All longs are one more than can be counted, and nobody gets through them.
        (self.last.abs_diff(self.first) / self.step).saturating_add(1)
    }

    fn value(&self, way: u64) -> Value {
        Value::Whole(self.first.wrapping_add_unsigned(way * self.step))
    }
}
