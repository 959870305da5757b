//! Generated classes, parsed again. What they do was compared with HotSpot's by hand; here, what they are.

use dropwire_classes::cafebabe::attributes::AttributeData;
use dropwire_classes::parse;

use super::TargetKind::{GetField, InvokeStatic, InvokeVirtual, NewInvokeSpecial};
use super::{
    Component, Label, Lambda, Record, RecordMethod, Target, TargetKind, bridge, concat, lambda, record, type_switch,
};

const TO_OBJECT: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";

/// The names of a method's instructions, and its `max_stack` and `max_locals`.
fn code(bytes: &[u8], name: &str, descriptor: &str) -> (String, u16, u16) {
    let class = parse(bytes).expect("a class file");
    let method = class
        .file
        .methods
        .iter()
        .find(|method| method.name == name && method.descriptor.to_string() == descriptor)
        .expect("the method");
    let AttributeData::Code(code) = &method.attributes[0].data else {
        panic!("no code");
    };
    let opcodes = &code.bytecode.as_ref().expect("bytecode").opcodes;
    let names: Vec<String> = opcodes
        .iter()
        .map(|(_, opcode)| format!("{opcode:?}"))
        .map(|text| text.split(['(', ' ']).next().unwrap_or_default().to_owned())
        .collect();
    (names.join(" "), code.max_stack, code.max_locals)
}

fn target(kind: TargetKind, name: &'static str, descriptor: &'static str) -> Target<'static> {
    Target {
        kind,
        class: "a/Host",
        name,
        descriptor,
        interface: false,
    }
}

fn function(captured: &str, instantiated: &str, target: Target) -> Result<Vec<u8>, String> {
    lambda(&Lambda {
        name: "a/Host$$Lambda$1",
        interfaces: &["java/util/function/Function", "java/io/Serializable"],
        method: "apply",
        erased: TO_OBJECT,
        instantiated,
        bridges: &[],
        captured,
        target,
    })
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

#[test]
fn lambda_captures_converts_calls_and_converts_back() {
    let bytes = function(
        "(J)Ljava/util/function/Function;",
        "(Ljava/lang/Integer;)Ljava/lang/Double;",
        target(InvokeStatic, "lambda$0", "(JJ)D"),
    )
    .expect("a class");
    let class = parse(&bytes).expect("a class file").file;
    assert_eq!(class.major_version, 61);
    assert_eq!(class.interfaces.len(), 2);
    assert_eq!(class.fields[0].name, "arg$1");
    assert_eq!(
        code(&bytes, "make", "(J)Ljava/util/function/Function;"),
        ("New Dup Lload Invokespecial Areturn".to_owned(), 4, 2)
    );
    assert_eq!(
        code(&bytes, "apply", TO_OBJECT),
        (
            "Aload Getfield Aload Checkcast Invokevirtual I2l Invokestatic Invokestatic Areturn".to_owned(),
            4,
            2
        )
    );
}

#[test]
fn lambda_of_a_constructor_a_receiver_and_a_field() {
    let site = "()Ljava/util/function/Function;";
    let made = function(
        site,
        "(Ljava/lang/String;)La/Host;",
        target(NewInvokeSpecial, "<init>", "(Ljava/lang/Object;)V"),
    );
    let (apply, ..) = code(&made.expect("a class"), "apply", TO_OBJECT);
    assert_eq!(apply, "New Dup Aload Checkcast Invokespecial Areturn");

    let called = function(
        site,
        "(La/Host;)Ljava/lang/Integer;",
        target(InvokeVirtual, "size", "()I"),
    );
    let (apply, ..) = code(&called.expect("a class"), "apply", TO_OBJECT);
    assert_eq!(apply, "Aload Checkcast Invokevirtual Invokestatic Areturn");

    let read = function(site, "(La/Host;)Ljava/lang/Integer;", target(GetField, "size", "I"));
    let (apply, ..) = code(&read.expect("a class"), "apply", TO_OBJECT);
    assert_eq!(apply, "Aload Checkcast Getfield Invokestatic Areturn");
}

#[test]
fn a_switch_tries_its_labels_from_the_first_one_on() {
    let descriptor = "(Ljava/lang/Object;I)I";
    let labels = [Label::Class("a/Host"), Label::Text(units("x")), Label::Number(-7)];
    let bytes = type_switch("a/Host$$Switch$1", descriptor, &labels).expect("a class");
    let (make, ..) = code(&bytes, "make", descriptor);
    assert_eq!(
        make,
        "Aload Ifnonnull LdcW Ireturn \
         Iload Iconst0 IfIcmpgt Aload Instanceof Ifeq Iconst0 Ireturn \
         Iload Iconst1 IfIcmpgt Ldc Aload Invokevirtual Ifeq Iconst1 Ireturn \
         Iload Iconst2 IfIcmpgt Aload Instanceof Ifeq Aload Checkcast Invokevirtual LdcW IfIcmpne Iconst2 Ireturn \
         Aload Instanceof Ifeq Aload Checkcast Invokevirtual LdcW IfIcmpne Iconst2 Ireturn Iconst3 Ireturn"
    );
    assert!(type_switch("a/Host$$Switch$1", "(II)I", &labels).is_err());
    assert!(type_switch("a/Host$$Switch$1", "(Ljava/lang/Object;I)J", &labels).is_err());
}

#[test]
fn lambda_bridges_are_written_once() {
    let to_string = "(Ljava/lang/Object;)Ljava/lang/String;";
    let bytes = lambda(&Lambda {
        name: "a/L",
        interfaces: &["a/I"],
        method: "apply",
        erased: TO_OBJECT,
        instantiated: TO_OBJECT,
        bridges: &[to_string, TO_OBJECT, to_string],
        captured: "()La/I;",
        target: target(InvokeStatic, "f", TO_OBJECT),
    })
    .expect("a class");
    let class = parse(&bytes).expect("a class file").file;
    assert_eq!(class.methods.len(), 4); // <init>, make and two of `apply`
    let (bridge, ..) = code(&bytes, "apply", to_string);
    assert_eq!(bridge, "Aload Invokestatic Checkcast Areturn");
}

#[test]
fn concat_stringifies_in_order_and_splits_long_text() {
    let descriptor = "(ILjava/lang/String;Ljava/lang/Object;)Ljava/lang/String;";
    let recipe = units("\u{1}\u{1}a\u{2}b\u{1}");
    let bytes = concat("a/C", descriptor, &recipe, &[units("\u{1}")]).expect("a class");
    let (make, ..) = code(&bytes, "make", descriptor);
    assert_eq!(
        make,
        "Iconst4 Anewarray Dup Iconst0 Iload Invokestatic Aastore Dup Iconst1 Aload Aastore \
         Dup Iconst2 Ldc Aastore Dup Iconst3 Aload Invokestatic Aastore Invokestatic Areturn"
    );

    let long = vec![0xd800; 65_535];
    let bytes = concat("a/C", "()Ljava/lang/String;", &long, &[]).expect("a class");
    let (make, ..) = code(&bytes, "make", "()Ljava/lang/String;");
    assert_eq!(make.matches("Ldc").count(), 3);

    for (descriptor, recipe) in [
        ("(I)Ljava/lang/String;", ""),
        ("()Ljava/lang/String;", "\u{2}"),
        ("()V", ""),
    ] {
        assert!(concat("a/C", descriptor, &units(recipe), &[]).is_err());
    }
}

#[test]
fn record_equals_compares_the_last_component_first() {
    let components = [
        Component {
            name: "id",
            descriptor: "J",
        },
        Component {
            name: "name",
            descriptor: "Ljava/lang/String;",
        },
    ];
    let asked = Record {
        class: "a/R",
        simple_name: "R",
        components: &components,
    };
    let bytes = record("a/E", RecordMethod::Equals, &asked).expect("a class");
    let (make, ..) = code(&bytes, "make", "(La/R;Ljava/lang/Object;)Z");
    assert_eq!(
        make,
        "Aload Aload IfAcmpne Iconst1 Goto Aload Instanceof Ifeq Aload Checkcast Astore \
         Aload Getfield Aload Getfield Invokestatic Ifeq Aload Getfield Aload Getfield Lcmp Ifne \
         Iconst1 Goto Iconst0 Ireturn"
    );
    let bytes = record("a/H", RecordMethod::HashCode, &asked).expect("a class");
    let (make, ..) = code(&bytes, "make", "(La/R;)I");
    assert_eq!(
        make,
        "Iconst0 Bipush Imul Aload Getfield Invokestatic Iadd \
         Bipush Imul Aload Getfield Invokestatic Iadd Ireturn"
    );
    let bytes = record("a/S", RecordMethod::ToString, &asked).expect("a class");
    let (make, ..) = code(&bytes, "make", "(La/R;)Ljava/lang/String;");
    assert_eq!(make.matches("Ldc").count(), 3);
}

#[test]
fn bridge_converts_as_as_type_does() {
    let take_long = target(InvokeStatic, "f", "(J)V");
    for (from, expected) in [
        ("(B)V", "Iload I2l Invokestatic Return"),
        ("(Ljava/lang/Integer;)V", "Aload Invokevirtual I2l Invokestatic Return"),
        ("(J)Ljava/lang/String;", "Lload Invokestatic AconstNull Areturn"),
        ("(J)D", "Lload Invokestatic Dconst0 Dreturn"),
    ] {
        let bytes = bridge("a/B", from, &take_long).expect("a class");
        assert_eq!(code(&bytes, "make", from).0, expected);
    }
    // Byte, Character, Short and Integer widen; Long is last.
    let bytes = bridge("a/B", "(Ljava/lang/Object;)V", &take_long).expect("a class");
    let (make, ..) = code(&bytes, "make", "(Ljava/lang/Object;)V");
    assert_eq!(make.matches("Instanceof").count(), 4);

    for from in [
        "()V",
        "(F)V",
        "(Z)V",
        "(Ljava/lang/String;)V",
        "([J)V",
        "(Ljava/lang/Double;)V",
    ] {
        assert!(bridge("a/B", from, &take_long).is_err(), "{from}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let many = format!("({})V", "J".repeat(128));
    let error = bridge(
        "a/B",
        &many,
        &target(InvokeStatic, "f", &Box::leak(many.clone().into_boxed_str())[..]),
    );
    assert!(error.is_err_and(|error| error.contains("a/B: too many parameters")));
    let name = "n".repeat(65_536);
    let error = bridge(
        "a/B",
        "()V",
        &Target {
            class: &name,
            ..target(InvokeStatic, "f", "()V")
        },
    );
    assert!(error.is_err_and(|error| error.contains("65,535")));
}
