//! Reads `dropwire.toml`, with the line of every remark.
//!
//! An unknown key is a warning, so that a newer file still works; a wrong value is an error, so that nothing runs under
//! a misunderstanding. All errors of a file are found, each on its line: what is wrong is passed over, and the rest is read.

mod properties;

use std::path::{Path, PathBuf};

use dropwire_check::{JvmArgs, Kind, Perturbation, Replacement, Subject};
use toml_edit::{Array, Document, Item, Key, Table, Value};

use super::entries::{IGNORE, MODULE, PERTURB, REPLACE, TARGET, names};
use super::keys::{self, KeyError};
use super::{Config, IgnoreEntry, ModuleEntry, Said, SaidBy, Settings, TargetEntry, Warning, edit};
use crate::nearest::nearest;
pub use properties::{PropertyPlace, property_places};

/// The tables of the file, and its one key.
pub const TOP: [&str; 16] = [
    "baseline", "target", "module", "build", "limits", "search", "choice", "jdk", "files", "vm", "object", "replace",
    "perturb", "property", "ignore", "symbolic",
];

/// Lines at most that are reported as no TOML. Reading goes on behind each of them.
const MOST_SYNTAX_ERRORS: usize = 20;

/// Lines of a list at most, for it to be found as the beginning of an error.
const LONGEST_ENTRY: usize = 100;

/// Bytes of a text at most of which more than the first line that is no TOML is reported: it is read once for each.
const LARGEST_TO_GO_ON: usize = 64 << 10;

/// Bytes of a configuration file at most: nobody writes one by hand, and reading it takes long.
const LARGEST: u64 = 4 << 20;

/// Reads a configuration file.
///
/// # Errors
/// `file:line: what is wrong`, on a line for each error, for a file that cannot be read, is not TOML, or holds wrong values.
pub fn read_file(file: &Path) -> Result<Config, String> {
    let text =
        crate::files::read_to_string_up_to(file, LARGEST).map_err(|error| format!("{}: {error}", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let mut config = read_text(&text, &folder).map_err(|errors| {
        let lines = errors
            .iter()
            .map(|error| format!("{}:{}: {}", file.display(), error.line, error.message));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    config.file = Some(file.to_path_buf());
    Ok(config)
}

/// Whether a text can be the configuration of a project.
pub fn is_readable(text: &str) -> bool {
    read_text(text, Path::new("/")).is_ok()
}

/// Reads configuration text whose paths are relative to `folder`.
///
/// # Errors
/// All that is wrong, in the order of the lines; at least one.
pub fn read_text(text: &str, folder: &Path) -> Result<Config, Vec<Warning>> {
    read_text_over(text, folder, Settings::default())
}

/// The same, over settings that hold where the text says nothing.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_over(text: &str, folder: &Path, base: Settings) -> Result<Config, Vec<Warning>> {
    let (readable, mut errors) = without_syntax_errors(text);
    let mut reader = Reader::new(&readable, folder, base);
    // Else there are so many that nothing is left to read.
    if let Ok(document) = Document::parse(readable.as_str()) {
        document
            .iter()
            .for_each(|(name, item)| reader.entry(document.as_table().key(name), name, item));
    }
    errors.append(&mut reader.errors);
    errors.sort_by_key(|error| error.line);
    if errors.is_empty() {
        Ok(reader.config)
    } else {
        Err(errors)
    }
}

/// The text with empty lines in the place of those that are no TOML, and what is wrong with each. Where that is the header of
/// a table, its keys would be another one's: they go with it.
fn without_syntax_errors(text: &str) -> (String, Vec<Warning>) {
    let mut readable = text.to_owned();
    let mut errors = Vec::new();
    while errors.len() < MOST_SYNTAX_ERRORS {
        let Err(error) = Document::parse(readable.as_str()) else {
            break;
        };
        let line = line_of(&readable, error.span().map_or(0, |span| span.start));
        if text.len() > LARGEST_TO_GO_ON {
            errors.push(Warning::new(line, error.message()));
            break;
        }
        let mut lines: Vec<&str> = readable.split('\n').collect();
        let begun = began(&lines, line);
        let text_of = |line: usize| lines.get(line - 1).copied().unwrap_or_default();
        // A list that is not closed goes wrong where the next entry begins.
        let is_unclosed = begun < line && (begins_entry(text_of(line)) || text_of(line).trim().is_empty());
        let at = if is_unclosed { begun } else { line };
        errors.push(Warning::new(at, error.message()));
        if text_of(begun).trim().is_empty() {
            break; // nothing can be taken out
        }
        let first = text_of(begun);
        let is_header = first.trim_start().starts_with('[');
        let is_open = first.matches('[').count() > first.matches(']').count() || first.contains("\"\"\"");
        let is_long = begun < line || is_open;
        let of_it = lines.iter_mut().skip(begun - 1).enumerate();
        let goes_on = |index: usize, line: &str| match (index, is_header) {
            (0, _) => true,
            (_, true) => !line.trim_start().starts_with('['),
            (_, false) => is_long && (index < line_count(begun, at) || !begins_entry(line)),
        };
        of_it
            .take_while(|(index, line)| goes_on(*index, line))
            .for_each(|(_, line)| *line = "");
        readable = lines.join("\n");
    }
    (readable, errors)
}

fn line_count(first: usize, last: usize) -> usize {
    last + 1 - first
}

/// The line at which what is wrong on a line has begun: all before it is TOML.
fn began(lines: &[&str], line: usize) -> usize {
    let is_toml = |count: usize| Document::parse(lines[..count.min(lines.len())].join("\n")).is_ok();
    let before = (line.saturating_sub(LONGEST_ENTRY).max(1)..=line).rev();
    before.into_iter().find(|&first| is_toml(first - 1)).unwrap_or(line)
}

/// Whether a line looks like a header or a key with its value.
fn begins_entry(line: &str) -> bool {
    let line = line.trim_start();
    let is_key = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let rest = line.trim_start_matches(is_key);
    let header = line.strip_prefix('[').map(|rest| rest.trim_start_matches('['));
    header.is_some_and(|name| name.starts_with(is_key))
        || (rest.len() < line.len() && rest.trim_start().starts_with('='))
}

struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
    config: Config,
    errors: Vec<Warning>,
}

type Line<T> = Result<T, (usize, String)>;

impl<'a> Reader<'a> {
    fn new(text: &'a str, folder: &'a Path, base: Settings) -> Reader<'a> {
        Reader {
            text,
            folder,
            config: Config {
                settings: base,
                ..Config::default()
            },
            errors: Vec::new(),
        }
    }
}

impl Reader<'_> {
    /// One key of the file, with all below it.
    fn entry(&mut self, key: Option<&Key>, name: &str, item: &Item) {
        match (name, item) {
            ("target", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.target(table)),
            ("module", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.module(table)),
            ("ignore", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.ignore(table)),
            ("replace", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.replacement(table)),
            ("perturb", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.perturbation(table)),
            ("property", Item::ArrayOfTables(tables)) => tables.iter().for_each(|table| self.property(table)),
            ("limits" | "search" | "jdk" | "files" | "vm" | "object" | "symbolic" | "build", Item::Table(table)) => {
                self.settings(name, table)
            }
            ("choice", Item::Table(table)) => self.choices(table),
            ("choice", _) => self.refuse(self.line(key), "write [choice.NAME], one for each name".into()),
            ("target" | "module" | "replace" | "perturb" | "property" | "ignore", _) => {
                self.refuse(self.line(key), format!("write [[{name}]], one for each"));
            }
            ("limits" | "search" | "jdk" | "files" | "vm" | "object" | "symbolic" | "build", _) => {
                self.refuse(self.line(key), format!("write [{name}], with a key on each line below"));
            }
            ("baseline", _) => {
                if let Some(file) = self.noted(self.string(key, item)) {
                    self.config.baseline = Some((self.folder.join(file), self.line(key)));
                }
            }
            _ => self.warn(key, keys::unknown(name, TOP)),
        }
    }

    fn refuse(&mut self, line: usize, message: String) {
        self.errors.push(Warning::new(line, message));
    }

    /// What was read; else the error is kept, and reading goes on.
    fn noted<T>(&mut self, read: Line<T>) -> Option<T> {
        read.map_err(|(line, message)| self.refuse(line, message)).ok()
    }

    fn line_of_table(&self, table: &Table) -> usize {
        table.span().map_or(1, |span| line_of(self.text, span.start))
    }

    fn settings(&mut self, section: &str, table: &Table) {
        for (name, item) in table.iter() {
            let key = table.key(name);
            let value = match section {
                "files" => self.strings(key, item).map(|paths| paths.join(",")),
                _ => scalar(item).ok_or_else(|| (self.line(key), format!("`{name}` expects one value"))),
            };
            let Some(value) = self.noted(value) else { continue };
            let whole = format!("{section}.{name}");
            match keys::apply(&mut self.config.settings, &whole, &value) {
                Ok(()) => {
                    let by = SaidBy::ConfigFile(self.line(key));
                    self.config.said.insert(keys::current_name(&whole), Said { value, by });
                }
                Err(KeyError::Invalid(message)) => {
                    self.refuse(self.line(key), format!("{section}.{name}: {message}"));
                }
                Err(KeyError::Unknown(message)) => self.warn(key, message),
            }
        }
        if section == "jdk" {
            let home = self.config.settings.jdk_home.take();
            self.config.settings.jdk_home = home.map(|home| self.folder.join(home));
        }
    }

    /// `[choice.NAME]`. What is wrong with one is on the line of its header.
    fn choices(&mut self, table: &Table) {
        let mut are_right = true;
        for (name, item) in table.iter() {
            let key = table.key(name);
            let Item::Table(parameters) = item else {
                self.refuse(
                    self.line(key),
                    "write [choice.NAME], with a key on each line below".into(),
                );
                continue;
            };
            let before = self.errors.len();
            for (parameter, item) in parameters.iter() {
                let line = self.line(parameters.key(parameter));
                let Some(value) = scalar(item).or_else(|| scalars(item)) else {
                    self.refuse(line, format!("`{parameter}` expects a value or a list of values"));
                    continue;
                };
                let whole = format!("choice.{name}.{parameter}");
                self.config.settings.options.choices.set(&whole, &value);
                let by = SaidBy::ConfigFile(line);
                self.config.said.insert(whole, Said { value, by });
            }
            // The generators are made of all choices so far: behind a wrong one nothing can be said of the next.
            are_right &= self.errors.len() == before;
            if are_right && let Err(message) = self.config.settings.options.choices.generators() {
                self.refuse(self.line_of_table(parameters), message);
                are_right = false;
            }
        }
    }

    fn target(&mut self, table: &Table) {
        let mut entry = TargetEntry {
            line: self.line_of_table(table),
            ..TargetEntry::default()
        };
        for (name, item) in table.iter() {
            let read = self.key_of_target(table.key(name), name, item, &mut entry);
            self.noted(read);
        }
        let names = ["main", "test", "object", "symbolic"];
        if entry.main.is_empty() && !names.iter().any(|name| self.is_refused(table, name)) {
            let message = "a [[target]] needs `main`, the name of a class, `test`, a test class or class#method, `object`, a class, or `symbolic`, a method";
            self.refuse(entry.line, message.into());
        }
        self.config.targets.push(entry);
    }

    fn key_of_target(&mut self, key: Option<&Key>, name: &str, item: &Item, entry: &mut TargetEntry) -> Line<()> {
        match name {
            "main" => entry.main = self.string(key, item)?,
            "args" => entry.args = self.strings(key, item)?,
            "jvm-args" => {
                let said = self.strings(key, item)?;
                entry.jvm_args = JvmArgs::parse(&said).map_err(|error| (self.line(key), error))?;
            }
            "stdin" => entry.stdin = Some(self.folder.join(self.string(key, item)?)),
            "module" => entry.module = Some(self.string(key, item)?),
            "methods" | "observers" | "non-parallel" => {
                let separator = if name == "non-parallel" { ";" } else { "," };
                let said = self.strings(key, item)?.join(separator);
                entry.object.set(name, &said).map_err(|error| (self.line(key), error))?;
            }
            "threads" | "calls" | "arguments" | "new" | "spec" | "consistency" | "prefix" | "progress"
            | "cancellation" => {
                let said = scalar(item).ok_or_else(|| (self.line(key), format!("`{name}` expects a value")))?;
                entry.object.set(name, &said).map_err(|error| (self.line(key), error))?;
            }
            "test" => {
                entry.main = self.string(key, item)?;
                entry.is_test = true;
            }
            "symbolic" => {
                entry.main = self.string(key, item)?;
                entry.symbolic.ask();
            }
            "parameters" => {
                let said = self.string(key, item)?;
                let set = entry.symbolic.set_parameters(&said);
                set.map_err(|error| (self.line(key), error))?;
            }
            "object" => {
                let class = self.string(key, item)?;
                entry.main = crate::discover::graph::object_target(&class);
            }
            _ => self.warn(key, keys::unknown(name, names(TARGET))),
        }
        Ok(())
    }

    /// Whether the table has this key, and its value is none of the expected sort: that has been said on its line.
    fn is_refused(&self, table: &Table, name: &str) -> bool {
        table.get(name).is_some_and(|item| !item.is_str())
    }

    fn module(&mut self, table: &Table) {
        let said = table.get_key_value("root");
        let said = said.and_then(|(key, item)| self.noted(self.string(Some(key), item)));
        let root = said.map_or_else(|| self.folder.to_path_buf(), |root| self.folder.join(root));
        let mut entry = ModuleEntry {
            root: root.clone(),
            line: self.line_of_table(table),
            ..ModuleEntry::default()
        };
        for (name, item) in table.iter() {
            let read = self.key_of_module(table.key(name), name, item, &mut entry);
            self.noted(read);
        }
        if entry.name.is_empty() {
            entry.name = root
                .file_name()
                .map_or_else(|| "main".into(), |name| name.to_string_lossy().into_owned());
        }
        self.config.modules.push(entry);
    }

    fn key_of_module(&mut self, key: Option<&Key>, name: &str, item: &Item, entry: &mut ModuleEntry) -> Line<()> {
        let root = &entry.root;
        match name {
            "root" => {}
            "name" => entry.name = self.string(key, item)?,
            "class-roots" => entry.class_roots = self.paths(key, item, root)?,
            "test-roots" => entry.test_roots = self.paths(key, item, root)?,
            "classpath" => entry.class_path = self.paths(key, item, root)?,
            "sources" => entry.sources = self.paths(key, item, root)?,
            "depends-on" => entry.depends_on = self.strings(key, item)?,
            _ => self.warn(key, keys::unknown(name, names(MODULE))),
        }
        Ok(())
    }

    fn replacement(&mut self, table: &Table) {
        let line = self.line_of_table(table);
        let before = self.errors.len();
        let (mut method, mut by) = (String::new(), String::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "method" => method = self.noted(self.string(key, item)).unwrap_or_default(),
                "by" => by = self.noted(self.string(key, item)).unwrap_or_default(),
                _ => self.warn(key, keys::unknown(name, names(REPLACE))),
            }
        }
        if self.errors.len() > before {
            return;
        }
        if method.is_empty() || by.is_empty() {
            let message = "a [[replace]] needs `method`, such as java.net.Socket.connect, and `by`, the static method to call instead";
            return self.refuse(line, message.into());
        }
        match Replacement::parse(&method, &by) {
            Ok(row) => self.config.settings.options.replacements.push(row),
            Err(message) => self.refuse(line, message),
        }
    }

    fn perturbation(&mut self, table: &Table) {
        let line = self.line_of_table(table);
        let before = self.errors.len();
        let mut subjects = Vec::new();
        let (mut within, mut add, mut values) = (None, Vec::new(), Vec::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "field" => subjects.extend(self.noted(self.string(key, item)).map(|text| Subject::field(&text))),
                "parameter" => {
                    subjects.extend(self.noted(self.string(key, item)).map(|text| Subject::parameter(&text)));
                }
                "in" => within = self.noted(self.string(key, item)),
                "add" => add = self.noted(self.values(key, item)).unwrap_or_default(),
                "values" => values = self.noted(self.values(key, item)).unwrap_or_default(),
                _ => self.warn(key, keys::unknown(name, names(PERTURB))),
            }
        }
        if self.errors.len() > before {
            return;
        }
        if subjects.len() != 1 {
            let message =
                "a [[perturb]] needs one of `field`, such as shop.Till.sum, or `parameter`, such as shop.Till.add(0)";
            return self.refuse(line, message.into());
        }
        if add.is_empty() && values.is_empty() {
            let message = "a [[perturb]] needs `values`, which replace the value, or `add`";
            return self.refuse(line, message.into());
        }
        for subject in subjects {
            match subject {
                Ok(subject) => self.config.settings.options.perturbations.push(Perturbation {
                    subject,
                    within: within.take(),
                    add: std::mem::take(&mut add),
                    values: std::mem::take(&mut values),
                }),
                Err(message) => self.refuse(line, message),
            }
        }
    }

    fn ignore(&mut self, table: &Table) {
        let line = self.line_of_table(table);
        let before = self.errors.len();
        let (mut kind, mut place, mut reason) = (None, String::new(), String::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "kind" => kind = self.noted(self.kind(key, item)),
                "where" => place = self.noted(self.string(key, item)).unwrap_or_default(),
                "reason" => reason = self.noted(self.string(key, item)).unwrap_or_default(),
                _ => self.warn(key, keys::unknown(name, names(IGNORE))),
            }
        }
        let missing = [
            (
                kind.is_none() && table.get("kind").is_none(),
                "kind",
                "`kind`, the kind of finding to suppress",
            ),
            (
                place.trim().is_empty(),
                "where",
                "`where`: a class, class.member, or a pattern such as shop.*",
            ),
            (
                reason.trim().is_empty(),
                "reason",
                "`reason`: say why the finding is acceptable",
            ),
        ];
        for (is_missing, name, what) in missing {
            if is_missing && !self.is_refused(table, name) {
                self.refuse(line, format!("an [[ignore]] needs {what}"));
            }
        }
        let Some(kind) = kind.filter(|_| self.errors.len() == before) else {
            return;
        };
        if reason == edit::REASON_TO_WRITE {
            let message = "the reason is empty: say why the finding is acceptable";
            self.config.warnings.push(Warning::new(line, message));
        }
        let place = place.trim().to_owned();
        self.config.ignores.push(IgnoreEntry {
            kind,
            place,
            reason,
            line,
        });
    }

    fn kind(&self, key: Option<&Key>, item: &Item) -> Line<Kind> {
        let name = self.string(key, item)?;
        Kind::by_name(&name).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name);
            let meant = match nearest(&name, names) {
                Some(meant) => format!("; did you mean `{meant}`?"),
                None => format!("; there are {}", names.join(", ")),
            };
            (self.line(key), format!("`{name}` is not a kind of finding{meant}"))
        })
    }

    fn string(&self, key: Option<&Key>, item: &Item) -> Line<String> {
        item.as_str().map(str::to_owned).ok_or_else(|| {
            (
                self.line(key),
                format!("`{}` expects a string", key.map_or("", Key::get)),
            )
        })
    }

    fn strings(&self, key: Option<&Key>, item: &Item) -> Line<Vec<String>> {
        let wrong = || {
            (
                self.line(key),
                format!("`{}` expects a list of strings", key.map_or("", Key::get)),
            )
        };
        let array = item.as_array().ok_or_else(wrong)?;
        array
            .iter()
            .map(|value| value.as_str().map(str::to_owned).ok_or_else(wrong))
            .collect()
    }

    /// A list of numbers, truth values or strings.
    fn values(&self, key: Option<&Key>, item: &Item) -> Line<Vec<String>> {
        let values = item.as_array().and_then(texts);
        values.ok_or_else(|| {
            (
                self.line(key),
                format!("`{}` expects a list of values", key.map_or("", Key::get)),
            )
        })
    }

    fn paths(&self, key: Option<&Key>, item: &Item, root: &Path) -> Line<Vec<PathBuf>> {
        Ok(self.strings(key, item)?.iter().map(|path| root.join(path)).collect())
    }

    fn warn(&mut self, key: Option<&Key>, message: String) {
        let line = self.line(key);
        self.config.warnings.push(Warning::new(line, message));
    }

    fn line(&self, key: Option<&Key>) -> usize {
        line_of(self.text, key.and_then(Key::span).map_or(0, |span| span.start))
    }
}

/// A single value as the text that `--set` would give.
fn scalar(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Boolean(flag) => Some(flag.value().to_string()),
        Value::Float(number) => Some(number.value().to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_) => None,
    }
}

/// A list of values, with commas between them.
fn scalars(item: &Item) -> Option<String> {
    Some(texts(item.as_array()?)?.join(","))
}

fn texts(array: &Array) -> Option<Vec<String>> {
    array.iter().map(|value| scalar(&Item::Value(value.clone()))).collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(offset)
        .filter(|&&byte| byte == b'\n')
        .count()
        + 1
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn read(text: &str) -> Config {
        read_text(text, Path::new("/project")).unwrap()
    }

    /// The only error of a text.
    fn first_error(text: &str) -> (usize, String) {
        let errors = read_text(text, Path::new("/")).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        (errors[0].line, errors[0].message.clone())
    }

    #[test]
    fn every_error_is_found_on_its_line() {
        let text = "[limits]\ntime = \"soon\"\nmemory = []\n\n[[target]]\nmain = 3\nargs = \"x\"\nmodule = [\n\n[search\nseed = \"x\"\n\n\
                    [[target]]\nargs = []\n\n[[ignore]]\nkind = \"data-rase\"\n\n[[property]]\nname = 1\nltl = 2\n\n\
                    [choice.a]\nkind = \"odd\"\n\n[jdk]\natomic = perhaps\natomic = 3\nlogging = false\n";
        let errors = read_text(text, Path::new("/")).unwrap_err();
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(
            lines,
            [2, 3, 6, 7, 8, 10, 13, 16, 16, 17, 20, 21, 23, 27, 28, 29],
            "{errors:#?}"
        );
        let middle = "[[target]]\nmain = \"A\"\nargs = [\n  \"a\",\n  b,\n]\nmodule = 3\n";
        let lines: Vec<usize> = read_text(middle, Path::new("/"))
            .unwrap_err()
            .iter()
            .map(|error| error.line)
            .collect();
        assert_eq!(lines, [5, 7]);
        // What has no end is said once.
        assert_eq!(read_text("a = \"\"\"\n", Path::new("/")).unwrap_err().len(), 1);
        let large = format!("= 1\n= 2\n{}", "# a\n".repeat(20_000));
        assert_eq!(read_text(&large, Path::new("/")).unwrap_err().len(), 1);
        let wrong = "= 1\n".repeat(100);
        assert_eq!(read_text(&wrong, Path::new("/")).unwrap_err().len(), MOST_SYNTAX_ERRORS);
    }

    #[test]
    fn the_shape_of_the_contract() {
        let config = read(
            "[[target]]\nmain = \"shop.Till\"\nargs = [\"3\"]\nmodule = \"shop\"\n\n\
             [[module]]\nname = \"shop\"\nroot = \"shop\"\nclass-roots = [\"target/classes\"]\n\
             classpath = [\"lib/*.jar\"]\nsources = [\"src/main/java\"]\n\n\
             [limits]\ntime = \"30s\"\nmemory = \"1GiB\"\ntransitions = 5\n\n\
             [search]\ntimeouts = \"always\"\nspurious-wakeups = 0\n\n[jdk]\nhome = \"../jdk\"\natomic = false\n",
        );
        assert_eq!(config.warnings, []);
        assert_eq!(config.targets[0].main, "shop.Till");
        assert_eq!(
            config.modules[0].class_roots,
            [PathBuf::from("/project/shop/target/classes")]
        );
        assert_eq!(config.modules[0].class_path, [PathBuf::from("/project/shop/lib/*.jar")]);
        assert_eq!(config.settings.time, Duration::from_secs(30));
        assert_eq!(config.settings.jdk_home, Some(PathBuf::from("/project/../jdk")));
        assert!(!config.settings.options.jdk_atomic && !config.settings.options.spurious_wakeups);
    }

    #[test]
    fn unknown_keys_are_warnings_on_their_line() {
        let config =
            read("[limits]\n# a comment\ntimes = \"3s\"\n\n[serach]\n\n[[target]]\nmian = \"A\"\nmain = \"A\"\n");
        let shown: Vec<_> = config
            .warnings
            .iter()
            .map(|warning| (warning.line, warning.message.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                (3, "unknown key `limits.times`; did you mean `limits.time`?"),
                (5, "unknown key `serach`; did you mean `search`?"),
                (8, "unknown key `mian`; did you mean `main`?"),
            ]
        );
    }

    #[test]
    fn wrong_values_are_errors_on_their_line() {
        let error = |text| first_error(text);
        assert_eq!(error("\n[limits]\ntime = \"soon\"\n").0, 3);
        assert_eq!(error("[[target]]\nargs = []\n").0, 1);
        assert_eq!(error("a = \n").0, 1);
        assert_eq!(
            error("[[module]]\nclass-roots = \"x\"\n"),
            (2, "`class-roots` expects a list of strings".into())
        );
    }

    #[test]
    fn ignored_findings_have_a_kind_a_place_and_a_reason() {
        let entry = "\n[[ignore]]\nkind = \"data-race\"\nwhere = \"shop.Stats.hits\"\nreason = \"may lose a count\"\n";
        let config = read(entry);
        assert_eq!(config.warnings, []);
        let expected = IgnoreEntry {
            kind: Kind::DataRace,
            place: "shop.Stats.hits".into(),
            reason: "may lose a count".into(),
            line: 2,
        };
        assert_eq!(config.ignores, [expected]);
        let error = first_error;
        for missing in ["kind", "where", "reason"] {
            let without: Vec<&str> = entry.lines().filter(|line| !line.starts_with(missing)).collect();
            let (line, message) = error(&without.join("\n"));
            assert_eq!(line, 2);
            assert!(message.contains(&format!("needs `{missing}`")), "{message}");
        }
        let (line, message) = error(&entry.replace("may lose a count", " "));
        assert!(line == 2 && message.contains("say why"), "{message}");
        let (line, message) = error(&entry.replace("data-race", "data-rase"));
        assert_eq!(
            (line, message.as_str()),
            (3, "`data-rase` is not a kind of finding; did you mean `data-race`?")
        );
        let unsaid = read(&entry.replace("may lose a count", edit::REASON_TO_WRITE));
        assert!(unsaid.warnings[0].message.contains("is empty"));
    }

    #[test]
    fn choices_have_names() {
        let text = "[search]\nseed = 3\n\n[choice.velocity]\nkind = \"double-threshold\"\nthreshold = 5.0\ndelta = 1\n\n[choice.size]\nkind = \"int-list\"\n\
                    values = [1, 7]\n";
        let config = read(text);
        assert_eq!(config.warnings, []);
        let generators = config.settings.options.choices.generators().unwrap();
        assert_eq!((generators["velocity"].ways(), generators["size"].ways()), (3, 2));
        let (line, message) = first_error(&text.replace("threshold = 5.0\n", ""));
        assert_eq!(
            (line, message.as_str()),
            (4, "the choice `velocity`: it needs `threshold`")
        );
        assert_eq!(first_error("choice = 3\n").0, 1);
    }

    #[test]
    fn tests_are_targets() {
        let config = read("[[target]]\ntest = \"shop.TillTest#sells\"\n");
        assert_eq!(config.warnings, []);
        assert!(config.targets[0].is_test && config.targets[0].main == "shop.TillTest#sells");
    }

    #[test]
    fn objects_are_targets() {
        let config = read("[[target]]\nobject = \"shop.Till\"\n\n[build]\non-save = \"make\"\n");
        assert_eq!(config.settings.on_save.as_deref(), Some("make"));
        assert_eq!(config.warnings, []);
        assert!(!config.targets[0].is_test && config.targets[0].main == "shop.Till#new");
    }
}
