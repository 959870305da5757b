//! What JUnit 5 gives a test about itself: a class that is its `TestInfo` and, where it is repeated, its `RepetitionInfo`.

use super::assembler::{ClassWriter, Code, Field, Invoke, access};
use super::descriptor::{Primitive, Signature, Type};
use super::test_driver::Member;

/// What is facts.
#[derive(Clone, Debug, Default)]
pub struct TestFacts {
    /// The class to make; it has a constructor without parameters.
    pub name: String,
    /// The name that JUnit shows.
    pub display: String,
    /// Tags of the class and the test.
    pub tags: Vec<String>,
    /// The test's class.
    pub class: String,
    /// The test, if it is one.
    pub method: Option<Member>,
    /// Which repetition it is, from 1, and how many there are.
    pub repetition: Option<(usize, usize)>,
}

const OPTIONAL: &str = "java/util/Optional";
const SET: &str = "java/util/LinkedHashSet";
const CLASS: &str = "java/lang/Class";

/// The class file of it.
///
/// # Errors
/// Odd descriptors, and what does not fit a class file.
pub fn test_info(facts: &TestFacts) -> Result<Vec<u8>, String> {
    let mut class = ClassWriter::new(&facts.name);
    class.implement("org/junit/jupiter/api/TestInfo");
    class.empty_constructor(access::PUBLIC)?;
    let text = Signature::new([], Some(Type::STRING));
    class.method(access::PUBLIC, "getDisplayName", &text, |code| {
        push(code, &facts.display);
        code.give(Some(Type::STRING));
        Ok(())
    })?;
    let set = Signature::new([], Some(Type::Class("java/util/Set")));
    class.method(access::PUBLIC, "getTags", &set, |code| tags(code, &facts.tags))?;
    let optional = Signature::new([], Some(Type::Class(OPTIONAL)));
    class.method(access::PUBLIC, "getTestClass", &optional, |code| {
        code.push_class(&facts.class);
        some(code)
    })?;
    class.method(access::PUBLIC, "getTestMethod", &optional, |code| match &facts.method {
        Some(method) => {
            reflected(code, method)?;
            some(code)
        }
        None => {
            code.call(OPTIONAL, "empty", "()Ljava/util/Optional;")?;
            code.give(Some(Type::Class(OPTIONAL)));
            Ok(())
        }
    })?;
    if let Some((current, total)) = facts.repetition {
        class.implement("org/junit/jupiter/api/RepetitionInfo");
        // A repetition that failed ends the check of its case, which is a program of its own: none failed before it.
        for (name, value) in [
            ("getCurrentRepetition", current),
            ("getTotalRepetitions", total),
            ("getFailureCount", 0),
            ("getFailureThreshold", i32::MAX as usize),
        ] {
            let number = Type::Primitive(Primitive::Int);
            class.method(access::PUBLIC, name, &Signature::new([], Some(number)), |code| {
                code.push_bits(Primitive::Int, value as u64);
                code.give(Some(number));
                Ok(())
            })?;
        }
    }
    class.finish()
}

fn push(code: &mut Code, text: &str) {
    code.push_string(&text.encode_utf16().collect::<Vec<_>>());
}

/// `Optional.of` what is on the stack, as the result.
fn some(code: &mut Code) -> Result<(), String> {
    code.call(OPTIONAL, "of", "(Ljava/lang/Object;)Ljava/util/Optional;")?;
    code.give(Some(Type::Class(OPTIONAL)));
    Ok(())
}

fn tags(code: &mut Code, tags: &[String]) -> Result<(), String> {
    code.new_object(SET);
    code.dup();
    code.invoke(Invoke::Special, SET, false, "<init>", "()V")?;
    for tag in tags {
        code.dup();
        push(code, tag);
        code.invoke(Invoke::Virtual, SET, false, "add", "(Ljava/lang/Object;)Z")?;
        code.pop(Type::Primitive(Primitive::Boolean));
    }
    code.give(Some(Type::Class(SET)));
    Ok(())
}

/// The test as reflection shows it.
fn reflected(code: &mut Code, method: &Member) -> Result<(), String> {
    let parameters = Signature::parse(&method.descriptor)?.parameters;
    code.push_class(&method.class);
    push(code, &method.name);
    code.push_int(parameters.len());
    code.new_array(CLASS);
    for (index, parameter) in parameters.iter().enumerate() {
        code.dup();
        code.push_int(index);
        match parameter {
            Type::Primitive(primitive) => code.field(Field::GetStatic, primitive.wrapper(), "TYPE", Type::Class(CLASS)),
            Type::Class(name) | Type::Array(name) => code.push_class(name),
        }
        code.store_element();
    }
    code.invoke(
        Invoke::Virtual,
        CLASS,
        false,
        "getDeclaredMethod",
        "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
    )
}
