//! One test for each way to harm cafebabe 0.9.0: the guard refuses it by name, and cafebabe never sees it.

use crate::testing::ClassWriter;
use crate::{ClassError, parse};

/// The message for a class file that must be refused.
fn refusal(class: &ClassWriter) -> String {
    match parse(&class.bytes()) {
        Err(error @ ClassError::Malformed { at: Some(_), .. }) => error.to_string(),
        other => panic!("not refused by the guard: {other:?}"),
    }
}

fn refused_for(class: &ClassWriter, reason: &str) {
    let message = refusal(class);
    assert!(message.contains(reason), "{message}");
    assert!(message.starts_with("class a.B is malformed at byte "), "{message}");
}

/// Cafebabe never sees the code, and whoever links the class gets the reason.
fn code_refused_for(class: &ClassWriter, reason: &str) {
    let bytes = class.bytes();
    let why = parse(&bytes).unwrap().broken_code.unwrap();
    assert!(why.contains(reason), "{why}");
}

const RETURN: u8 = 0xb1;

#[test]
fn what_the_writer_writes_is_sound() {
    let mut class = ClassWriter::new("a/B");
    class.method("f", "()V", &[RETURN], &[]);
    class.class_attribute("Deprecated", &[]);
    assert_eq!(parse(&class.bytes()).unwrap().file.methods.len(), 1);
}

#[test]
fn a_name_and_type_of_something_else_than_text() {
    // cafebabe panics, and with a cycle it waits for its own lock.
    let mut class = ClassWriter::new("a/B");
    let name = class.utf8(b"f");
    let pair = class.constant(12, &[name, 5]);
    class.constant(12, &[name, pair]);
    class.constant(10, &[2, pair]);
    refused_for(&class, "not text");

    // Not decodable: a surrogate alone, a character written too long.
    for text in [&[0xed, 0xa0, 0x81][..], &[0xc1, 0x81], &[0xe0, 0x80, 0x80], &[0xff]] {
        let mut class = ClassWriter::new("a/B");
        let name = class.utf8(b"f");
        let descriptor = class.utf8(text);
        class.constant(12, &[name, descriptor]);
        refused_for(&class, "not text");
    }
}

#[test]
fn a_long_at_the_last_index() {
    let mut class = ClassWriter::new("a/B");
    class.raw_constant(5, &[0; 8]);
    let mut bytes = class.bytes();
    let count = u16::from_be_bytes([bytes[8], bytes[9]]) - 1;
    bytes[8..10].copy_from_slice(&count.to_be_bytes());
    assert!(parse(&bytes).unwrap_err().to_string().contains("last index"));
}

#[test]
fn annotations_nested_without_end() {
    for depth in [60, 100, 100_000] {
        let mut class = ClassWriter::new("a/B");
        let mut body = Vec::new();
        for _ in 0..depth {
            body.extend([b'[', 0, 1]);
        }
        body.extend([b's', 0, 1]);
        class.class_attribute("AnnotationDefault", &body);
        match depth {
            60 => drop(parse(&class.bytes()).unwrap()),
            _ => refused_for(&class, "nested deeper"),
        }
    }
}

#[test]
fn attributes_nested_without_end() {
    let mut class = ClassWriter::new("a/B");
    let code = class.attribute("Code", &[0, 0, 0, 0, 0, 0, 0, 1, RETURN, 0, 0, 0, 0]);
    class.method("f", "()V", &[RETURN], &[code]);
    refused_for(&class, "Code in the wrong place");

    let mut class = ClassWriter::new("a/B");
    let record = class.attribute("Record", &[0, 0]);
    let mut component = vec![0, 1, 0, 1, 0, 1, 0, 1];
    component.extend(record);
    class.class_attribute("Record", &component);
    refused_for(&class, "Record in the wrong place");
}

#[test]
fn switches_with_more_cases_than_bytes() {
    let word = |number: i32| number.to_be_bytes();
    let switch = |opcode: u8, words: &[i32]| {
        let mut class = ClassWriter::new("a/B");
        let mut code = vec![opcode, 0, 0, 0];
        code.extend(words.iter().flat_map(|&number| word(number)));
        code.push(RETURN);
        class.method("f", "()V", &code, &[]);
        class
    };
    code_refused_for(&switch(0xaa, &[0, 0, i32::MAX]), "a tableswitch from 0 to");
    code_refused_for(&switch(0xaa, &[0, i32::MIN, i32::MAX]), "a tableswitch");
    code_refused_for(&switch(0xaa, &[0, 1, 0]), "a tableswitch from 1 to 0");
    code_refused_for(&switch(0xab, &[0, i32::MAX]), "a lookupswitch with");
    code_refused_for(&switch(0xab, &[0, -1]), "a lookupswitch with");
    code_refused_for(&switch(0xaa, &[i32::MAX, 0, 0, 0]), "outside the method");
    code_refused_for(&switch(0xab, &[0, 1, 7, i32::MIN]), "outside the method");
    parse(&switch(0xaa, &[0, 0, 0, 20]).bytes()).unwrap();
    parse(&switch(0xab, &[0, 1, 7, 20]).bytes()).unwrap();
    // Inside the table: found by cafebabe.
    code_refused_for(&switch(0xab, &[0, 1, 7, 16]), "Invalid");
}

#[test]
fn jumps_and_lengths_of_code() {
    let with_code = |code: &[u8]| {
        let mut class = ClassWriter::new("a/B");
        class.method("f", "()V", code, &[]);
        class
    };
    code_refused_for(&with_code(&[0xc8, 0x7f, 0xff, 0xff, 0xff]), "a jump from 0 to");
    refused_for(&with_code(&[]), "a method of 0 bytes");
    refused_for(&with_code(&vec![0; 0x10000]), "a method of 65536 bytes");
    code_refused_for(&with_code(&[0xcb]), "unknown opcode 0xcb");
    code_refused_for(&with_code(&[0xb8, 0]), "2 more bytes expected");
    parse(&with_code(&vec![0; 0xffff]).bytes()).unwrap();
}

#[test]
fn too_many_parameters() {
    let with_parameters = |count: usize, descriptor: &str| {
        let mut class = ClassWriter::new("a/B");
        class.method("f", &format!("({})V", descriptor.repeat(count)), &[RETURN], &[]);
        class
    };
    refused_for(&with_parameters(256, "[I"), "256 parameters");
    refused_for(&with_parameters(60_000, "J"), "60000 parameters");
    parse(&with_parameters(255, "[[La/C;").bytes()).unwrap();
}

#[test]
fn a_text_that_is_copied_at_each_mention() {
    let with_mentions = |count: usize, text: &[u8]| {
        let mut class = ClassWriter::new("a/B");
        let text = class.utf8(text);
        let string = class.constant(8, &[text]);
        let mut code = [0x12, string as u8].repeat(count);
        code.push(RETURN);
        class.method("f", "()V", &code, &[]);
        class
    };
    let mut text = vec![b'x'; 60_000];
    parse(&with_mentions(30_000, &text).bytes()).unwrap();
    text[..2].copy_from_slice(&[0xc0, 0x80]);
    parse(&with_mentions(1000, &text).bytes()).unwrap();
    refused_for(&with_mentions(30_000, &text), "too many places");
}

#[test]
fn a_descriptor_that_is_parsed_for_each_constant() {
    let mut class = ClassWriter::new("a/B");
    let member = class.member("f", &format!("({})V", "I".repeat(60_000)));
    for _ in 0..60_000 {
        class.constant(10, &[2, member]);
    }
    refused_for(&class, "absurdly long descriptors");
}

#[test]
fn attributes_without_number() {
    let mut class = ClassWriter::new("a/B");
    for _ in 0..1001 {
        class.class_attribute("Synthetic", &[]);
    }
    refused_for(&class, "1001 attributes");
}

#[test]
fn headers() {
    let mut bytes = ClassWriter::new("a/B").bytes();
    parse(&bytes).unwrap();
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(
        parse(&longer)
            .unwrap_err()
            .to_string()
            .contains("1 bytes after the end")
    );
    for (major, minor, reason) in [
        (44, 0, "does not exist"),
        (61, 7, "does not exist"),
        (70, 0, "a class file of Java 26 (version 70)"),
        (300, 0, "class a.B is a class file of Java 256"),
    ] {
        bytes[4..6].copy_from_slice(&u16::to_be_bytes(minor));
        bytes[6..8].copy_from_slice(&u16::to_be_bytes(major));
        let message = parse(&bytes).unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
    }
    for (major, minor) in [(69, 0xffff), (69, 0), (45, 3), (46, 0)] {
        bytes[4..6].copy_from_slice(&u16::to_be_bytes(minor));
        bytes[6..8].copy_from_slice(&u16::to_be_bytes(major));
        parse(&bytes).unwrap();
    }
    bytes[0] = 0;
    assert!(parse(&bytes).unwrap_err().to_string().contains("magic"));
    assert!(
        parse(&vec![0; 17 << 20])
            .unwrap_err()
            .to_string()
            .contains("bytes in one class file")
    );
}
