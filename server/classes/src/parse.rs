//! From the bytes of a class file to its structure, without a panic for any bytes.
//!
//! First the guard, then cafebabe, with bytecode. Does not verify and does not link.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cafebabe::constant_pool::{Dynamic, NameAndType};
use cafebabe::{ClassFile, ParseOptions};

use crate::error::ClassError;
use crate::guard::{self, Fault, Guard, Refusal};

/// A class file's structure, and what cafebabe cannot represent of it.
#[derive(Debug)]
pub struct ParsedClass<'a> {
    /// The structure, with bytecode. Almost all of it borrows from the class file's bytes.
    pub file: ClassFile<'a>,
    /// The bootstrap arguments that are CONSTANT_Dynamic, in the order of the class file; usually none.
    ///
    /// `file` holds a stand-in, the class itself, at these places: look here before using an argument.
    pub dynamic_arguments: Vec<DynamicArgument<'a>>,
    /// Why the code of no method was read, if that of one is none: the file is a class, which may not be linked (JVMS §4.9).
    pub broken_code: Option<String>,
}

/// A CONSTANT_Dynamic among the static arguments of a bootstrap method (JVMS §4.7.23).
///
/// javac 21 and later emits them for switches with qualified enum constants over a sealed type.
#[derive(Debug)]
pub struct DynamicArgument<'a> {
    /// Index into the BootstrapMethods attribute.
    pub bootstrap_method: u16,
    /// Index into that bootstrap method's arguments.
    pub argument: u16,
    /// The constant; its `attr_index` is again an index into the BootstrapMethods attribute.
    pub value: Dynamic<'a>,
}

impl<'a> ParsedClass<'a> {
    /// The constant at this place, if it is a CONSTANT_Dynamic.
    pub fn dynamic_argument(&self, bootstrap_method: u16, argument: u16) -> Option<&Dynamic<'a>> {
        // Pushed in ascending order by the guard.
        let place = (bootstrap_method, argument);
        let found = self
            .dynamic_arguments
            .binary_search_by_key(&place, |known| (known.bootstrap_method, known.argument));
        found
            .ok()
            .and_then(|index| self.dynamic_arguments.get(index))
            .map(|known| &known.value)
    }
}

/// Parses a class file, with bytecode.
///
/// Accepts class files of Java 1.0 to [`crate::NEWEST_FEATURE`], with preview features too. Never panics;
/// memory is bounded by about a hundred times the file's size.
///
/// A class is not malformed for its bytecode: `java` loads it and refuses to link it. See [`ParsedClass::broken_code`].
///
/// A class file with CONSTANT_Dynamic among its bootstrap arguments is copied, and the copy leaked, as the
/// result borrows from it: one process checks one program, and few classes are of this kind.
///
/// # Errors
/// Malformed and too new class files, with the class's name and the offset where they are known.
pub fn parse(bytes: &[u8]) -> Result<ParsedClass<'_>, ClassError> {
    let guard = Guard::check(bytes).map_err(|refusal| refused(bytes, refusal))?;
    parse_checked(bytes, &guard)
}

/// The same for a class file that the guard has passed.
pub(crate) fn parse_checked<'a>(bytes: &'a [u8], guard: &Guard<'a>) -> Result<ParsedClass<'a>, ClassError> {
    if guard.dynamic_sites.is_empty() {
        return parse_with(bytes, guard, Vec::new());
    }
    let mut dynamic_arguments = Vec::with_capacity(guard.dynamic_sites.len());
    let mut repaired = bytes.to_vec();
    for site in &guard.dynamic_sites {
        let value = dynamic(guard, site.constant).ok_or_else(|| {
            let problem = "a dynamic bootstrap argument without a name and type";
            refused(bytes, Fault::new(site.at, problem).into())
        })?;
        // The class itself is the one constant that is surely there and that cafebabe takes for an argument.
        if let Some(place) = repaired.get_mut(site.at..site.at + 2) {
            place.copy_from_slice(&guard.this_class.to_be_bytes());
        }
        let (bootstrap_method, argument) = (site.bootstrap_method, site.argument);
        dynamic_arguments.push(DynamicArgument {
            bootstrap_method,
            argument,
            value,
        });
    }
    dynamic_arguments.sort_by_key(|known| (known.bootstrap_method, known.argument));
    parse_with(Vec::leak(repaired), guard, dynamic_arguments)
}

/// With bytecode, or without any if that is what is wrong.
fn parse_with<'a>(
    bytes: &'a [u8],
    guard: &Guard<'a>,
    dynamic_arguments: Vec<DynamicArgument<'a>>,
) -> Result<ParsedClass<'a>, ClassError> {
    let whole = match &guard.broken_code {
        Some(fault) => Err(refused(bytes, fault.clone().into())),
        None => parse_guarded(bytes),
    };
    let (file, broken_code) = match whole {
        Ok(file) => (file, None),
        Err(ClassError::Malformed { class, at, problem }) => {
            let mut options = ParseOptions::default();
            options.parse_bytecode(false);
            match guarded(bytes, &options) {
                Ok(file) => (file, Some(problem)),
                // The error of the whole file says more.
                Err(_) => return Err(ClassError::Malformed { class, at, problem }),
            }
        }
        Err(error) => return Err(error),
    };
    Ok(ParsedClass {
        file,
        dynamic_arguments,
        broken_code,
    })
}

/// The internal name (`a/b/C`) of the class in a class file, read from its constant pool alone.
///
/// `None` if the bytes are not a class file as far as that. Much cheaper than [`parse`].
pub fn class_name(bytes: &[u8]) -> Option<String> {
    guard::class_name(bytes)
}

/// The structure with bytecode of what the guard has passed.
pub(crate) fn parse_guarded(bytes: &[u8]) -> Result<ClassFile<'_>, ClassError> {
    guarded(bytes, &ParseOptions::default())
}

/// cafebabe behind the last line of defence: the guard should have refused whatever makes it panic.
fn guarded<'a>(bytes: &'a [u8], options: &ParseOptions) -> Result<ClassFile<'a>, ClassError> {
    match catch_unwind(AssertUnwindSafe(|| cafebabe::parse_class_with_options(bytes, options))) {
        Ok(Ok(file)) => Ok(file),
        Ok(Err(error)) => Err(ClassError::Malformed {
            class: class_name(bytes),
            at: None,
            problem: error.to_string(),
        }),
        Err(_) => Err(ClassError::ParserPanicked {
            class: class_name(bytes),
        }),
    }
}

#[cold]
pub(crate) fn refused(bytes: &[u8], refusal: Refusal) -> ClassError {
    let class = class_name(bytes);
    match refusal {
        Refusal::Fault(Fault { at, problem }) => ClassError::Malformed {
            class,
            at: Some(at),
            problem,
        },
        Refusal::TooNew { major } => ClassError::TooNew { class, major },
    }
}

fn dynamic<'a>(guard: &Guard<'a>, constant: u16) -> Option<Dynamic<'a>> {
    let (attr_index, name, descriptor) = guard.pool.dynamic(constant)?;
    Some(Dynamic {
        attr_index,
        name_and_type: NameAndType {
            name: text(name)?,
            descriptor: text(descriptor)?,
        },
    })
}

fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => guard::text(bytes).map(Cow::Owned),
    }
}

#[cfg(test)]
mod tests;
