//! One jar of a class path: a zip archive, its manifest, and its versioned directories (JEP 238).

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;
use zip::result::ZipError;

use super::names;
use crate::error::ClassError;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";

/// The first feature release that knows versioned directories.
const FIRST_VERSIONED: u32 = 9;

/// The largest entry that is read; what claims to be longer is a bomb or damaged.
const LARGEST_ENTRY: u64 = 256 << 20;

pub(super) struct Jar {
    path: PathBuf,
    // A lock, as reading an entry moves the file's position.
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The versioned directories that apply, newest first; none unless the manifest says "Multi-Release".
    versions: Vec<u32>,
    /// What the manifest's Class-Path names.
    class_path: Vec<PathBuf>,
}

impl Jar {
    pub fn open(path: &Path, feature: u32) -> Result<Self, ClassError> {
        let file = File::open(path).map_err(|error| ClassError::io(path, &error))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(path, &error))?;
        let archive = Mutex::new(archive);
        let mut jar = Self {
            path: path.to_path_buf(),
            archive,
            versions: Vec::new(),
            class_path: Vec::new(),
        };
        if let Some(manifest) = jar.read_entry(MANIFEST)? {
            let manifest = String::from_utf8_lossy(&manifest).into_owned();
            if main_attribute(&manifest, "Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
                jar.versions = jar.applicable_versions(feature);
            }
            let class_path = main_attribute(&manifest, "Class-Path").unwrap_or_default();
            jar.class_path = class_path
                .split_ascii_whitespace()
                .filter_map(|url| beside(path, url))
                .collect();
        }
        Ok(jar)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files and directories that the manifest names. They need not exist.
    pub fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }

    /// Reads an entry, in the newest version that applies.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        if !path.starts_with("META-INF/") {
            for version in &self.versions {
                if let Some(bytes) = self.read_entry(&format!("{VERSIONS}{version}/{path}"))? {
                    return Ok(Some(bytes));
                }
            }
        }
        self.read_entry(path)
    }

    pub fn class_names(&self, names: &mut BTreeSet<String>) {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        for entry in archive.file_names().filter_map(Result::ok) {
            let (version, path) = versioned(&entry).map_or((None, &*entry), |(version, path)| (Some(version), path));
            if version.is_none_or(|version| self.versions.contains(&version)) {
                names.extend(names::class_of(path).map(str::to_string));
            }
        }
    }

    fn applicable_versions(&self, feature: u32) -> Vec<u32> {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = archive.file_names().filter_map(Result::ok); // a name in an unknown encoding is no class's
        let versions = entries.filter_map(|entry| versioned(&entry).map(|(version, _)| version));
        let applicable: BTreeSet<u32> = versions
            .filter(|version| (FIRST_VERSIONED..=feature).contains(version))
            .collect();
        applicable.into_iter().rev().collect()
    }

    fn read_entry(&self, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let bad = |problem: String| ClassError::Jar {
            path: self.path.clone(),
            problem: format!("{name}: {problem}"),
        };
        let entry = match archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(bad(error.to_string())),
        };
        let mut bytes = Vec::new();
        // The entry's own claim of its size is not trusted.
        entry
            .take(LARGEST_ENTRY + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| bad(error.to_string()))?;
        if bytes.len() as u64 > LARGEST_ENTRY {
            return Err(bad(format!("it is larger than {LARGEST_ENTRY} bytes")));
        }
        Ok(Some(bytes))
    }
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jar")
            .field("path", &self.path)
            .field("versions", &self.versions)
            .finish_non_exhaustive()
    }
}

fn unreadable(path: &Path, error: &ZipError) -> ClassError {
    ClassError::Jar {
        path: path.to_path_buf(),
        problem: error.to_string(),
    }
}

/// `META-INF/versions/11/a/B.class` → 11 and `a/B.class`.
fn versioned(entry: &str) -> Option<(u32, &str)> {
    let (version, path) = entry.strip_prefix(VERSIONS)?.split_once('/')?;
    Some((version.parse().ok()?, path))
}

/// The value of an attribute of the manifest's main section. Lines of 72 bytes go on after a newline and a space.
fn main_attribute(manifest: &str, name: &str) -> Option<String> {
    let mut lines = manifest.lines().take_while(|line| !line.is_empty());
    let is_named = |line: &&str| {
        line.split_once(':')
            .is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
    };
    let (_, value) = lines.by_ref().find(is_named)?.split_once(':')?;
    let mut value = value.strip_prefix(' ').unwrap_or(value).to_string();
    value.extend(lines.map_while(|line| line.strip_prefix(' ')));
    Some(value.trim().to_string())
}

/// The file that a relative or `file:` URL in a manifest means; `None` for URLs of other kinds.
fn beside(jar: &Path, url: &str) -> Option<PathBuf> {
    let (path, is_file_url) = match url.strip_prefix("file:") {
        Some(path) => (path.strip_prefix("//").unwrap_or(path), true),
        None => (url, false),
    };
    if !is_file_url && url.split('/').next().is_some_and(|first| first.contains(':')) {
        return None; // http: and the like
    }
    let mut path = percent_decoded(path)?;
    // `/C:/lib/a.jar` is `C:/lib/a.jar`.
    if cfg!(windows) && path.as_bytes().get(2) == Some(&b':') && path.starts_with('/') {
        path.remove(0);
    }
    Some(jar.parent()?.join(path))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                decoded.push((digit(high)? * 16 + digit(low)?) as u8);
                after
            }
            _ => {
                decoded.push(*first);
                after
            }
        };
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests() {
        let manifest = "Manifest-Version: 1.0\r\nclass-path: a.jar lib/b\r\n .jar file:/x/c%20d.jar\r\nMulti-Release: true\r\n\r\nName: x\r\nSealed: true\r\n";
        assert_eq!(
            main_attribute(manifest, "Class-Path").as_deref(),
            Some("a.jar lib/b.jar file:/x/c%20d.jar")
        );
        assert_eq!(main_attribute(manifest, "Multi-Release").as_deref(), Some("true"));
        assert_eq!(main_attribute(manifest, "Sealed"), None, "not in the main section");
    }

    #[cfg(unix)]
    #[test]
    fn urls_in_manifests() {
        let jar = Path::new("/x/main.jar");
        assert_eq!(beside(jar, "lib/b.jar"), Some("/x/lib/b.jar".into()));
        assert_eq!(beside(jar, "file:/y/c%20d.jar"), Some("/y/c d.jar".into()));
        assert_eq!(beside(jar, "file:///y/c.jar"), Some("/y/c.jar".into()));
        assert_eq!(beside(jar, "http://y/c.jar"), None);
        assert_eq!(beside(jar, "%zz"), None);
    }

    #[test]
    fn versioned_paths() {
        assert_eq!(versioned("META-INF/versions/11/a/B.class"), Some((11, "a/B.class")));
        assert_eq!(versioned("META-INF/versions/x/a/B.class"), None);
        assert_eq!(versioned("a/B.class"), None);
    }
}
