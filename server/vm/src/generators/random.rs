//! Some numbers of an interval, drawn once: a search explores these, and no others.

use std::sync::Arc;

use super::list::Listed;
use super::{Kind, Made, Parameters};
use crate::choice_point::Value;

pub(super) const KIND: Kind = Kind {
    name: "random-ints",
    classes: &["RandomIntIntervalGenerator"],
    parameters: &["min", "max", "count", "seed"],
    make,
};

/// More of them are an interval.
const MOST: u64 = 1_000_000;

fn make(parameters: &Parameters<'_>) -> Made {
    let (min, max): (i64, i64) = (parameters.one("min")?, parameters.one("max")?);
    let (count, seed): (u64, u64) = (parameters.one("count")?, parameters.one_or("seed", 42)?);
    if min > max || !(1..=MOST).contains(&count) {
        return Err(format!("`min` comes before `max`, and `count` is from 1 to {MOST}"));
    }
    let among = max.abs_diff(min).saturating_add(1);
    let mut state = seed;
    let drawn = (0..count).map(|_| Value::Whole(min.wrapping_add_unsigned(next(&mut state) % among)));
    Ok(Arc::new(Listed(drawn.collect())))
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
