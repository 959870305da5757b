//! What is fuzzed: functions of arbitrary bytes that may refuse them, and never panic, hang or eat memory.
//!
//! `tests/fuzz` calls them with what libFuzzer makes up; an ordinary test with a corpus and what becomes of it by small changes.

use std::cell::RefCell;
use std::path::PathBuf;

use dropwire_classes::RuntimeImage;

use crate::mutants::{Corpus, Machine};
use crate::random::rng::Rng;

/// A function of arbitrary bytes.
pub type Target = fn(&[u8]);

/// All of them, by the names of the programs in `tests/fuzz/fuzz_targets`.
pub const TARGETS: &[(&str, Target)] = &[
    ("class_file", class_file),
    ("linked_class", linked_class),
    ("runtime_image", runtime_image),
    ("configuration", configuration),
    ("trail", trail),
    ("protocol", protocol),
];

/// A class file is read.
pub fn class_file(bytes: &[u8]) {
    let name = dropwire_classes::class_name(bytes);
    if let Ok(parsed) = dropwire_classes::parse(bytes) {
        assert_eq!(name.as_deref(), Some(&*parsed.file.this_class), "both read one name");
    }
}

/// A class file is read, linked and verified, frame maps are made, and its static methods are run.
///
/// # Panics
/// There is no JDK, or the machine panics.
pub fn linked_class(bytes: &[u8]) {
    thread_local! {
        static MACHINE: RefCell<Option<Machine>> = const { RefCell::new(None) };
    }
    MACHINE.with_borrow_mut(|machine| {
        let boot = || Machine::boot_with(&[Corpus::folder()]).expect("there is a JDK");
        let outcome = machine.get_or_insert_with(boot).invoke(bytes);
        assert!(outcome.is_ok(), "{outcome:?}");
    });
}

/// A JDK's runtime image is opened, and all its classes are read.
pub fn runtime_image(bytes: &[u8]) {
    // An image lives as long as its process.
    let Ok(image) = RuntimeImage::of(PathBuf::from("modules"), bytes.to_vec().leak()) else {
        return;
    };
    for module in image.modules() {
        for name in image.classes_of(module) {
            let _ = image.find_class(&name);
            let _ = image.resource(module, &format!("{name}.class"));
        }
        let _ = image.resource(module, "module-info.class");
        let _ = image.packages_of(module);
    }
}

/// A `dropwire.toml` is read.
pub fn configuration(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        product::is_readable_configuration(text);
    }
}

/// Messages of an editor are read.
pub fn protocol(bytes: &[u8]) {
    for message in product::protocol_messages(bytes) {
        let message: serde_json::Value = serde_json::from_slice(&message).expect("what is passed on is JSON");
        assert_eq!(message["jsonrpc"], "2.0", "what is passed on is a message");
    }
}

/// A trail's document is read.
pub fn trail(bytes: &[u8]) {
    if let Ok(mut trail) = serde_json::from_slice::<dropwire_check::Trail>(bytes) {
        trail.cut();
        let written = serde_json::to_vec(&trail).expect("what was read can be written");
        assert!(serde_json::from_slice::<dropwire_check::Trail>(&written).is_ok());
    }
}

/// One small change: a byte, a bit, a cut, a piece twice.
pub fn change(bytes: &mut Vec<u8>, rng: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = rng.below(bytes.len() as u32) as usize;
    match rng.below(5) {
        0 => bytes[at] = rng.below(256) as u8,
        1 => bytes[at] ^= 1 << rng.below(8),
        2 => bytes.truncate(at),
        3 => drop(bytes.remove(at)),
        _ => {
            let end = (at + 16).min(bytes.len());
            bytes.extend_from_within(at..end);
        }
    }
}
