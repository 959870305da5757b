//! `dropwire init`: a `dropwire.toml` of what is found here, with every key, its default and what it is for, as comments.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::options::InitOptions;
use super::output::print;
use super::session::Session;
use super::{misuse, plan};
use crate::config::keys::{KEYS, Key};
use crate::discover::module::Module;
use crate::exit::Status;
use crate::files;
use crate::sources::relative_to;
use crate::units::plural;

const FILE: &str = "dropwire.toml";
/// More targets are found each time anyway.
const LISTED: usize = 20;
/// Keys that a person says of one machine, of one call, or where something is wrong.
const NOT_OF_A_PROJECT: &[&str] = &["jdk.home", "debug."];

/// Runs the command.
pub fn init(options: &InitOptions) -> Status {
    match text_and_place() {
        Ok((text, _)) if options.print => print(&text).status(),
        Ok((text, file)) => match files::write_new(&file, &text) {
            Ok(()) => print(&format!(
                "wrote {FILE}: everything in it is commented out; uncomment what you want to change.\n"
            ))
            .status(),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => misuse(&format!(
                "{FILE} already exists and was not changed; --print shows what a new one would contain"
            )),
            Err(error) => misuse(&format!("{} cannot be written: {error}", file.display())),
        },
        Err(message) => misuse(&message),
    }
}

fn text_and_place() -> Result<(String, PathBuf), String> {
    // What an earlier file says is no part of what is found.
    let session = Session::unconfigured()?;
    let modules = session.modules()?;
    let targets = match plan::all(&session, None) {
        Ok(plans) => plans
            .into_iter()
            .filter(|plan| plan.unreadable.is_none())
            .map(|plan| plan.class)
            .collect(),
        // A project that is not compiled yet has none.
        Err(_) => Vec::new(),
    };
    Ok((text(&session.folder, &modules, &targets), session.folder.join(FILE)))
}

fn text(folder: &Path, modules: &[Module], targets: &[String]) -> String {
    let mut text = "\
# Configuration of Dropwire for this project. Every line is commented out and shows a default; remove the # of what you change.
# `dropwire config` shows the value in effect of each key and where it is set; `dropwire help TOPIC` describes it.
"
    .to_owned();
    of_targets(&mut text, targets);
    of_modules(&mut text, folder, modules);
    of_build(&mut text, folder);
    of_keys(&mut text);
    text.push_str(
        "
# Properties of your own, beside the absence of deadlocks, races and failed assertions (`dropwire help property`):
#
# [[property]]
# name = \"never overdrawn\"
# always = \"shop.Till.balance >= 0\"

# Suppressed findings, each with a reason (`dropwire help suppress`):
#
# [[ignore]]
# kind = \"data-race\"
# where = \"shop.Stats.hits\"
# reason = \"statistics may lose a count\"
",
    );
    text
}

/// Writing to a string does not fail.
fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}

fn of_targets(text: &mut String, targets: &[String]) {
    line(
        text,
        "\n# Without a [[target]], each main and each test that can start a thread is verified.",
    );
    match targets.len() {
        0 => line(
            text,
            "# When this file was written there was none: the classes were not compiled, or start no thread.",
        ),
        count => line(
            text,
            &format!(
                "# Found when this file was written: {}.",
                plural(count as u64, "target")
            ),
        ),
    }
    let example = ["shop.Till".to_owned()];
    let shown = if targets.is_empty() { &example[..] } else { targets };
    for target in shown.iter().take(LISTED) {
        let key = if target.contains('#') || target.ends_with("Test") {
            "test"
        } else {
            "main"
        };
        line(text, &format!("#\n# [[target]]\n# {key} = {}", quoted(target)));
    }
    if targets.len() > LISTED {
        line(text, "#\n# … and more: `dropwire plan` lists them all.");
    }
}

fn of_modules(text: &mut String, folder: &Path, modules: &[Module]) {
    if modules.is_empty() {
        return;
    }
    line(
        text,
        "\n# Modules are discovered. A [[module]] is needed only if one is discovered wrongly:",
    );
    for module in modules {
        let paths = |paths: &[PathBuf]| {
            let shown = paths
                .iter()
                .map(|path| quoted(&relative_to(path, &module.root).to_string_lossy()));
            format!("[{}]", shown.collect::<Vec<_>>().join(", "))
        };
        line(text, "#\n# [[module]]");
        line(text, &format!("# name = {}", quoted(&module.name)));
        let root = relative_to(&module.root, folder);
        let root = if root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &root
        };
        line(text, &format!("# root = {}", quoted(&root.to_string_lossy())));
        line(text, &format!("# class-roots = {}", paths(&module.class_roots)));
        if !module.sources.is_empty() {
            line(text, &format!("# sources = {}", paths(&module.sources)));
        }
        line(
            text,
            &format!(
                "# classpath = []   # without it: {} more, {}",
                module.libraries.len(),
                module.from
            ),
        );
    }
}

/// What the language server may run on each save.
fn of_build(text: &mut String, folder: &Path) {
    let command = if folder.join("pom.xml").is_file() {
        "mvn -q -o test-compile"
    } else if folder.join("gradlew").is_file() {
        "./gradlew -q --offline testClasses"
    } else if folder.join("build.gradle").is_file() || folder.join("build.gradle.kts").is_file() {
        "gradle -q --offline testClasses"
    } else {
        return;
    };
    line(
        text,
        "\n# Compile on each save in the editor, if it trusts the project:\n#\n# [build]",
    );
    line(text, &format!("# on-save = {}", quoted(command)));
}

fn of_keys(text: &mut String) {
    let mut table = "";
    let of_a_project =
        |key: &&Key| !NOT_OF_A_PROJECT.iter().any(|name| key.name.starts_with(name)) && !key.name.starts_with("build.");
    for key in KEYS.iter().filter(of_a_project) {
        let (of, name) = key.name.split_once('.').unwrap_or(("", key.name));
        if of != table {
            table = of;
            line(text, &format!("\n# [{table}]"));
        }
        line(text, &format!("# # {} = {}: {}", key.name, key.values, key.meaning));
        if !key.default.is_empty() {
            let value = match key.values.ends_with('…') {
                true => format!("[{}]", toml_value(key.default)),
                false => toml_value(key.default),
            };
            line(text, &format!("# {} = {value}", toml_name(name)));
        }
    }
}

/// `por.attributes` has a point within the table: it is quoted.
fn toml_name(name: &str) -> String {
    if name.contains('.') {
        quoted(name)
    } else {
        name.to_owned()
    }
}

fn toml_value(default: &str) -> String {
    let bare = default.parse::<i64>().is_ok() || matches!(default, "true" | "false");
    if bare { default.to_owned() } else { quoted(default) }
}

fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::config::read::read_file;

    #[test]
    fn every_line_is_a_comment_and_all_of_it_holds_without_the_marks() {
        let text = text(Path::new("/"), &[], &["shop.Till".into(), "shop.TillTest#sells".into()]);
        assert!(
            text.lines().all(|line| line.is_empty() || line.starts_with('#')),
            "{text}"
        );
        // The lines that are keys, tables and entries: sentences begin with a capital, remarks on keys with another mark.
        let bare: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| line.starts_with('[') || line.contains(" = ") && !line.starts_with('#'))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, bare.join("\n")).unwrap();
        let mut config = read_file(&file).unwrap();
        assert!(config.warnings.is_empty(), "{:?}\n{}", config.warnings, bare.join("\n"));
        assert_eq!(std::mem::take(&mut config.settings.options.properties).len(), 1);
        assert_eq!(config.settings, Settings::default());
        assert_eq!(config.targets.len(), 2);
        assert_eq!(config.ignores.len(), 1);
    }
}
