//! Every class that one program can see: the JDK's image first, then its class path.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::class_path::ClassPath;
use crate::error::ClassError;
use crate::found_files::FoundFiles;
use crate::jdk::Jdk;
use crate::library::Library;
use crate::looked::{DIRECTORY, Looked};

/// The classes of a JDK and of a class path.
///
/// Bytes of user classes are read once and leaked, so that parsed classes can borrow from them without end:
/// one worker process checks one program. Do not keep one in a process that lives on, such as the server.
#[derive(Debug)]
pub struct Universe {
    /// The JDK's own classes.
    pub library: Library,
    /// The program's own classes.
    pub class_path: ClassPath,
    /// The JDK that the library belongs to.
    pub jdk: Jdk,
    /// Files of this machine that the program may see.
    pub files: FoundFiles,
    /// What has been leaked, so that nothing is leaked twice.
    leaked: Mutex<HashMap<String, Found>>,
    /// What was looked up on the class path, by path.
    looked_up: Mutex<BTreeMap<String, Looked>>,
}

/// Bytes of a name at most: no class file and no archive has longer ones (JVMS 4.4.7).
pub const LONGEST_NAME: usize = 65535;

/// What lies at a path of the class path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// A file, with its content.
    File(Vec<u8>),
    /// No entry has a file there, and one of them has a directory.
    Directory,
    /// Nothing.
    Nothing,
}

/// Whether a resource is a list that each entry of a class path contributes to.
pub fn is_joined(path: &str) -> bool {
    path.starts_with("META-INF/services/")
}

/// A class file and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The class file.
    pub bytes: &'static [u8],
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a class comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The JDK's own library.
    Image {
        /// The module; `rt.jar` where there are none.
        module: &'static str,
    },
    /// This directory or jar of the class path.
    ClassPath(PathBuf),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image { module } => write!(f, "module {module}"),
            Self::ClassPath(entry) => write!(f, "{}", entry.display()),
        }
    }
}

impl Universe {
    /// Opens the JDK's library and the class path.
    ///
    /// # Errors
    /// An image or an entry of the class path that cannot be read.
    pub fn open(jdk: &Jdk, class_path: &[PathBuf]) -> Result<Self, ClassError> {
        Ok(Self {
            library: Library::open(jdk)?,
            class_path: ClassPath::open(class_path, jdk.feature)?,
            jdk: jdk.clone(),
            files: FoundFiles::default(),
            leaked: Mutex::default(),
            looked_up: Mutex::default(),
        })
    }

    /// Whether the JDK's own library has a class of this internal name.
    pub fn is_in_library(&self, name: &str) -> bool {
        matches!(self.library.find_class(name), Ok(Some(_)))
    }

    /// Finds a class by its internal name, `a/b/C`.
    ///
    /// A package of the JDK's modules is looked up there only, as Java's own loaders do: a class path cannot
    /// add to it.
    ///
    /// # Errors
    /// A class or archive that is there but cannot be read.
    pub fn find(&self, name: &str) -> Result<Option<Found>, ClassError> {
        if name.len() > LONGEST_NAME {
            return Ok(None);
        }
        if let Some(found) = self.leaked_class(name) {
            return Ok(Some(found));
        }
        if let Some(class) = self.library.find_class(name)? {
            let origin = Origin::Image { module: class.module };
            return Ok(Some(match class.bytes {
                Cow::Borrowed(bytes) => Found { bytes, origin },
                Cow::Owned(bytes) => self.leak(name, bytes, origin),
            }));
        }
        if self.is_in_own_package(name) {
            return Ok(None);
        }
        let found = self
            .class_path
            .find_class(name)
            .inspect_err(|_| self.note_unreadable(name))?;
        let origin = found
            .as_ref()
            .map(|class| (class.origin.as_path(), class.bytes.as_slice()));
        self.note(format!("{name}.class"), origin);
        Ok(found.map(|class| self.leak(name, class.bytes, Origin::ClassPath(class.origin))))
    }

    /// A class file that cannot be read was looked at all the same: when it changes, the answer may.
    fn note_unreadable(&self, name: &str) {
        let path = format!("{name}.class");
        if let Ok(Some((origin, bytes))) = self.class_path.locate_resource(&path) {
            self.note(path, Some((origin, bytes.as_slice())));
        }
    }

    /// A resource of the class path; `None` for a directory, or for nothing.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        if path.len() > LONGEST_NAME {
            return Ok(None);
        }
        Ok(match self.at(path)? {
            At::File(bytes) => Some(bytes),
            At::Directory | At::Nothing => None,
        })
    }

    /// What lies at a path, as if all entries of the class path were one directory. Lists of services are joined,
    /// because each entry contributes its own.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn at(&self, path: &str) -> Result<At, ClassError> {
        if !is_joined(path) {
            let found = self.class_path.locate_resource(path)?;
            let origin = found.as_ref().map(|(origin, bytes)| (*origin, bytes.as_slice()));
            let without_file = self.note(path.to_owned(), origin);
            return Ok(found.map_or(without_file, |(_, bytes)| At::File(bytes)));
        }
        let built_here = self.class_path.find_in_directories(path)?;
        let hash = crate::content_hash(&built_here.join(&b'\n'));
        self.remember(path.to_owned(), None, hash);
        let lists = self.class_path.find_resources(path)?;
        Ok(if lists.is_empty() {
            At::Nothing
        } else {
            At::File(lists.join(&b'\n'))
        })
    }

    /// What has been looked up so far: on the class path, sorted by path, then among the files of this machine.
    pub fn looked_up(&self) -> Vec<Looked> {
        let looked_up = self.looked_up.lock().unwrap_or_else(PoisonError::into_inner);
        looked_up.values().cloned().chain(self.files.looked_up()).collect()
    }

    /// Remembers what was found. Where that was no file, says what lies there instead.
    fn note(&self, path: String, found: Option<(&Path, &[u8])>) -> At {
        let is_directory = found.is_none() && self.class_path.has_directory(&path);
        match found {
            Some((origin, bytes)) => self.remember(path, Some(origin.to_path_buf()), crate::content_hash(bytes)),
            None if is_directory => self.remember(path, None, DIRECTORY),
            None => self.remember(path, None, 0),
        }
        if is_directory { At::Directory } else { At::Nothing }
    }

    fn remember(&self, path: String, origin: Option<PathBuf>, hash: u64) {
        let mut looked_up = self.looked_up.lock().unwrap_or_else(PoisonError::into_inner);
        looked_up
            .entry(path.clone())
            .or_insert_with(|| Looked { path, origin, hash });
    }

    fn is_in_own_package(&self, name: &str) -> bool {
        name.rsplit_once('/')
            .is_some_and(|(package, _)| self.library.owns_package(package))
    }

    fn leaked_class(&self, name: &str) -> Option<Found> {
        let leaked = self.leaked.lock().unwrap_or_else(PoisonError::into_inner);
        leaked.get(name).cloned()
    }

    fn leak(&self, name: &str, bytes: Vec<u8>, origin: Origin) -> Found {
        let mut leaked = self.leaked.lock().unwrap_or_else(PoisonError::into_inner);
        let found = leaked.entry(name.to_string()).or_insert_with(|| Found {
            bytes: Vec::leak(bytes),
            origin,
        });
        found.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::RuntimeImage;
    use crate::testing::{TempDir, installed_jdk};
    use std::fs;

    #[test]
    fn the_image_first_then_the_class_path() {
        let Some(jdk) = installed_jdk("universe") else {
            return;
        };
        let dir = TempDir::new("universe");
        let image = RuntimeImage::open(&jdk.home).unwrap();
        let map = image.find_class("java/util/HashMap").unwrap().unwrap().bytes;
        // The same bytes under a name of the same length, as the program's own class.
        let mut own = map.to_vec();
        let at = own
            .windows(17)
            .position(|window| window == b"java/util/HashMap")
            .unwrap();
        own[at..at + 17].copy_from_slice(b"java/abcd/HashMap");
        for (path, bytes) in [("java/abcd/HashMap.class", &own[..]), ("java/util/Extra.class", &map)] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let universe = Universe::open(&jdk, &[dir.path().to_path_buf()]).unwrap();
        let found = universe.find("java/util/HashMap").unwrap().unwrap();
        assert_eq!(found.origin, Origin::Image { module: "java.base" });
        let found = universe.find("java/abcd/HashMap").unwrap().unwrap();
        assert_eq!(found.bytes, own);
        assert_eq!(found.origin, Origin::ClassPath(dir.path().to_path_buf()));
        let again = universe.find("java/abcd/HashMap").unwrap().unwrap();
        assert!(std::ptr::eq(found.bytes, again.bytes), "leaked once");
        assert_eq!(
            universe.find("java/util/Extra").unwrap(),
            None,
            "no class path adds to java.util"
        );
        assert_eq!(universe.find("java/abcd/Absent").unwrap(), None);
    }

    #[test]
    fn what_was_looked_up_is_remembered_also_what_was_not_there() {
        let Some(jdk) = installed_jdk("universe") else {
            return;
        };
        let dir = TempDir::new("looked-up");
        fs::create_dir_all(dir.path().join("META-INF/services")).unwrap();
        fs::write(dir.path().join("a.properties"), b"a").unwrap();
        fs::write(dir.path().join("META-INF/services/S"), b"T").unwrap();
        let universe = Universe::open(&jdk, &[dir.path().to_path_buf()]).unwrap();
        assert_eq!(universe.find("own/Absent").unwrap(), None);
        fs::write(dir.path().join("Half.class"), b"half").unwrap();
        assert!(universe.find("Half").is_err());
        universe.find("java/lang/String").unwrap();
        assert_eq!(universe.resource("a.properties").unwrap(), Some(b"a".to_vec()));
        assert_eq!(universe.resource("META-INF/services/S").unwrap(), Some(b"T".to_vec()));
        fs::create_dir_all(dir.path().join("data/of")).unwrap();
        assert_eq!(universe.at("data/of").unwrap(), At::Directory);
        assert_eq!(universe.at("data/no").unwrap(), At::Nothing);
        let looked = |path: &str, origin: Option<&Path>, hash| Looked {
            path: path.into(),
            origin: origin.map(Path::to_path_buf),
            hash,
        };
        assert_eq!(
            universe.looked_up(),
            [
                looked("Half.class", Some(dir.path()), crate::content_hash(b"half")),
                looked("META-INF/services/S", None, crate::content_hash(b"T")),
                looked("a.properties", Some(dir.path()), crate::content_hash(b"a")),
                looked("data/no", None, 0),
                looked("data/of", None, DIRECTORY),
                looked("own/Absent.class", None, 0),
            ]
        );
    }
}
