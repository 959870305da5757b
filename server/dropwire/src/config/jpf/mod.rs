//! Java PathFinder's application properties, `.jpf` files: what is checked, and settings that have an equal here.
//!
//! `properties` knows the syntax, `load` what includes and variables come to, `keys` what a key means here.

mod keys;
mod load;
mod properties;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dropwire_check::JvmArgs;

use super::{Said, Settings};
use crate::nearest::nearest;
use keys::{Effect, Key, Refused};

/// What a file asks for.
#[derive(Debug, Default)]
pub struct JpfFile {
    /// A class with a `main`, or a method without parameters as `Class#method`.
    pub target: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// Absolute folders and jars; empty where the file names none that exists.
    pub class_path: Vec<PathBuf>,
    /// Absolute folders of sources.
    pub sources: Vec<PathBuf>,
    /// Options of the JVM.
    pub jvm_args: JvmArgs,
    /// Keys of our own that it sets.
    pub said: BTreeMap<String, Said>,
    /// Listeners and properties without an equal: the key, and their classes.
    pub left_out: Vec<(String, Vec<String>)>,
    /// Remarks for the user, each with its file and 1-based line as `file:line: …`.
    pub remarks: Vec<String>,
}

/// Whether a target is the name of such a file.
pub fn is_jpf(target: &str) -> bool {
    Path::new(target)
        .extension()
        .is_some_and(|extension| extension == "jpf")
}

/// Reads a file, and sets what it sets. A key that is not known, and one that has no effect here, is a remark.
///
/// # Errors
/// `file: what is wrong` or `file:line: what is wrong`: a file that cannot be read, no `target`, a value that does not fit.
pub fn read(file: &Path, settings: &mut Settings) -> Result<JpfFile, String> {
    let loaded = load::load(file)?;
    let mut wanted = keys::Wanted::new(settings, load::folder_of(file));
    let mut remarks = Vec::new();
    for (file, line, message) in &loaded.remarks {
        remarks.push(format!("{}:{line}: warning: {message}", file.display()));
    }
    let (mut without_effect, mut left_out) = (Vec::new(), Vec::new());
    for (name, entry) in &loaded.entries {
        let at = |message: &str| format!("{}:{}: {message}", entry.file.display(), entry.line);
        wanted.read_at(&entry.file, entry.line);
        if is_of_choice(&loaded, name) {
            wanted.choice(name, &entry.value);
            continue;
        }
        let Some(key) = Key::of(name) else {
            if !loaded.mentioned.contains(name) {
                remarks.push(at(&format!("warning: {}", unknown(name))));
            }
            continue;
        };
        match key.take(&entry.value, &mut wanted) {
            Ok(Effect::Set) => {}
            Ok(Effect::None(why)) => without_effect.push((name.as_str(), why)),
            Ok(Effect::Differs(message)) => remarks.push(at(&format!("warning: {name}: {message}"))),
            Ok(Effect::LeftOut(classes)) => {
                let message = "has no equivalent here; what it reports or checks is left out";
                remarks.push(at(&format!("warning: {name}: `{}` {message}", classes.join("`, `"))));
                left_out.push((name.clone(), classes));
            }
            Err(Refused(message)) => return Err(at(&format!("{name}: {message}"))),
        }
    }
    remarks.extend(of_no_effect(file, &without_effect));
    let mut jpf = wanted
        .finish()
        .map_err(|message| format!("{}: {message}", file.display()))?;
    jpf.remarks = remarks;
    jpf.left_out = left_out;
    Ok(jpf)
}

/// Whether a key is a parameter of a choice: `velocity.threshold`, beside `velocity.class` with a class for choices.
fn is_of_choice(loaded: &load::Loaded, name: &str) -> bool {
    let class = name
        .rsplit_once('.')
        .and_then(|(choice, _)| loaded.entries.get(&format!("{choice}.class")));
    let class = class.map(|entry| keys::whole(&entry.value)).unwrap_or_default();
    ["gov.nasa.jpf.vm.choice.", "gov.nasa.jpf.jvm.choice."]
        .iter()
        .any(|package| class.starts_with(package))
}

fn unknown(name: &str) -> String {
    match nearest(name, keys::names()) {
        Some(meant) => format!("unknown key `{name}`; did you mean `{meant}`?"),
        None => format!("unknown key `{name}`, which has no effect"),
    }
}

/// One line for all keys that change nothing here, by reason.
fn of_no_effect(file: &Path, keys: &[(&str, &str)]) -> Option<String> {
    let mut reasons: Vec<&str> = keys.iter().map(|(_, why)| *why).collect();
    reasons.dedup();
    reasons.sort_unstable();
    reasons.dedup();
    let of = |why: &&str| {
        let names: Vec<&str> = keys
            .iter()
            .filter(|(_, reason)| reason == why)
            .map(|(name, _)| *name)
            .collect();
        format!("{} ({why})", names.join(", "))
    };
    let listed: Vec<String> = reasons.iter().map(of).collect();
    (!listed.is_empty()).then(|| format!("{}: no effect here: {}", file.display(), listed.join("; ")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dropwire_check::SearchMode;

    use super::*;

    fn read_text(text: &str) -> Result<(JpfFile, Settings), String> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        let file = folder.path().join("Till.jpf");
        fs::write(&file, text).unwrap();
        let mut settings = Settings::default();
        read(&file, &mut settings).map(|jpf| (jpf, settings))
    }

    #[test]
    fn what_has_an_equal_is_set() {
        let (jpf, settings) = read_text(
            "target = shop.Till\ntarget.args = 2, 4,1\nclasspath = out;gone;${jpf-core}/build\nsearch.class = .search.heuristic.BFSHeuristic\n\
             search.depth_limit = 30\nsearch.multiple_errors = false\ncg.seed = 7\nvm.shared.sync_detection = false\nvm.disable_assertions = shop.*,Other\n",
        )
        .unwrap();
        assert_eq!(
            (jpf.target.as_str(), jpf.args.join("|").as_str()),
            ("shop.Till", "2|4|1")
        );
        assert_eq!(jpf.class_path.len(), 1, "{:?}", jpf.class_path);
        assert!(jpf.class_path[0].is_absolute() && jpf.class_path[0].ends_with("out"));
        assert_eq!(settings.options.strategy, SearchMode::BreadthFirst);
        assert_eq!((settings.options.max_depth, settings.options.seed), (30, 7));
        let mut without_detection = Settings::default();
        assert!(super::super::keys::apply(&mut without_detection, "vm.por.sync-detection", "false").is_ok());
        assert_eq!(
            settings.options.sync_detection,
            without_detection.options.sync_detection
        );
        assert!(settings.options.first);
        assert_eq!(jpf.jvm_args.said(), ["-da:shop...", "-da:Other"]);
        assert!(
            jpf.remarks
                .iter()
                .any(|remark| remark.contains("Till.jpf:3: warning: `${jpf-core}`"))
        );
    }

    #[test]
    fn choices_have_a_class_and_parameters() {
        let velocity = "target = Till\nvelocity.class = .vm.choice.DoubleThresholdGenerator\nvelocity.threshold = 5\nvelocity.delta = 0.5\n";
        let (jpf, settings) = read_text(velocity).unwrap();
        assert_eq!(jpf.remarks, [""; 0]);
        assert_eq!(settings.options.choices.generators().unwrap()["velocity"].ways(), 3);
        assert_eq!(jpf.said["choice.velocity.threshold"].value, "5");
        let unknown = read_text(&velocity.replace("Threshold", "Odd"))
            .map(|_| ())
            .unwrap_err();
        assert!(unknown.contains("the choice `velocity`: there is no kind"), "{unknown}");
    }

    #[test]
    fn what_has_none_is_named() {
        let (jpf, _) = read_text(
            "target = Till\nreport.console.finished = result\nserach.class = x\nlistener = .listener.PreciseRaceDetector,.listener.Odd\nhome = x\n\
             sourcepath = ${home}\nsearch.class = .search.heuristic.GlobalSwitchThread\n",
        )
        .unwrap();
        let said = jpf.remarks.join("\n");
        assert!(
            said.contains("Till.jpf:3: warning: unknown key `serach.class`; did you mean `search.class`?"),
            "{said}"
        );
        assert!(said.contains("no effect here: report.console.finished ("), "{said}");
        assert!(
            said.contains("Till.jpf:4: warning: listener: `gov.nasa.jpf.listener.Odd`"),
            "{said}"
        );
        assert!(
            !said.contains("PreciseRaceDetector") && !said.contains("`home`"),
            "{said}"
        );
        assert!(said.contains("in another order"), "{said}");
    }

    #[test]
    fn what_does_not_fit_is_refused_on_its_line() {
        for (text, named) in [
            ("", "`target`"),
            (
                "target = Till\nsearch.class = shop.MySearch",
                "Till.jpf:2: search.class: ",
            ),
            (
                "target = Till\n\nsearch.depth_limit = deep",
                "Till.jpf:3: search.depth_limit: ",
            ),
            ("target = Till\ntarget.entry = sell(I)V", "Till.jpf:2: target.entry: "),
        ] {
            let refused = read_text(text).map(|_| ()).unwrap_err();
            assert!(refused.contains(named), "{refused}");
        }
    }
}
