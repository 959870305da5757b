use std::collections::BTreeSet;

use super::*;
use crate::testing::installed_image;

const HOOK: (&str, &str) = ("dropwire/stress/Points", "point");

fn everywhere() -> SchedulingPoints {
    SchedulingPoints {
        fields: true,
        arrays: true,
        synchronisation: true,
        collections: true,
        synchronized_methods: BTreeSet::new(),
    }
}

fn nowhere() -> SchedulingPoints {
    SchedulingPoints {
        fields: false,
        arrays: false,
        synchronisation: false,
        collections: false,
        synchronized_methods: BTreeSet::new(),
    }
}

const CLASSES: [&str; 4] = [
    "java/util/HashMap",
    "java/util/concurrent/ConcurrentHashMap",
    "java/lang/String",
    "java/util/Scanner",
];

#[test]
fn what_is_made_is_read_again() {
    let Some(image) = installed_image("what_is_made_is_read_again") else {
        return;
    };
    for name in CLASSES {
        let bytes = image.find_class(name).unwrap().unwrap().bytes.into_owned();
        let made = instrument(&bytes, HOOK, &everywhere()).unwrap();
        assert!(
            made.points > 10 && made.left_alone.is_empty(),
            "{name}: {:?}",
            made.left_alone
        );
        let methods = |bytes: &[u8]| crate::parse(bytes).unwrap().file.methods.len();
        assert_eq!(methods(&bytes), methods(&made.bytes));
        // The calls are behind what was there: what is rewritten twice has them twice.
        let twice = instrument(&made.bytes, HOOK, &everywhere()).unwrap();
        assert_eq!(twice.points, made.points);
    }
}

#[test]
fn without_places_only_constants_are_added() {
    let Some(image) = installed_image("without_places_only_constants_are_added") else {
        return;
    };
    for name in CLASSES {
        let bytes = image.find_class(name).unwrap().unwrap().bytes.into_owned();
        let once = instrument(&bytes, HOOK, &nowhere()).unwrap();
        assert_eq!(once.points, 0);
        let before: Vec<_> = listing(&bytes);
        assert_eq!(before, listing(&once.bytes), "{name}");
    }
}

/// The instructions of all methods.
fn listing(bytes: &[u8]) -> Vec<String> {
    let parsed = crate::parse(bytes).unwrap();
    let code = |method: &cafebabe::MethodInfo<'_>| format!("{} {:?}", method.name, method.attributes);
    parsed.file.methods.iter().map(code).collect()
}

#[test]
fn what_is_cut_off_is_refused_and_never_panics() {
    let Some(image) = installed_image("what_is_cut_off_is_refused_and_never_panics") else {
        return;
    };
    let bytes = image
        .find_class("java/util/Optional")
        .unwrap()
        .unwrap()
        .bytes
        .into_owned();
    for length in 0..bytes.len() {
        assert!(instrument(&bytes[..length], HOOK, &everywhere()).is_err(), "{length}");
    }
    // Each byte changed: it is rewritten or refused.
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x5a;
        let _ = instrument(&changed, HOOK, &everywhere());
    }
}
