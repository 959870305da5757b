//! Tests of a method or of a class: its methods are explored as any target is, and then the client makes a file of what is known of their paths.
//!
//! Writes nothing itself, and never over a file.

use std::path::{Path, PathBuf};

use dropwire_check::words::reason::sentences;
use dropwire_check::{ExploredMethod, Report};
use tower_lsp::lsp_types::{MessageType, Range, TextEdit, Url};

use super::Actor;
use crate::discover::explorable;
use crate::discover::module::{ClassPathFrom, Module};
use crate::lsp::event::{Before, Outgoing, Writing};
use crate::lsp::scan::{Asked, class_of};
use crate::lsp::target_state::TargetStatus;
use crate::sources::relative_to;
use crate::symbolic_test::{Covers, JUnit, exists, file_of, source, without_repetition};
use crate::units::plural;

/// Where a module has the sources of its tests.
const TESTS: &str = "src/test/java";
/// So many methods are named that have no tests.
const NAMED: usize = 3;

/// Tests that are wanted and whose methods are being explored.
pub struct Generating {
    /// As the user named it: `shop.Till`, or `shop.Till#add(int,int)`.
    wanted: String,
    /// What is explored for it, in the order of the class.
    methods: Vec<Asked>,
    /// Methods that have no tests, each with the reason.
    left_out: Vec<String>,
    file: PathBuf,
    /// The file as people would write it.
    shown: PathBuf,
}

impl Generating {
    /// Whether a method is explored for it.
    pub fn needs(&self, asked: &Asked) -> bool {
        self.methods.contains(asked)
    }
}

/// How far the exploration of a method is.
enum Explored<'a> {
    /// It goes on, or waits.
    NotYet,
    /// There is an answer.
    Answered(&'a Report),
    /// There will be none: why.
    Refused(String),
}

impl Actor {
    /// Explores what tests are wanted of; [`Actor::go_on_with_tests`] writes them.
    pub(super) fn generate_tests(&mut self, target: &str) {
        if self.generating.is_some() {
            return self.message(MessageType::INFO, "Dropwire is generating tests already".into());
        }
        let generating = match self.prepare_tests(target) {
            Ok(generating) => generating,
            Err(why) => return self.message(MessageType::WARNING, format!("Dropwire: {why}")),
        };
        let methods = generating.methods.clone();
        self.generating = Some(generating);
        for asked in methods {
            match self.target_of(&asked) {
                Some(key) if self.is_explored(&key) => {}
                Some(key) => self.verify_again(Some(&key)),
                None => self.verify_class(asked),
            }
        }
        self.go_on_with_tests();
    }

    fn prepare_tests(&self, target: &str) -> Result<Generating, String> {
        let class = class_of(target);
        let compiled = || format!("{class} is in no class root; compile it first");
        let facts = self.board.class(class).ok_or_else(compiled)?;
        let named = target.split_once('#').map(|(_, method)| method);
        let (mut methods, mut left_out) = (Vec::new(), Vec::new());
        for method in explorable::methods(&facts, named) {
            match method.untestable() {
                None => methods.push(Asked::for_all_inputs(&format!("{class}#{}", method.signature))),
                Some(why) => left_out.push(format!("{} ({})", method.signature, why.words())),
            }
        }
        if methods.is_empty() {
            let why = named_first(&left_out).map_or_else(String::new, |named| format!(": {named}"));
            return Err(format!("{target} has no method that tests can be generated of{why}"));
        }
        let file = format!("{}.class", class.replace('.', "/"));
        let has_it = |module: &&Module| module.class_roots.iter().any(|root| root.join(&file).is_file());
        let module = self.modules.iter().find(has_it).ok_or_else(compiled)?;
        self.can_write_tests(target, module)?;
        let file = file_of(class, &folder_of_tests(module));
        let shown = relative_to(&file, &self.folder_of(&module.root));
        if file.exists() {
            return Err(exists(&shown));
        }
        Ok(Generating {
            wanted: target.to_owned(),
            methods,
            left_out,
            file,
            shown,
        })
    }

    /// Whether a target has an answer to which more time would add nothing.
    fn is_explored(&self, key: &str) -> bool {
        let state = self.targets.get(key);
        state.is_some_and(|state| state.status == TargetStatus::Answered && !state.timed_out)
    }

    /// The open folder that a path lies in.
    fn folder_of(&self, path: &Path) -> PathBuf {
        let folders = self.uris.folders().into_iter();
        let around = folders.filter(|folder| path.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.as_os_str().len());
        innermost.unwrap_or_else(|| path.to_owned())
    }

    /// Whether the client can make a file, and a build would compile it.
    fn can_write_tests(&self, target: &str, module: &Module) -> Result<(), String> {
        if module.from == ClassPathFrom::Server {
            return Err(format!(
                "no tests of {target} were written: this folder has no build, and is compiled without JUnit; \
                 `dropwire generate-tests --out FOLDER` writes them elsewhere"
            ));
        }
        if self.client.create_files {
            return Ok(());
        }
        let folder = self.folder_of(&module.root);
        let out = relative_to(&folder_of_tests(module), &folder);
        let out = match out == Path::new(TESTS) {
            true => String::new(),
            false => format!(" --out '{}'", out.display()),
        };
        Err(format!(
            "this editor does not create files, and nothing was written; run `dropwire generate-tests '{target}'{out}` in {}",
            folder.display()
        ))
    }

    /// The tests, once all of their methods have been explored.
    pub(super) fn go_on_with_tests(&mut self) {
        let Some(generating) = &self.generating else { return };
        let mut explored = Vec::new();
        let mut left_out = generating.left_out.clone();
        for asked in &generating.methods {
            let method = asked.class.split_once('#').map_or("", |(_, method)| method);
            match self.explored(asked) {
                Explored::NotYet => return,
                Explored::Refused(why) => left_out.push(format!("{method} ({why})")),
                Explored::Answered(report) => {
                    explored.extend(without_repetition(report.explored.clone(), Covers::Branch));
                    let why = sentences(&report.reasons);
                    if !why.is_empty() {
                        left_out.push(format!("some paths of {method} ({})", why.join("; ")));
                    }
                }
            }
        }
        let Some(generating) = self.generating.take() else {
            return;
        };
        match self.tests(&generating, &explored, &left_out) {
            Ok(writing) => self.say(Outgoing::Write(Box::new(writing))),
            Err(why) => {
                let text = format!("Dropwire: no tests of {} were written: {why}", generating.wanted);
                self.message(MessageType::WARNING, text);
            }
        }
        self.publish_status();
    }

    fn explored(&self, asked: &Asked) -> Explored<'_> {
        let state = self.target_of(asked).and_then(|key| self.targets.get(&key));
        let Some(state) = state else {
            return match self.asked_for.contains(asked) {
                true => Explored::NotYet,
                false => Explored::Refused("it is compiled no more".into()),
            };
        };
        match (&state.status, &state.report) {
            (TargetStatus::Waiting, _) => Explored::NotYet,
            (TargetStatus::Answered, Some(report)) => Explored::Answered(report),
            (TargetStatus::Cleaned, _) => Explored::Refused("its class folder is empty".into()),
            (
                TargetStatus::Answered
                | TargetStatus::GivenUp
                | TargetStatus::Unfinished(_)
                | TargetStatus::Misconfigured(_),
                _,
            ) => Explored::Refused(state.trouble().unwrap_or_else(|| "it has no answer".into())),
        }
    }

    fn tests(
        &self,
        generating: &Generating,
        explored: &[ExploredMethod],
        left_out: &[String],
    ) -> Result<Writing, String> {
        if explored.is_empty() {
            return Err(named_first(left_out).unwrap_or_else(|| "nothing was explored".into()));
        }
        if generating.file.exists() {
            return Err(exists(&generating.shown));
        }
        let class = generating.file.file_stem().unwrap_or_default().to_string_lossy();
        let (text, count) = source(explored, &class, Covers::Branch, JUnit::Five)?;
        let uri: Url = self
            .uris
            .uri(&generating.file)
            .ok_or_else(|| format!("{} has no URI", generating.shown.display()))?;
        let without = named_first(left_out).map_or_else(String::new, |named| format!("; without {named}"));
        let done = format!(
            "Dropwire: wrote {} to {}{without}",
            plural(count as u64, "test"),
            generating.shown.display()
        );
        Ok(Writing {
            uri,
            edit: TextEdit {
                range: Range::default(),
                new_text: text,
            },
            to_write: Range::default(),
            also: Vec::new(),
            file: Before::Nothing,
            what: "the tests",
            done: Some(done),
        })
    }

    /// A run was cancelled: if it was for tests, there are none.
    pub(super) fn cancel_tests(&mut self, key: &str) {
        let Some(state) = self.targets.get(key) else { return };
        let is_for_them = |tests: &Generating| tests.methods.iter().any(|asked| asked.is(&state.scanned));
        if let Some(tests) = self.generating.take_if(|tests| is_for_them(tests)) {
            let text = format!("Dropwire: no tests of {} were written: cancelled", tests.wanted);
            self.message(MessageType::INFO, text);
        }
    }
}

/// Where the command line would write tests, were it called in the module's folder.
fn folder_of_tests(module: &Module) -> PathBuf {
    let known = module.sources.iter().find(|folder| folder.ends_with(TESTS));
    known.cloned().unwrap_or_else(|| module.root.join(TESTS))
}

/// The first of them, and how many others there are.
fn named_first(left_out: &[String]) -> Option<String> {
    let named = left_out.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match left_out.len().saturating_sub(NAMED) {
        _ if left_out.is_empty() => None,
        0 => Some(named),
        others => Some(format!("{named} and {others} more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_off() {
        let all: Vec<String> = ["a", "b", "c", "d", "e"].map(String::from).into();
        assert_eq!(named_first(&all[..0]), None);
        assert_eq!(named_first(&all[..3]).unwrap(), "a, b, c");
        assert_eq!(named_first(&all).unwrap(), "a, b, c and 2 more");
    }
}
