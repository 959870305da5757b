//! Stored trails: one JSON file each, named by its id, with what is needed to find its classes and sources again.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

use dropwire_check::{Finding, Trail};
use dropwire_classes::content_hash;
use serde::{Deserialize, Serialize};

use crate::pruning::{UNUSED, prune};
use crate::system;

/// A trail and where it came from. The file is a trail by the contract, with one field more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTrail {
    /// The trail.
    #[serde(flatten)]
    pub trail: Trail,
    /// Where its classes and sources were.
    #[serde(default)]
    pub origin: Origin,
}

/// Where a trail's classes and sources were, in absolute paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Origin {
    /// Home of the JDK.
    pub jdk_home: Option<PathBuf>,
    /// Directories and jars; without the temporary folder of a compiled `.java` file.
    pub class_path: Vec<PathBuf>,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// The `.java` file that was compiled for it; replay compiles it again.
    pub java_file: Option<PathBuf>,
}

impl Origin {
    /// A hash of where the classes are: of the class path, or of the `.java` file, which is compiled into another folder each time.
    pub fn hash(&self) -> u64 {
        origin_hash(&self.class_path, self.java_file.as_deref())
    }
}

/// A hash of where classes are; see [`Origin::hash`].
pub fn origin_hash(class_path: &[PathBuf], java_file: Option<&Path>) -> u64 {
    content_hash(format!("{class_path:?}\n{java_file:?}").as_bytes())
}

/// Ids of trails of classes there: two modules may have classes of one name with the same run, and each has a trail of its own.
pub fn name<'a>(findings: impl IntoIterator<Item = &'a mut Finding>, origin: u64) {
    for finding in findings {
        let id = &mut finding.trail.id;
        *id = format!("{:08x}", content_hash(format!("{id} {origin:016x}").as_bytes()) as u32);
    }
}

/// The folder for trails is kept below this, unless the user has named it.
const MOST_BYTES: u64 = 256 << 20;

/// The folder for trails unless `--trails` names another.
pub fn default_folder() -> PathBuf {
    system::cache_folder().join("trails")
}

/// Writes a trail as `ID.json` into a folder, at once or not at all.
///
/// # Errors
/// What the operating system says.
pub fn save(folder: &Path, stored: &StoredTrail) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("{}.json", stored.trail.id));
    let mut file = BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
    // Not indented: that is two thirds of a long trail.
    serde_json::to_writer(&mut file, stored)?;
    file.write_all(b"\n")?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(&path).map_err(|error| error.error)?;
    if folder == default_folder() {
        static PRUNED: Once = Once::new();
        PRUNED.call_once(|| prune(folder, MOST_BYTES, UNUSED));
    }
    Ok(path)
}

/// Reads a trail: a path, or an id within the folder.
///
/// # Errors
/// A sentence that says where was looked or what is wrong with the file.
pub fn load(named: &str, folder: &Path) -> Result<StoredTrail, String> {
    let as_path = PathBuf::from(named);
    let path = if as_path.is_file() {
        as_path
    } else {
        in_folder(named, folder)?
    };
    let text = crate::files::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{} is not a trail: {error}", path.display()))?;
    let format = value.get("format").and_then(serde_json::Value::as_u64);
    let ours = u64::from(dropwire_check::trail::TRAIL_FORMAT);
    if format.is_some_and(|format| format != ours) {
        let format = format.unwrap_or_default();
        return Err(format!(
            "{} has trail format {format}; this version reads {ours}",
            path.display()
        ));
    }
    let stored: StoredTrail =
        serde_json::from_value(value).map_err(|error| format!("{} is not a trail: {error}", path.display()))?;
    match stored.trail.omitted {
        0 => Ok(stored),
        omitted => Err(format!(
            "{} cannot be replayed: only its last steps were kept, the first {omitted} are missing",
            path.display()
        )),
    }
}

/// The files of this machine that the program has seen and that are no longer as they were.
pub fn changed_files(trail: &Trail) -> Vec<&str> {
    let is_as_found = |path: &str, hash: &str| {
        u64::from_str_radix(hash, 16).is_ok_and(|hash| dropwire_classes::is_as_found(path, hash))
    };
    let changed = trail.files.iter().filter(|(path, hash)| !is_as_found(path, hash));
    changed.map(|(path, _)| path.as_str()).collect()
}

/// The classes that are in folders of the class path with other bytes than the trail was recorded with. What is in a jar is not compared.
pub fn changed_classes<'a>(trail: &'a Trail, class_path: &[PathBuf]) -> Vec<&'a str> {
    let differs = |name: &str, hash: &str| {
        let path = format!("{}.class", name.replace('.', "/"));
        let bytes = class_path
            .iter()
            .find_map(|entry| crate::files::read(entry.join(&path)).ok());
        bytes.is_some_and(|bytes| format!("{:016x}", content_hash(&bytes)) != hash)
    };
    let changed = trail.classes.iter().filter(|(name, hash)| differs(name, hash));
    changed.map(|(name, _)| name.as_str()).collect()
}

fn in_folder(id: &str, folder: &Path) -> Result<PathBuf, String> {
    let plain = !id.is_empty() && id.chars().all(|letter| letter.is_ascii_alphanumeric());
    let path = folder.join(format!("{id}.json"));
    if plain && path.is_file() {
        Ok(path)
    } else {
        Err(format!(
            "no trail `{id}`: there is neither a file of that name nor a trail in {}",
            folder.display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::deadlock_report;

    #[test]
    fn a_stored_trail_is_found_by_id_and_by_path() {
        let folder = tempfile::tempdir().unwrap();
        let trail = deadlock_report().findings[0].trail.clone();
        let origin = Origin {
            class_path: vec!["/classes".into()],
            ..Origin::default()
        };
        let stored = StoredTrail { trail, origin };
        let path = save(folder.path(), &stored).unwrap();
        assert_eq!(load(&stored.trail.id, folder.path()), Ok(stored.clone()));
        assert_eq!(load(path.to_str().unwrap(), Path::new("/nowhere")), Ok(stored));
    }

    #[test]
    fn the_same_run_of_another_module_has_another_id() {
        let id = |class_path: &str, java_file: Option<&str>| {
            let origin = Origin {
                class_path: vec![class_path.into()],
                java_file: java_file.map(PathBuf::from),
                ..Origin::default()
            };
            let mut findings = deadlock_report().findings;
            name(&mut findings, origin.hash());
            findings.remove(0).trail.id
        };
        assert_eq!(id("/a/bin", None), id("/a/bin", None));
        assert_ne!(id("/a/bin", None), id("/b/bin", None));
        assert_ne!(id("/a/bin", None), id("/a/bin", Some("/a/Till.java")));
        assert_eq!(id("/a/bin", None).len(), 8);
    }

    #[test]
    fn classes_that_were_compiled_since_are_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("shop")).unwrap();
        std::fs::write(folder.path().join("shop/Till.class"), "one").unwrap();
        let mut trail = deadlock_report().findings[0].trail.clone();
        let hash = format!("{:016x}", content_hash(b"one"));
        trail.classes = [("shop.Till".to_owned(), hash.clone()), ("shop.Gone".to_owned(), hash)].into();
        let class_path = [folder.path().to_path_buf()];
        assert!(changed_classes(&trail, &class_path).is_empty());
        std::fs::write(folder.path().join("shop/Till.class"), "other").unwrap();
        assert_eq!(changed_classes(&trail, &class_path), ["shop.Till"]);
    }

    #[test]
    fn unreadable_ones_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let newer = folder.path().join("newer.json");
        std::fs::write(&newer, r#"{"format": 99}"#).unwrap();
        let message = load(newer.to_str().unwrap(), folder.path()).unwrap_err();
        assert!(message.contains("format 99"), "{message}");
        assert!(
            load("../newer", folder.path())
                .unwrap_err()
                .contains("no trail `../newer`")
        );
    }
}
