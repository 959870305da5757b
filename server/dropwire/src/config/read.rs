//! Reads `dropwire.toml`, with the line of every remark.
//!
//! An unknown key is a warning, so that a newer file still works; a wrong value is an error, so that nothing runs under
//! a misunderstanding.

use std::path::{Path, PathBuf};

use dropwire_check::{JvmArgs, Kind, Perturbation, Replacement, Subject};
use toml_edit::{Array, Document, Item, Key, Table, Value};

use super::entries::{IGNORE, MODULE, PERTURB, PROPERTY, REPLACE, TARGET, names};
use super::keys::{self, KeyError};
use super::property::PropertyEntry;
use super::{Config, IgnoreEntry, ModuleEntry, Said, SaidBy, Settings, TargetEntry, Warning, edit};
use crate::nearest::nearest;

const TOP: [&str; 15] = [
    "baseline", "target", "module", "build", "limits", "search", "choice", "jdk", "vm", "object", "replace", "perturb",
    "property", "ignore", "symbolic",
];

/// Bytes of a configuration file at most: nobody writes one by hand, and reading it takes long.
const LARGEST: u64 = 4 << 20;

/// Reads a configuration file.
///
/// # Errors
/// `file:line: what is wrong`, for a file that cannot be read, is not TOML, or holds a wrong value.
pub fn read_file(file: &Path) -> Result<Config, String> {
    let text =
        crate::files::read_to_string_up_to(file, LARGEST).map_err(|error| format!("{}: {error}", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let mut config =
        read_text(&text, &folder).map_err(|(line, message)| format!("{}:{line}: {message}", file.display()))?;
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
/// 1-based line and what is wrong.
pub fn read_text(text: &str, folder: &Path) -> Result<Config, (usize, String)> {
    read_text_over(text, folder, Settings::default())
}

/// The same, over settings that hold where the text says nothing.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_over(text: &str, folder: &Path, base: Settings) -> Result<Config, (usize, String)> {
    let document = Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (line_of(text, at), error.message().to_owned())
    })?;
    let mut reader = Reader {
        text,
        folder,
        config: Config {
            settings: base,
            ..Config::default()
        },
    };
    for (name, item) in document.iter() {
        let key = document.as_table().key(name);
        match (name, item) {
            ("target", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.target(table))?;
            }
            ("module", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.module(table))?;
            }
            ("ignore", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.ignore(table))?;
            }
            ("replace", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.replacement(table))?;
            }
            ("perturb", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.perturbation(table))?;
            }
            ("property", Item::ArrayOfTables(tables)) => {
                tables.iter().try_for_each(|table| reader.property(table))?;
            }
            ("limits" | "search" | "jdk" | "vm" | "object" | "symbolic" | "build", Item::Table(table)) => {
                reader.settings(name, table)?
            }
            ("choice", Item::Table(table)) => reader.choices(table)?,
            ("choice", _) => return Err((reader.line(key), "write [choice.NAME], one for each name".into())),
            ("target" | "module" | "replace" | "perturb" | "property" | "ignore", _) => {
                return Err((reader.line(key), format!("write [[{name}]], one for each")));
            }
            ("limits" | "search" | "jdk" | "vm" | "object" | "symbolic" | "build", _) => {
                return Err((
                    reader.line(key),
                    format!("write [{name}], with a key on each line below"),
                ));
            }
            ("baseline", _) => {
                let file = folder.join(reader.string(key, item)?);
                reader.config.baseline = Some((file, reader.line(key)));
            }
            _ => reader.warn(key, keys::unknown(name, TOP)),
        }
    }
    Ok(reader.config)
}

struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
    config: Config,
}

type Line<T> = Result<T, (usize, String)>;

impl Reader<'_> {
    fn settings(&mut self, section: &str, table: &Table) -> Line<()> {
        for (name, item) in table.iter() {
            let key = table.key(name);
            let value = scalar(item).ok_or_else(|| (self.line(key), format!("`{name}` expects one value")))?;
            let whole = format!("{section}.{name}");
            match keys::apply(&mut self.config.settings, &whole, &value) {
                Ok(()) => {
                    let by = SaidBy::ConfigFile(self.line(key));
                    self.config.said.insert(keys::current_name(&whole), Said { value, by });
                }
                Err(KeyError::Invalid(message)) => {
                    return Err((self.line(key), format!("{section}.{name}: {message}")));
                }
                Err(KeyError::Unknown(message)) => self.warn(key, message),
            }
        }
        if section == "jdk" {
            let home = self.config.settings.jdk_home.take();
            self.config.settings.jdk_home = home.map(|home| self.folder.join(home));
        }
        Ok(())
    }

    /// `[choice.NAME]`. What is wrong with one is on the line of its header.
    fn choices(&mut self, table: &Table) -> Line<()> {
        for (name, item) in table.iter() {
            let key = table.key(name);
            let Item::Table(parameters) = item else {
                return Err((
                    self.line(key),
                    "write [choice.NAME], with a key on each line below".into(),
                ));
            };
            for (parameter, item) in parameters.iter() {
                let line = self.line(parameters.key(parameter));
                let value = scalar(item).or_else(|| scalars(item));
                let value =
                    value.ok_or_else(|| (line, format!("`{parameter}` expects a value or a list of values")))?;
                let whole = format!("choice.{name}.{parameter}");
                self.config.settings.options.choices.set(&whole, &value);
                let by = SaidBy::ConfigFile(line);
                self.config.said.insert(whole, Said { value, by });
            }
            let made = self.config.settings.options.choices.generators();
            made.map_err(|message| {
                (
                    parameters.span().map_or(1, |span| line_of(self.text, span.start)),
                    message,
                )
            })?;
        }
        Ok(())
    }

    fn target(&mut self, table: &Table) -> Line<()> {
        let mut entry = TargetEntry::default();
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "main" => entry.main = self.string(key, item)?,
                "args" => entry.args = self.strings(key, item)?,
                "jvm-args" => {
                    let said = self.strings(key, item)?;
                    entry.jvm_args = JvmArgs::parse(&said).map_err(|error| (self.line(key), error))?;
                }
                "module" => entry.module = Some(self.string(key, item)?),
                "methods" | "observers" | "non-parallel" => {
                    let separator = if name == "non-parallel" { ";" } else { "," };
                    let said = self.strings(key, item)?.join(separator);
                    entry.object.set(name, &said).map_err(|error| (self.line(key), error))?;
                }
                "threads" | "calls" | "arguments" | "new" | "spec" | "consistency" => {
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
        }
        if entry.main.is_empty() {
            let line = table.span().map_or(1, |span| line_of(self.text, span.start));
            return Err((
                line,
                "a [[target]] needs `main`, the name of a class, `test`, a test class or class#method, `object`, a class, or `symbolic`, a \
                 method"
                    .into(),
            ));
        }
        self.config.targets.push(entry);
        Ok(())
    }

    fn module(&mut self, table: &Table) -> Line<()> {
        let mut root = self.folder.to_path_buf();
        if let Some((key, item)) = table.get_key_value("root") {
            root = self.folder.join(self.string(Some(key), item)?);
        }
        let mut entry = ModuleEntry {
            root: root.clone(),
            ..ModuleEntry::default()
        };
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "root" => {}
                "name" => entry.name = self.string(key, item)?,
                "class-roots" => entry.class_roots = self.paths(key, item, &root)?,
                "test-roots" => entry.test_roots = self.paths(key, item, &root)?,
                "classpath" => entry.class_path = self.paths(key, item, &root)?,
                "sources" => entry.sources = self.paths(key, item, &root)?,
                "depends-on" => entry.depends_on = self.strings(key, item)?,
                _ => self.warn(key, keys::unknown(name, names(MODULE))),
            }
        }
        if entry.name.is_empty() {
            entry.name = root
                .file_name()
                .map_or_else(|| "main".into(), |name| name.to_string_lossy().into_owned());
        }
        self.config.modules.push(entry);
        Ok(())
    }

    fn replacement(&mut self, table: &Table) -> Line<()> {
        let line = table.span().map_or(1, |span| line_of(self.text, span.start));
        let (mut method, mut by) = (String::new(), String::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "method" => method = self.string(key, item)?,
                "by" => by = self.string(key, item)?,
                _ => self.warn(key, keys::unknown(name, names(REPLACE))),
            }
        }
        if method.is_empty() || by.is_empty() {
            let message = "a [[replace]] needs `method`, such as java.net.Socket.connect, and `by`, the static method to call instead";
            return Err((line, message.into()));
        }
        let row = Replacement::parse(&method, &by).map_err(|message| (line, message))?;
        self.config.settings.options.replacements.push(row);
        Ok(())
    }

    fn perturbation(&mut self, table: &Table) -> Line<()> {
        let line = table.span().map_or(1, |span| line_of(self.text, span.start));
        let mut subjects = Vec::new();
        let (mut within, mut add, mut values) = (None, Vec::new(), Vec::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "field" => subjects.push(Subject::field(&self.string(key, item)?)),
                "parameter" => subjects.push(Subject::parameter(&self.string(key, item)?)),
                "in" => within = Some(self.string(key, item)?),
                "add" => add = self.values(key, item)?,
                "values" => values = self.values(key, item)?,
                _ => self.warn(key, keys::unknown(name, names(PERTURB))),
            }
        }
        let refuse = |message: &str| Err((line, message.to_owned()));
        if subjects.len() != 1 {
            return refuse(
                "a [[perturb]] needs one of `field`, such as shop.Till.sum, or `parameter`, such as shop.Till.add(0)",
            );
        }
        if add.is_empty() && values.is_empty() {
            return refuse("a [[perturb]] needs `values`, which replace the value, or `add`");
        }
        for subject in subjects {
            let subject = subject.map_err(|message| (line, message))?;
            let within = within.take();
            self.config.settings.options.perturbations.push(Perturbation {
                subject,
                within,
                add: std::mem::take(&mut add),
                values: std::mem::take(&mut values),
            });
        }
        Ok(())
    }

    fn property(&mut self, table: &Table) -> Line<()> {
        let mut entry = PropertyEntry {
            line: table.span().map_or(1, |span| line_of(self.text, span.start)),
            ..PropertyEntry::default()
        };
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "name" => entry.name = self.string(key, item)?,
                "fairness" => entry.fairness = Some((self.string(key, item)?, self.line(key))),
                "atoms" => self.atoms(key, item, &mut entry)?,
                _ if !names(PROPERTY).any(|known| known == name) => {
                    self.warn(key, keys::unknown(name, names(PROPERTY)))
                }
                _ => {
                    let texts = match item.is_array() {
                        true => self.strings(key, item)?,
                        false => vec![self.string(key, item)?],
                    };
                    entry.texts.push((name.to_owned(), texts, self.line(key)));
                }
            }
        }
        let property = entry.property()?;
        let properties = &mut self.config.settings.options.properties;
        if properties.iter().any(|known| known.name == property.name) {
            return Err((entry.line, format!("a second [[property]] named {}", property.name)));
        }
        properties.push(property);
        Ok(())
    }

    fn atoms(&self, key: Option<&Key>, item: &Item, entry: &mut PropertyEntry) -> Line<()> {
        let wrong = || {
            (
                self.line(key),
                "`atoms` expects a table, such as { full = \"shop.Main.size == 3\" }".into(),
            )
        };
        let table = item.as_table_like().ok_or_else(wrong)?;
        for (name, item) in table.iter() {
            let key = table.key(name);
            entry.atoms.insert(name.to_owned(), self.string(key, item)?);
            entry.atom_lines.insert(name.to_owned(), self.line(key));
        }
        Ok(())
    }

    fn ignore(&mut self, table: &Table) -> Line<()> {
        let line = table.span().map_or(1, |span| line_of(self.text, span.start));
        let (mut kind, mut place, mut reason) = (None, String::new(), String::new());
        for (name, item) in table.iter() {
            let key = table.key(name);
            match name {
                "kind" => kind = Some(self.kind(key, item)?),
                "where" => place = self.string(key, item)?,
                "reason" => reason = self.string(key, item)?,
                _ => self.warn(key, keys::unknown(name, names(IGNORE))),
            }
        }
        let needed = |what: &str| Err((line, format!("an [[ignore]] needs {what}")));
        let Some(kind) = kind else {
            return needed("`kind`, the kind of finding to suppress");
        };
        if place.trim().is_empty() {
            return needed("`where`: a class, class.member, or a pattern such as shop.*");
        }
        if reason.trim().is_empty() {
            return needed("`reason`: say why the finding is acceptable");
        }
        if reason == edit::REASON_TO_WRITE {
            let message = "the reason is empty: say why the finding is acceptable".into();
            self.config.warnings.push(Warning { line, message });
        }
        let place = place.trim().to_owned();
        self.config.ignores.push(IgnoreEntry {
            kind,
            place,
            reason,
            line,
        });
        Ok(())
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
        self.config.warnings.push(Warning { line, message });
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
        let error = |text| read_text(text, Path::new("/")).unwrap_err();
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
        let error = |text: &str| read_text(text, Path::new("/")).unwrap_err();
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
        let (line, message) = read_text(&text.replace("threshold = 5.0\n", ""), Path::new("/")).unwrap_err();
        assert_eq!(
            (line, message.as_str()),
            (4, "the choice `velocity`: it needs `threshold`")
        );
        assert_eq!(read_text("choice = 3\n", Path::new("/")).unwrap_err().0, 1);
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
