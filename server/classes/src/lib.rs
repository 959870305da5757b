//! Where classes come from: the JDK's runtime image, directories and jars; and their parsing.
//!
//! Answers "the bytes of class a/b/C" and "the structure of these bytes", for any input without a panic.
//! Knows no virtual machine: it links nothing, initialises nothing, and never starts a JDK.
//!
//! ```no_run
//! # fn main() -> Result<(), dropwire_classes::ClassError> {
//! use dropwire_classes::{Jdk, Universe};
//! let jdk = Jdk::locate(None)?;
//! let universe = Universe::open(&jdk, &["target/classes".into()])?;
//! if let Some(found) = universe.find("java/lang/String")? {
//!     let class = dropwire_classes::parse(found.bytes)?;
//!     println!("{} methods, from {}", class.file.methods.len(), found.origin);
//! }
//! # Ok(())
//! # }
//! ```

mod error;
mod hash;

mod guard;
mod instrument;
mod modified_utf8;
mod outline;
mod parse;

mod jdk;
mod library;

mod image;

mod class_path;

mod found_files;
mod looked;
mod universe;

#[cfg(test)]
mod testing;

pub use cafebabe;
pub use class_path::{ClassPath, FoundClass};
pub use error::ClassError;
pub use found_files::{
    FoundFile, FoundFiles, FoundKind, Readable, TEMPORARY_FOLDER, WORKING_FOLDER, is_as_found, is_found_file,
};
pub use guard::instruction_starts;
pub use hash::content_hash;
pub use image::{ImageClass, RuntimeImage, inflate_resource};
pub use instrument::{
    Instrumented, LeftAlone, MethodName, SchedulingPoints, instrument, mentioned_methods, synchronized_methods,
};
pub use jdk::Jdk;
pub use library::Library;
pub use looked::{DIRECTORY, Looked};
pub use modified_utf8::decode_modified_utf8;
pub use outline::{Outline, outline};
pub use parse::{DynamicArgument, ParsedClass, class_name, parse};
pub use universe::{At, Found, LONGEST_NAME, Origin, Universe, is_joined};

/// The newest Java feature release whose class files and runtime images are read.
pub const NEWEST_FEATURE: u32 = 25;
