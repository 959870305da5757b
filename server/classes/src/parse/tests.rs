//! Cut and mutated class files of the installed JDK, and dynamic bootstrap arguments.

use std::fmt::{self, Write};

use crate::testing::{ClassWriter, XorShift, installed_image};
use crate::{ClassError, ParsedClass, parse};

/// Many annotations; switches; bootstrap methods; a record; a module; long and double constants.
const CLASSES: [&str; 9] = [
    "java/lang/String",
    "java/util/HashMap",
    "java/lang/Thread",
    "java/lang/Character",
    "java/util/Formatter",
    "java/lang/StrictMath",
    "java/lang/Deprecated",
    "java/util/stream/Collectors",
    "java/lang/runtime/ObjectMethods",
];

/// Visits every part of a parsed class.
fn walk(class: &ParsedClass<'_>) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut count = Count(0);
    write!(count, "{class:?}").unwrap();
    for method in &class.file.methods {
        write!(count, "{}", method.descriptor).unwrap();
    }
    count.0
}

/// Only a result or an error that says where: never a panic.
fn survives(bytes: &[u8], what: impl Fn() -> String) -> bool {
    match parse(bytes) {
        Ok(class) => walk(&class) > 0,
        Err(ClassError::ParserPanicked { class }) => {
            panic!("{}: {class:?} reached a panic of cafebabe", what())
        }
        Err(error) => error.to_string().is_empty(),
    }
}

fn originals(test: &str) -> Vec<(String, Vec<u8>)> {
    let Some(image) = installed_image(test) else {
        return Vec::new();
    };
    let found = CLASSES
        .iter()
        .filter_map(|name| Some((name.to_string(), image.find_class(name).unwrap()?.bytes)));
    let mut originals: Vec<_> = found.map(|(name, bytes)| (name, bytes.into_owned())).collect();
    let module = image.resource("java.base", "module-info.class").unwrap().unwrap();
    originals.push(("module-info".to_string(), module.into_owned()));
    originals
}

#[test]
fn class_files_cut_at_every_length() {
    for (name, bytes) in originals("cut") {
        assert!(survives(&bytes, || name.clone()));
        for length in 0..bytes.len() {
            assert!(!survives(&bytes[..length], || format!("{name} cut at {length}")));
        }
    }
}

#[test]
fn ten_thousand_mutants() {
    let originals = originals("mutants");
    let mut random = XorShift(0x5eed_5eed_5eed_5eed);
    let mut parsed = 0;
    for round in 0..if originals.is_empty() { 0 } else { 10_000 } {
        let (name, bytes) = &originals[round % originals.len()];
        let mutant = mutate(bytes, &mut random);
        parsed += usize::from(survives(&mutant, || format!("{name}, mutant {round}")));
    }
    println!("{parsed} of 10,000 mutants were parsed");
}

/// One to four changes: a byte, a number on the edge, a run copied elsewhere, a cut in the middle.
fn mutate(original: &[u8], random: &mut XorShift) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(4) {
        // The constant pool, where most references are, comes first.
        let bound = if random.below(2) == 0 {
            bytes.len()
        } else {
            bytes.len() / 3 + 1
        };
        let at = random.below(bound);
        match random.below(8) {
            0..=2 => bytes[at] = random.next() as u8,
            3 => bytes[at] ^= 1 << random.below(8),
            4 => {
                let edge = [0, 1, 0x7f, 0x80, 0xff][random.below(5)];
                let end = bytes.len().min(at + 1 + random.below(4));
                bytes[at..end].fill(edge);
            }
            5 => {
                let from = random.below(bytes.len());
                let length = random.below(16).min(bytes.len() - from.max(at));
                bytes.copy_within(from..from + length, at);
            }
            6 => {
                // One small index for another: types of constants change.
                bytes[at] = bytes[at].wrapping_add(random.below(9) as u8).wrapping_sub(4);
            }
            _ => {
                let end = bytes.len().min(at + random.below(8));
                bytes.drain(at..end);
            }
        }
    }
    bytes
}

#[test]
fn dynamic_constants_among_bootstrap_arguments() {
    let mut class = ClassWriter::new("a/B");
    let owner = class.utf8(b"a/Bootstraps");
    let owner = class.constant(7, &[owner]);
    let member = class.member("link", "()Ljava/lang/Object;");
    let method = class.constant(10, &[owner, member]);
    let mut handle = vec![6];
    handle.extend(method.to_be_bytes());
    let handle = class.raw_constant(15, &handle);
    let label = class.member("label\u{10401}", "La/E;");
    let number = class.raw_constant(3, &[0, 0, 0, 7]);
    let dynamic = class.constant(17, &[1, label]);
    let other = class.constant(17, &[0, label]);
    let table = [2, handle, 3, number, dynamic, number, handle, 1, other];
    class.class_attribute(
        "BootstrapMethods",
        &table
            .iter()
            .flat_map(|part: &u16| part.to_be_bytes())
            .collect::<Vec<_>>(),
    );
    let bytes = class.bytes();
    let parsed = parse(&bytes).unwrap();
    let places: Vec<_> = parsed
        .dynamic_arguments
        .iter()
        .map(|known| (known.bootstrap_method, known.argument))
        .collect();
    assert_eq!(places, [(0, 1), (1, 0)]);
    assert!(parsed.dynamic_argument(0, 0).is_none());
    let value = parsed.dynamic_argument(0, 1).unwrap();
    assert_eq!((value.attr_index, &*value.name_and_type.name), (1, "label\u{10401}"));
    assert_eq!(&*value.name_and_type.descriptor, "La/E;");
    assert_eq!(parsed.dynamic_argument(1, 0).unwrap().attr_index, 0);
    for length in 0..bytes.len() {
        assert!(!survives(&bytes[..length], || format!("cut at {length}")));
    }
}
