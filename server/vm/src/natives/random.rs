//! `jdk.enumerate-random`: what a program draws within bounds is a data choice, with a way for each value.
//!
//! The generator's seed stays as it is: a value that is chosen does not come of it. What has no bounds is drawn from the seed as ever.

use super::verify::{truth, whole};
use super::{NativeCall, NativeResult, Outcome};
use crate::natives::call::Replacement;

const GENERATORS: [&str; 2] = ["java/util/Random", "java/util/concurrent/ThreadLocalRandom"];

/// Without the option their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    drawn("java/util/Random", "nextBoolean", "()Z", flag),
    drawn("java/util/Random", "nextInt", "(I)I", int_below),
    drawn("java/util/concurrent/ThreadLocalRandom", "nextBoolean", "()Z", flag),
    drawn("java/util/concurrent/ThreadLocalRandom", "nextInt", "(I)I", int_below),
    drawn(
        "java/util/concurrent/ThreadLocalRandom",
        "nextInt",
        "(II)I",
        int_between,
    ),
    drawn("java/util/concurrent/ThreadLocalRandom", "nextLong", "(J)J", long_below),
    drawn(
        "java/util/concurrent/ThreadLocalRandom",
        "nextLong",
        "(JJ)J",
        long_between,
    ),
    // Since 17 both inherit them.
    drawn("java/util/random/RandomGenerator", "nextInt", "(II)I", int_between),
    drawn("java/util/random/RandomGenerator", "nextLong", "(J)J", long_below),
    drawn("java/util/random/RandomGenerator", "nextLong", "(JJ)J", long_between),
];

type Run = fn(&mut NativeCall<'_>) -> NativeResult;

const fn drawn(class: &'static str, name: &'static str, descriptor: &'static str, run: Run) -> Replacement {
    Replacement {
        class,
        name,
        descriptor,
        run,
        why: "where the user asks for it, each value that may be drawn is explored",
    }
}

/// Whether the program draws from a generator of the JDK: one that a program derives from it has a distribution of its own.
fn is_chosen(c: &NativeCall<'_>) -> bool {
    c.vm.mode.enumerate_random && c.vm.mode.exploring && GENERATORS.contains(&c.vm.class_of(c.reference(0)).name)
}

fn flag(c: &mut NativeCall<'_>) -> NativeResult {
    match is_chosen(c) {
        true => truth(c, true),
        false => Ok(Outcome::Fallthrough),
    }
}

fn int_below(c: &mut NativeCall<'_>) -> NativeResult {
    let bound = i64::from(c.int(1));
    between(c, 0, bound)
}

fn int_between(c: &mut NativeCall<'_>) -> NativeResult {
    let (origin, bound) = (i64::from(c.int(1)), i64::from(c.int(2)));
    between(c, origin, bound)
}

fn long_below(c: &mut NativeCall<'_>) -> NativeResult {
    let bound = c.long(1);
    between(c, 0, bound)
}

fn long_between(c: &mut NativeCall<'_>) -> NativeResult {
    let (origin, bound) = (c.long(1), c.long(3));
    between(c, origin, bound)
}

/// The bound is not among the values; the body refuses bounds that leave none.
fn between(c: &mut NativeCall<'_>, origin: i64, bound: i64) -> NativeResult {
    match is_chosen(c) && origin < bound {
        true => whole(c, (origin, bound - 1)),
        false => Ok(Outcome::Fallthrough),
    }
}
