//! Classes behind the silent provider of logging: what hands out a logger that says nothing, and such a logger for
//! `System.Logger`, of which the JDK has none.

use super::assembler::{ClassWriter, Field, Invoke, access};
use super::descriptor::{Primitive, Signature, Type};
use super::{FACTORY, NATIVE};

/// Where a silent logger comes from. Names are internal.
#[derive(Clone, Copy, Debug)]
pub enum SilentLogger {
    /// A static field of the logging library.
    Field(&'static str, &'static str, &'static str),
    /// A new object of a class of the library, with a constructor without parameters.
    New(&'static str),
    /// The same, of a class whose constructor takes the logger's name: one for each name, and any number without.
    Named(&'static str),
    /// A class of our own that implements `System.Logger`.
    System,
}

/// What gives the one logger of a name.
pub const NAMED: &str = "named";
/// Its descriptor.
pub const NAMED_DESCRIPTOR: &str = "(Ljava/lang/String;)Ljava/lang/Object;";

/// The static of `dropwire.Native` that holds silent loggers and their names, in turn, sorted by name: it does not tell in which order
/// threads came.
pub(crate) const LOGGERS: &str = "loggers";
/// The machine's own method that keeps a logger under its name, unless there is one, and returns the one that is kept.
pub(crate) const KEEP: &str = "keep";
/// Its descriptor.
pub(crate) const KEEP_DESCRIPTOR: &str = "(Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;";

/// The class file of what gives a silent logger: its static `make` has no parameters, and `named` takes the name.
///
/// # Errors
/// What does not fit a class file.
pub fn silent_logger(name: &str, logger: SilentLogger) -> Result<Vec<u8>, String> {
    let mut class = ClassWriter::new(name);
    let made = Signature::new([], Some(Type::OBJECT));
    if matches!(logger, SilentLogger::System) {
        system_logger(&mut class)?;
    }
    class.method(access::STATIC | access::SYNTHETIC, FACTORY, &made, |code| {
        match logger {
            SilentLogger::Field(owner, field, ty) => code.field(Field::GetStatic, owner, field, Type::Class(ty)),
            SilentLogger::New(owner) => {
                code.new_object(owner);
                code.dup();
                code.invoke(Invoke::Special, owner, false, "<init>", "()V")?;
            }
            SilentLogger::Named(owner) => {
                code.new_object(owner);
                code.dup();
                code.push_string(&[]);
                code.invoke(Invoke::Special, owner, false, "<init>", "(Ljava/lang/String;)V")?;
            }
            SilentLogger::System => {
                code.new_object(name);
                code.dup();
                code.invoke(Invoke::Special, name, false, "<init>", "()V")?;
            }
        }
        code.give(made.result);
        Ok(())
    })?;
    if let SilentLogger::Named(owner) = logger {
        let made = Signature::new([Type::STRING], Some(Type::OBJECT));
        class.method(access::STATIC | access::SYNTHETIC, NAMED, &made, |code| {
            code.load(Type::STRING, 0);
            code.new_object(owner);
            code.dup();
            code.load(Type::STRING, 0);
            code.invoke(Invoke::Special, owner, false, "<init>", "(Ljava/lang/String;)V")?;
            code.call(NATIVE, KEEP, KEEP_DESCRIPTOR)?;
            code.give(made.result);
            Ok(())
        })?;
    }
    class.finish()
}

/// The value of `INFO`, the level of loggers for which no configuration sets one.
pub(crate) const INFO: u16 = 800;

/// `System.Logger`'s four abstract methods; the others ask `isLoggable` first, or come down to these.
fn system_logger(class: &mut ClassWriter) -> Result<(), String> {
    class.implement("java/lang/System$Logger");
    class.empty_constructor(access::PRIVATE)?;
    let name = Signature::new([], Some(Type::STRING));
    class.method(access::PUBLIC, "getName", &name, |code| {
        code.push_string(&[]);
        code.give(Some(Type::STRING));
        Ok(())
    })?;
    let level = Type::Class("java/lang/System$Logger$Level");
    let answer = Type::Primitive(Primitive::Boolean);
    class.method(
        access::PUBLIC,
        "isLoggable",
        &Signature::new([level], Some(answer)),
        |code| {
            // `min(compare(severity, INFO) + 1, 1)`: that of the default level.
            code.load(level, 1);
            code.invoke(
                Invoke::Virtual,
                "java/lang/System$Logger$Level",
                false,
                "getSeverity",
                "()I",
            )?;
            code.push_int(usize::from(INFO));
            code.invoke(Invoke::Static, "java/lang/Integer", false, "compare", "(II)I")?;
            code.push_int(1);
            code.invoke(Invoke::Static, "java/lang/Integer", false, "sum", "(II)I")?;
            code.push_int(1);
            code.invoke(Invoke::Static, "java/lang/Math", false, "min", "(II)I")?;
            code.give(Some(answer));
            Ok(())
        },
    )?;
    let bundle = Type::Class("java/util/ResourceBundle");
    let logs = [
        [level, bundle, Type::STRING, Type::Class("java/lang/Throwable")],
        [level, bundle, Type::STRING, Type::Array("[Ljava/lang/Object;")],
    ];
    for parameters in logs {
        class.method(access::PUBLIC, "log", &Signature::new(parameters, None), |code| {
            code.give(None);
            Ok(())
        })?;
    }
    Ok(())
}
