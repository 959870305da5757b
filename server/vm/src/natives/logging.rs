//! The silent provider of logging: loggers write nothing, and no configuration is read that would say what they write.
//!
//! What a program logs is nobody's business when its interleavings are explored; but a real logger reads files, formats,
//! locks and writes. So whoever asks a logging library for a logger gets one that the library itself has for this purpose
//! (SLF4J's NOPLogger, commons-logging's NoOpLog), or one that writes nothing. The program's own code around
//! it runs as ever: arguments are evaluated, levels asked. An assumption of the report (`logging-silent`).
//!
//! Where the program configures a logger of `java.util.logging`, or asks it, silence would show: then the search
//! restarts with the real ones (`Observation::Logs`); likewise where it puts streams of its own in the place of the standard ones, to which
//! loggers write (`Observation::LogOutput`).

use std::cmp::Ordering;

use super::{NativeCall, NativeResult, Outcome, int, reference};
use crate::error::VmError;
use crate::generate::{FACTORY, INFO, LOGGERS, NAMED, NAMED_DESCRIPTOR, NATIVE, SilentLogger, silent_logger};
use crate::heap::Ref;
use crate::image::class::Class;
use crate::observation::Observation;
use crate::vm::Vm;

/// A method that is answered without its body: class, name, descriptor (empty: any).
type Row = (
    &'static str,
    &'static str,
    &'static str,
    fn(&mut NativeCall<'_>) -> NativeResult,
);

const SLF4J: SilentLogger = SilentLogger::Field(
    "org/slf4j/helpers/NOPLogger",
    "NOP_LOGGER",
    "org/slf4j/helpers/NOPLogger",
);
const JUL: &str = "java/util/logging/Logger";
const LOG4J: &str = "org/apache/logging/log4j/LogManager";

/// All of them.
const TABLE: &[Row] = &[
    // SLF4J 1 and 2: no provider is looked for.
    ("org/slf4j/LoggerFactory", "getLogger", "", |c| give(c, SLF4J)),
    ("org/slf4j/LoggerFactory", "getILoggerFactory", "", |c| {
        give(c, SilentLogger::New("org/slf4j/helpers/NOPLoggerFactory"))
    }),
    ("org/apache/commons/logging/LogFactory", "getLog", "", |c| {
        give(c, SilentLogger::New("org/apache/commons/logging/impl/NoOpLog"))
    }),
    // Log4j 2's API has a provider of its own, which writes what is enabled.
    (LOG4J, "getFactory", "", |c| {
        give(
            c,
            SilentLogger::New("org/apache/logging/log4j/simple/SimpleLoggerContextFactory"),
        )
    }),
    ("org/apache/logging/log4j/simple/SimpleLogger", "isEnabled", "", no),
    (
        JUL,
        "getLogger",
        "(Ljava/lang/String;)Ljava/util/logging/Logger;",
        give_named_jul,
    ),
    (JUL, "getAnonymousLogger", "()Ljava/util/logging/Logger;", give_jul),
    (JUL, "isLoggable", "", |c| match jul_is_silent(c) {
        true => is_enabled(c),
        false => Ok(Outcome::Fallthrough),
    }),
    ("java/lang/System", "getLogger", "", |c| give(c, SilentLogger::System)),
];

/// Methods of `java.util.logging.Logger` that configure a logger, or ask it. With a bundle, `getLogger` does.
const CONFIGURES: &[&str] = &[
    "addHandler",
    "getAnonymousLogger",
    "getFilter",
    "getHandlers",
    "getLevel",
    "getLogger",
    "getName",
    "getParent",
    "getResourceBundle",
    "getResourceBundleName",
    "getUseParentHandlers",
    "removeHandler",
    "setFilter",
    "setLevel",
    "setParent",
    "setResourceBundle",
    "setUseParentHandlers",
];

/// The answer to a method of a logging library, if it has one.
pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<fn(&mut NativeCall<'_>) -> NativeResult> {
    if !class.ends_with("Logger")
        && !class.ends_with("Factory")
        && !class.ends_with("LogManager")
        && !class.ends_with("/System")
    {
        return None;
    }
    let is = |row: &&Row| row.0 == class && row.1 == name && (row.2.is_empty() || row.2 == descriptor);
    if let Some(row) = TABLE.iter().find(is) {
        return Some(row.3);
    }
    let looks = class == JUL && CONFIGURES.contains(&name)
        || class == "java/util/logging/LogManager" && name == "getLogManager";
    looks.then_some(configure as fn(&mut NativeCall<'_>) -> NativeResult)
}

/// The user configures a logger, or asks it: silence would show.
fn configure(c: &mut NativeCall<'_>) -> NativeResult {
    if c.vm.mode.silent_logging && c.vm.caller_is_user(c.thread) {
        c.vm.look(Observation::Logs);
        // What was said to be silent so far is run again.
        c.vm.used.silent_logging &= !c.vm.refuted;
    }
    Ok(Outcome::Fallthrough)
}

/// The answer of a silent logger: to the program, and for a supplier of the program's, that of the default level, which is `INFO`. What is to be written
/// itself is off.
fn is_enabled(c: &NativeCall<'_>) -> NativeResult {
    let caller = c.vm.image.method(c.this_thread().method_id());
    let level = c.reference(1);
    let asked = caller.class().is_user() || caller.descriptor.contains("Ljava/util/function/Supplier;");
    let enabled = || level != 0 && c.vm.field(level, "value") as i32 >= i32::from(INFO);
    int(i32::from(asked && enabled()))
}

/// Whether `java.util.logging` is silent; whoever is answered so has relied on it.
fn jul_is_silent(c: &mut NativeCall<'_>) -> bool {
    c.vm.mode.silent_logging && c.vm.assume_loggers_unobserved(Observation::Logs) && is_silent(c)
}

fn give_jul(c: &mut NativeCall<'_>) -> NativeResult {
    match jul_is_silent(c) {
        true => give(c, SilentLogger::Named(JUL)),
        false => Ok(Outcome::Fallthrough),
    }
}

/// The logger of a name is one, whoever asks first: threads may lock it.
fn give_named_jul(c: &mut NativeCall<'_>) -> NativeResult {
    let name = c.reference(0);
    if name == 0 || !jul_is_silent(c) {
        return Ok(Outcome::Fallthrough);
    }
    let units = c.vm.string_units(name);
    // Those that the JDK makes for itself.
    if OF_THE_JDK
        .iter()
        .any(|known| known.encode_utf16().eq(units.iter().copied()))
    {
        return configure(c);
    }
    if let Ok(known) = c.vm.kept_logger(&units) {
        return reference(known);
    }
    let host = c.vm.image.load(&mut c.vm.heap, JUL)?;
    let made = maker(c, host, SilentLogger::Named(JUL))?;
    let make = c.vm.image.named_method(made, NAMED, NAMED_DESCRIPTOR)?;
    Ok(Outcome::Tail(make, vec![u64::from(name)], 0))
}

/// The names of the root logger and of `Logger.getGlobal`.
const OF_THE_JDK: [&str; 2] = ["", "global"];

/// `dropwire.Native.keep`
pub(super) fn keep(c: &mut NativeCall<'_>) -> NativeResult {
    let (name, logger) = (c.reference(0), c.reference(1));
    let units = c.vm.string_units(name);
    let at = match c.vm.kept_logger(&units) {
        Ok(known) => return reference(known),
        Err(at) => at as usize,
    };
    let native = c.vm.image.load(&mut c.vm.heap, NATIVE)?;
    let old = c.vm.static_field(native, LOGGERS) as Ref;
    let length = if old == 0 { 0 } else { c.vm.heap.length(old) };
    let mut kept: Vec<Ref> = (0..length).map(|i| c.vm.element(old, i)).collect();
    kept.splice(at..at, [name, logger]);
    let made = c.vm.new_reference_array("java/lang/Object", &kept)?;
    c.vm.set_static_field(native, LOGGERS, u64::from(made));
    c.vm.stored(native.mirror.get(), made);
    reference(logger)
}

impl Vm {
    /// The silent logger of this name that the path has made; else where it belongs.
    fn kept_logger(&self, name: &[u16]) -> Result<Ref, u32> {
        let native = self.image.loaded(NATIVE);
        let kept = native.map_or(0, |native| self.static_field(native, LOGGERS) as Ref);
        let length = if kept == 0 { 0 } else { self.heap.length(kept) };
        for at in (0..length).step_by(2) {
            match self.string_units(self.element(kept, at)).as_slice().cmp(name) {
                Ordering::Less => {}
                Ordering::Equal => return Ok(self.element(kept, at + 1)),
                Ordering::Greater => return Err(at),
            }
        }
        Err(length)
    }
}

/// Whether loggers are silent; whoever is answered so has relied on it.
fn is_silent(c: &mut NativeCall<'_>) -> bool {
    let silent = c.vm.mode.silent_logging && c.vm.assume_loggers_unobserved(Observation::LogOutput);
    c.vm.used.silent_logging |= silent;
    silent
}

fn no(c: &mut NativeCall<'_>) -> NativeResult {
    if is_silent(c) { int(0) } else { Ok(Outcome::Fallthrough) }
}

fn give(c: &mut NativeCall<'_>, logger: SilentLogger) -> NativeResult {
    let owner = match logger {
        SilentLogger::Field(owner, ..) | SilentLogger::New(owner) | SilentLogger::Named(owner) => owner,
        SilentLogger::System => "java/lang/System$Logger",
    };
    // A library that has changed its names gets no answer: then its own code runs.
    let Some(host) = c.vm.image.try_load(&mut c.vm.heap, owner)? else {
        return Ok(Outcome::Fallthrough);
    };
    if !is_silent(c) {
        return Ok(Outcome::Fallthrough);
    }
    let made = maker(c, host, logger)?;
    let make = c.vm.image.named_method(made, FACTORY, "()Ljava/lang/Object;")?;
    Ok(Outcome::Tail(make, Vec::new(), 0))
}

fn maker(c: &mut NativeCall<'_>, host: &'static Class, logger: SilentLogger) -> Result<&'static Class, VmError> {
    let name = format!("dropwire/Silent${}", host.name.replace('/', "_"));
    match c.vm.image.loaded(&name) {
        Some(made) => Ok(made),
        None => {
            let bytes = silent_logger(&name, logger).map_err(VmError::Class)?;
            c.vm.define_made(bytes, host)
        }
    }
}
