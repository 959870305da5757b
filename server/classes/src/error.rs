//! What can go wrong between a class name and its parsed class.
//!
//! Every error names the file or class, what is wrong, and, if there is one, how to fix it.
//! A class that simply does not exist is not an error here: lookups answer `Ok(None)`.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a class, a jar, an image or a JDK cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassError {
    /// The bytes are not a well-formed class file (JVMS §4.8).
    Malformed {
        /// Internal name of the class, when its constant pool could be read as far as that.
        class: Option<String>,
        /// Offset into the class file, where one is known.
        at: Option<usize>,
        /// What is wrong, as a part of a sentence.
        problem: String,
    },
    /// The class file is newer than any that this version reads.
    TooNew {
        /// Internal name of the class, if it could be read.
        class: Option<String>,
        /// The class file's major version (70 is Java 26).
        major: u16,
    },
    /// The class-file parser itself panicked. Our bug: the guard before it should have refused the bytes.
    ParserPanicked {
        /// Internal name of the class, if it could be read.
        class: Option<String>,
    },
    /// A class was found at a path that belongs to another name (Java: `NoClassDefFoundError … (wrong name: …)`).
    WrongName {
        /// Directory or jar in which it was found.
        origin: PathBuf,
        /// The internal name that was looked for.
        expected: String,
        /// The internal name inside the class file.
        found: String,
    },
    /// A file or directory could not be read.
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The operating system's or the archive reader's message.
        problem: String,
    },
    /// A jar on the class path is not a readable zip archive, or an entry of it is damaged.
    Jar {
        /// The jar.
        path: PathBuf,
        /// What is wrong, as a part of a sentence.
        problem: String,
    },
    /// `lib/modules` is not a runtime image that can be read.
    Image {
        /// The image file.
        path: PathBuf,
        /// What is wrong, as a part of a sentence.
        problem: String,
    },
    /// A directory that was named as a JDK is not one that can be used.
    BadJdk {
        /// The directory.
        home: PathBuf,
        /// What is wrong, as a part of a sentence.
        problem: String,
    },
    /// No JDK was found anywhere.
    NoJdk {
        /// Each place that was tried, with the reason why it did not do.
        tried: Vec<String>,
    },
}

impl ClassError {
    /// The same error, about this class where it names none.
    pub(crate) fn of_class(mut self, name: &str) -> Self {
        if let Self::Malformed { class, .. } | Self::TooNew { class, .. } | Self::ParserPanicked { class } = &mut self {
            class.get_or_insert_with(|| name.to_string());
        }
        self
    }

    pub(crate) fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::Io {
            path: path.to_path_buf(),
            problem: error.to_string(),
        }
    }
}

/// "class a/B" or "a class file".
fn subject(class: Option<&str>) -> String {
    class.map_or_else(
        || "a class file".to_string(),
        |name| format!("class {}", name.replace('/', ".")),
    )
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed {
                class,
                at: Some(at),
                problem,
            } => {
                write!(f, "{} is malformed at byte {at}: {problem}", subject(class.as_deref()))
            }
            Self::Malformed {
                class,
                at: None,
                problem,
            } => {
                write!(f, "{} is malformed: {problem}", subject(class.as_deref()))
            }
            Self::TooNew { class, major } => write!(
                f,
                "{} is a class file of Java {} (version {major}); class files up to Java {} are supported: compile with --release {}",
                subject(class.as_deref()),
                major.saturating_sub(44),
                crate::NEWEST_FEATURE,
                crate::NEWEST_FEATURE,
            ),
            Self::ParserPanicked { class } => {
                write!(
                    f,
                    "{} made the class-file parser panic; please report it",
                    subject(class.as_deref())
                )
            }
            Self::WrongName {
                origin,
                expected,
                found,
            } => write!(
                f,
                "{} contains class {} at the path of {expected} (wrong name: {found}); rebuild it, or correct the class path",
                origin.display(),
                found.replace('/', "."),
            ),
            Self::Io { path, problem } => write!(f, "cannot read {}: {problem}", path.display()),
            Self::Jar { path, problem } => {
                write!(f, "cannot read the jar {}: {problem}", path.display())
            }
            Self::Image { path, problem } => write!(f, "cannot read the runtime image {}: {problem}", path.display()),
            Self::BadJdk { home, problem } => write!(
                f,
                "{} is not a JDK that can be used: {problem}; name the home of a JDK from 8 to {}",
                home.display(),
                crate::NEWEST_FEATURE,
            ),
            Self::NoJdk { tried } => {
                writeln!(f, "no JDK found; tried:")?;
                for place in tried {
                    writeln!(f, "  {place}")?;
                }
                write!(
                    f,
                    "install a JDK (17 is a good choice), or name one with --jdk or JAVA_HOME"
                )
            }
        }
    }
}

impl std::error::Error for ClassError {}
