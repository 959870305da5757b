//! What the properties of a `.jpf` file come to, with the files that it includes: Java PathFinder's dialect (its `Config`).
//!
//! `key+=` and `+key=` add to a value as they are, `${key}` is expanded as each value is stored, `nil` removes a key.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::properties::{self, Property};
use crate::files;

/// Includes that may be inside each other.
const DEEPEST: usize = 32;
/// Stands in a value for a variable that nobody has set.
pub const UNSET: char = '\0';

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// With variables in their place, and [`UNSET`] for those that are not set.
    pub value: String,
    /// The file that set it last.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
}

/// All keys of a file and of those that it includes.
#[derive(Debug, Default)]
pub struct Loaded {
    /// By key.
    pub entries: BTreeMap<String, Entry>,
    /// Keys that the value or name of another one mentions.
    pub mentioned: BTreeSet<String>,
    /// Remarks: file, 1-based line, sentence.
    pub remarks: Vec<(PathBuf, usize, String)>,
    open: Vec<PathBuf>,
}

/// Reads a file and what it includes.
///
/// # Errors
/// `file: what is wrong` or `file:line: what is wrong`: a file that cannot be read, or an include that leads back to itself.
pub fn load(file: &Path) -> Result<Loaded, String> {
    let mut loaded = Loaded::default();
    loaded.file(file)?;
    Ok(loaded)
}

/// A file cannot be used further, for a key that it needs is not there.
struct Lacks;

impl Loaded {
    fn file(&mut self, file: &Path) -> Result<(), String> {
        let bytes = files::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        self.open.push(file.to_path_buf());
        for property in properties::parse(&bytes) {
            if self.property(file, &property)?.is_err() {
                break;
            }
        }
        self.open.pop();
        Ok(())
    }

    fn property(&mut self, file: &Path, property: &Property) -> Result<Result<(), Lacks>, String> {
        let at = |message: String| format!("{}:{}: {message}", file.display(), property.line);
        if let Some(keyword) = property.key.strip_prefix('@') {
            let value = self.expand(file, property.line, &property.value);
            return self.keyword(file, keyword, value.trim(), property.line).map_err(at);
        }
        let key = self.expand(file, property.line, &property.key).replace(UNSET, "");
        let value = normal(&self.expand(file, property.line, &property.value));
        let (key, value) = match (key.strip_suffix('+'), key.strip_prefix('+')) {
            (Some(key), _) => (key, self.joined(key, value, |old, new| old + &new)),
            (None, Some(key)) => (key, self.joined(key, value, |old, new| new + &old)),
            (None, None) => (key.as_str(), value),
        };
        if key.is_empty() {
            return Err(at("a key is missing before the value".into()));
        }
        match value {
            None => {
                self.entries.remove(key);
            }
            Some(value) => {
                let entry = Entry {
                    value,
                    file: file.to_path_buf(),
                    line: property.line,
                };
                self.entries.insert(key.to_owned(), entry);
            }
        }
        Ok(Ok(()))
    }

    fn joined(&self, key: &str, new: Option<String>, join: impl Fn(String, String) -> String) -> Option<String> {
        let old = self.entries.get(key).map(|entry| entry.value.clone());
        match (old, new) {
            (Some(old), Some(new)) => Some(join(old, new)),
            (old, new) => old.or(new),
        }
    }

    fn keyword(&mut self, file: &Path, keyword: &str, value: &str, line: usize) -> Result<Result<(), Lacks>, String> {
        match keyword {
            "requires" => {
                let mut keys = value.split([',', ';']).map(str::trim).filter(|key| !key.is_empty());
                return Ok(match keys.find(|key| !self.entries.contains_key(*key)) {
                    None => Ok(()),
                    Some(lacking) => {
                        let message = format!("`{lacking}` is not set, so the rest of the file is ignored");
                        self.remark(file, line, message);
                        Err(Lacks)
                    }
                });
            }
            "include" => self.include(file, value)?,
            "include_if" | "include_unless" => {
                let condition = value.strip_prefix('?').and_then(|rest| rest.split_once('?'));
                let (key, other) = condition.ok_or_else(|| format!("write @{keyword} = ?key?file"))?;
                if self.entries.contains_key(key) == (keyword == "include_if") {
                    self.include(file, other)?;
                }
            }
            "using" => self.remark(
                file,
                line,
                format!(
                    "the project `{value}` of Java PathFinder is not read; set the keys that you need from it here"
                ),
            ),
            _ => {
                return Err(format!(
                    "`@{keyword}` is not known; expected one of @include, @include_if, @include_unless, @requires"
                ));
            }
        }
        Ok(Ok(()))
    }

    fn include(&mut self, file: &Path, name: &str) -> Result<(), String> {
        let other = folder_of(file).join(name);
        if name.is_empty() || other.is_dir() {
            return Err("name the file to include".into());
        }
        if self.open.contains(&other) || self.open.len() >= DEEPEST {
            return Err(format!("{} includes itself", other.display()));
        }
        self.file(&other)
    }

    /// The text with the values of keys in the place of `${key}`.
    fn expand(&mut self, file: &Path, line: usize, text: &str) -> String {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some((before, name, after)) = rest
            .split_once("${")
            .and_then(|(before, inner)| inner.split_once('}').map(|(name, after)| (before, name, after)))
        {
            expanded.push_str(before);
            match self.variable(file, name) {
                Some(value) => expanded.push_str(&value),
                None => {
                    self.remark(file, line, format!("`${{{name}}}` is not set here"));
                    expanded.push(UNSET);
                }
            }
            rest = after;
        }
        expanded + rest
    }

    fn variable(&mut self, file: &Path, name: &str) -> Option<String> {
        if let Some(entry) = self.entries.get(name) {
            self.mentioned.insert(name.to_owned());
            return Some(entry.value.clone());
        }
        let path = |path: PathBuf| Some(path.to_string_lossy().into_owned());
        match name {
            "config" => path(file.to_path_buf()),
            "config_path" => path(folder_of(file)),
            "user.dir" => path(std::env::current_dir().ok()?),
            "user.home" => path(std::env::home_dir()?),
            "file.separator" => Some(std::path::MAIN_SEPARATOR.to_string()),
            "path.separator" => Some(if cfg!(windows) { ";" } else { ":" }.into()),
            _ => None,
        }
    }

    fn remark(&mut self, file: &Path, line: usize, message: String) {
        self.remarks.push((file.to_path_buf(), line, message));
    }
}

/// The folder of a file that has a name.
pub fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Trimmed, with one word for each truth; `None` removes the key.
fn normal(value: &str) -> Option<String> {
    let value = value.trim();
    Some(match value.to_ascii_lowercase().as_str() {
        "nil" | "null" => return None,
        "true" | "yes" | "on" => "true".to_owned(),
        "false" | "no" | "off" => "false".to_owned(),
        _ => value.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn loaded(files: &[(&str, &str)]) -> Result<Loaded, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        load(&folder.path().join(files[0].0))
    }

    fn value(loaded: &Loaded, key: &str) -> Option<String> {
        loaded.entries.get(key).map(|entry| entry.value.clone())
    }

    #[test]
    fn values_are_added_expanded_and_removed() {
        let main = "name = Till\n${name}.size = 3\ntarget = shop.${name}\nlist = a\nlist+= ,b\n+list = c,\ngone = 1\ngone = nil\n\
                    flag = Yes\nhere = ${config_path}/x\n@include = common.jpf\nback = ${common}\n";
        let loaded = loaded(&[
            ("main.jpf", main),
            ("common.jpf", "common = ${config}\n@requires nothing\nlate = 1\n"),
        ])
        .unwrap();
        assert_eq!(value(&loaded, "Till.size").as_deref(), Some("3"));
        assert_eq!(value(&loaded, "target").as_deref(), Some("shop.Till"));
        assert_eq!(value(&loaded, "list").as_deref(), Some("c,a,b"));
        assert_eq!(value(&loaded, "flag").as_deref(), Some("true"));
        assert_eq!(value(&loaded, "gone"), None);
        assert!(value(&loaded, "here").unwrap().ends_with("/x"));
        assert!(value(&loaded, "back").unwrap().ends_with("common.jpf"));
        assert_eq!(value(&loaded, "late"), None);
        assert!(loaded.mentioned.contains("name"));
    }

    #[test]
    fn conditions_decide_about_includes() {
        let main = "a = 1\n@include_if = ?a?one.jpf\n@include_unless = ?a?two.jpf\n@include_if = ?b?two.jpf\n";
        let loaded = loaded(&[("main.jpf", main), ("one.jpf", "one = 1"), ("two.jpf", "two = 2")]).unwrap();
        assert_eq!((value(&loaded, "one"), value(&loaded, "two")), (Some("1".into()), None));
    }

    #[test]
    fn mistakes_have_their_line() {
        let circle = loaded(&[("main.jpf", "\n@include other.jpf"), ("other.jpf", "@include main.jpf")]);
        assert!(circle.unwrap_err().contains("other.jpf:1: "));
        assert!(
            loaded(&[("main.jpf", "@inclde x")])
                .unwrap_err()
                .contains("main.jpf:1: `@inclde` is not known")
        );
        assert!(
            loaded(&[("main.jpf", "@include gone.jpf")])
                .unwrap_err()
                .contains("gone.jpf")
        );
        let unset = loaded(&[("main.jpf", "\na = ${b}c")]).unwrap();
        assert_eq!((unset.remarks[0].1, value(&unset, "a").as_deref()), (2, Some("\0c")));
    }
}
