//! `dropwire config`: every key with what it accepts, its default, its meaning, and what this project says of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::options::{ConfigFormat, ConfigOptions};
use super::output::print;
use super::{misuse, session::Session};
use crate::config::keys::{KEYS, Key, current_name, unknown};
use crate::config::{Config, Said, SaidBy, schema};
use crate::exit::Status;
use crate::sources::relative_to;
use crate::text::style::{Paint, Tone};

/// Runs the command.
pub fn config(options: &ConfigOptions) -> Status {
    match answer(options) {
        Ok(text) => print(&text).status(),
        Err(message) => misuse(&message),
    }
}

fn answer(options: &ConfigOptions) -> Result<String, String> {
    if options.format == ConfigFormat::Schema {
        return Ok(pretty(&schema::schema()));
    }
    let keys = chosen(&options.keys)?;
    let session = Session::open(&options.common(), options.jpf.as_deref())?;
    let said = &session.config.said;
    let place = |said: &Said| place(&session, said);
    Ok(match options.format {
        ConfigFormat::Json => {
            let keys: Vec<Value> = keys
                .iter()
                .map(|key| document(key, said.get(key.name), place))
                .collect();
            let choice =
                |(name, said): (&str, &Said)| json!({ "name": name, "value": said.value, "from": place(said) });
            let choices: Vec<Value> = choices(said, &options.keys).map(choice).collect();
            pretty(&json!({ "file": session.config.file, "keys": keys, "choices": choices }))
        }
        ConfigFormat::Text | ConfigFormat::Schema => {
            let mut text = head(&session.config);
            for key in keys {
                paragraph(&mut text, Paint::for_stdout(), key, said.get(key.name), place);
            }
            for (name, said) in choices(said, &options.keys) {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{name} = {} ({})", said.value, place(said));
            }
            text
        }
    })
}

/// The keys that are asked for, by whole names or by tables; without any, all.
fn chosen(asked: &[String]) -> Result<Vec<&'static Key>, String> {
    let fits = |key: &Key, name: &str| {
        let rest = key.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let asked: Vec<String> = asked.iter().map(|name| current_name(name)).collect();
    for name in asked.iter().filter(|name| !is_choice(name)) {
        if !KEYS.iter().any(|key| fits(key, name)) {
            return Err(unknown(name, KEYS.iter().map(|key| key.name)));
        }
    }
    let wanted = |key: &&Key| asked.is_empty() || asked.iter().any(|name| fits(key, name));
    Ok(KEYS.iter().filter(wanted).collect())
}

fn is_choice(name: &str) -> bool {
    name == "choice" || name.starts_with("choice.")
}

/// What is said of choices with a name.
fn choices<'a>(said: &'a BTreeMap<String, Said>, asked: &'a [String]) -> impl Iterator<Item = (&'a str, &'a Said)> {
    let all = said.iter().map(|(name, said)| (name.as_str(), said));
    all.filter(|(name, _)| is_choice(name))
        .filter(|(name, _)| asked.is_empty() || asked.iter().any(|wanted| name.starts_with(wanted.as_str())))
}

fn head(config: &Config) -> String {
    match &config.file {
        Some(file) => format!("# {}\n\n", file.display()),
        None => "# no dropwire.toml in this folder or a parent\n\n".into(),
    }
}

/// Who says it: `dropwire.toml:3`, `Till.jpf:4` or the command line.
fn place(session: &Session, said: &Said) -> String {
    let (file, line) = match (&said.by, &session.config.file) {
        (SaidBy::ConfigFile(line), Some(file)) | (SaidBy::JpfFile(file, line), _) => (file, line),
        (SaidBy::Call, _) | (SaidBy::ConfigFile(_), None) => return "this call".into(),
    };
    format!("{}:{line}", relative_to(file, &session.folder).display())
}

fn paragraph(text: &mut String, paint: Paint, key: &Key, said: Option<&Said>, place: impl Fn(&Said) -> String) {
    let name = paint.tone(Tone::Strong, key.name);
    let value = match said {
        Some(said) => format!(" = {} ({})", said.value, place(said)),
        None if key.default.is_empty() => String::new(),
        None => format!(" = {}", key.default),
    };
    let default = match (said, key.default) {
        (Some(_), default) if !default.is_empty() => format!(" [default: {default}]"),
        _ => String::new(),
    };
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{name}{value}\n    {}{}",
        key.values,
        paint.tone(Tone::Quiet, &default)
    );
    let _ = writeln!(text, "    {}\n", key.meaning);
}

fn document(key: &Key, said: Option<&Said>, place: impl Fn(&Said) -> String) -> Value {
    let default = Some(key.default).filter(|default| !default.is_empty());
    let mut document = json!({ "name": key.name, "values": key.values, "default": default, "meaning": key.meaning });
    if let Some(said) = said {
        document["value"] = said.value.as_str().into();
        document["from"] = place(said).into();
    }
    document
}

fn pretty(document: &Value) -> String {
    format!("{document:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_chosen_by_name_or_table() {
        let names = |asked: &[&str]| -> Vec<&str> {
            let asked: Vec<String> = asked.iter().map(|name| (*name).to_owned()).collect();
            chosen(&asked).unwrap().iter().map(|key| key.name).collect()
        };
        assert_eq!(names(&["limits.time"]), ["limits.time"]);
        assert_eq!(names(&["vm.por.sync_detection"]), ["vm.por.sync-detection"]);
        assert!(names(&["limits"]).len() == 5 && names(&["vm.por"]).len() > 3);
        assert_eq!(names(&[]).len(), KEYS.len());
        let refused = chosen(&["limits.tmie".into()]).map(|_| ()).unwrap_err();
        assert!(refused.contains("did you mean `limits.time`?"), "{refused}");
    }

    #[test]
    fn a_key_says_what_holds_and_who_says_it() {
        let key = KEYS.iter().find(|key| key.name == "limits.time").unwrap();
        let said = Said {
            value: "5s".into(),
            by: SaidBy::ConfigFile(3),
        };
        let mut text = String::new();
        paragraph(&mut text, Paint::plain(), key, Some(&said), |_| {
            "dropwire.toml:3".into()
        });
        assert!(
            text.starts_with("limits.time = 5s (dropwire.toml:3)\n    TIME [default: 60s]\n    time limit per target"),
            "{text}"
        );
        assert_eq!(document(key, Some(&said), |_| "x".into())["from"], "x");
    }
}
