//! The fixture that an object under test needs: a class with a static method that gives it. Written by the client, never over a file.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::{MessageType, Range, TextEdit, Url};

use super::Actor;
use crate::config::edit::add_object;
use crate::fixture::{self, Fixture};
use crate::lsp::diagnostics::position;
use crate::lsp::event::{Before, Outgoing, Writing};
use crate::lsp::scan::{ScannedTarget, class_of};
use crate::lsp::targets::source_of;

impl Actor {
    /// Has the client write the class that a target needs.
    pub(super) fn write_fixture(&mut self, target: &str) {
        match self.fixture_of(target) {
            Ok((file, writing)) if self.client.apply_edit => {
                tracing::info!("a fixture is written into {}", file.display());
                self.say(Outgoing::Write(Box::new(writing)));
            }
            Ok((file, writing)) => self.message(
                MessageType::INFO,
                format!("Write this into {}:\n{}", file.display(), writing.edit.new_text.trim()),
            ),
            Err(problem) => self.message(MessageType::WARNING, format!("Dropwire: {problem}")),
        }
    }

    fn fixture_of(&self, target: &str) -> Result<(PathBuf, Writing), String> {
        let wanted = self.targets.get(target).and_then(|state| {
            let report = state.report.as_ref()?;
            Some((state, Fixture::of(class_of(&state.scanned.class), report)?))
        });
        let (state, fixture) = wanted.ok_or("that target needs no fixture any more")?;
        let source = source_of(&state.scanned.class, &state.sources)
            .ok_or_else(|| format!("the source of {} is not known", state.scanned.class))?;
        let file = fixture.place(&source, &state.scanned.sources);
        let shown = file.display().to_string();
        let uri = self.uris.uri(&file).ok_or_else(|| format!("{shown} has no URI"))?;
        let also = self.entry_of(&state.scanned, &fixture)?;
        let text = fixture.source();
        let at = text.find(fixture::TO_WRITE).unwrap_or(0);
        let utf8 = self.client.utf8;
        let to_write = Range::new(
            position(&text, at, utf8),
            position(&text, at + fixture::TO_WRITE.len(), utf8),
        );
        let before = match self.client.apply_edit {
            true => create(&file).map(|()| Before::Empty(file.clone()))?,
            false => Before::Document,
        };
        let writing = Writing {
            uri,
            edit: TextEdit {
                range: Range::default(),
                new_text: text,
            },
            to_write,
            also: also.into_iter().collect(),
            file: before,
            what: "the fixture",
            done: None,
        };
        Ok((file, writing))
    }

    /// The entry of `dropwire.toml`, where that lists the targets.
    fn entry_of(&self, target: &ScannedTarget, fixture: &Fixture) -> Result<Option<(Url, TextEdit)>, String> {
        let Some(file) = self.config_file(&target.home) else {
            return Ok(None);
        };
        let Ok(text) = crate::files::read_to_string(&file) else {
            return Ok(None);
        };
        let edit = add_object(&text, class_of(&target.class), &fixture.method())?;
        let uri = self.uris.uri(&file);
        let utf8 = self.client.utf8;
        let range = |edit: &crate::config::edit::Edit| {
            Range::new(
                position(&text, edit.replaced.start, utf8),
                position(&text, edit.replaced.end, utf8),
            )
        };
        Ok(edit.and_then(|edit| {
            let range = range(&edit);
            let new_text = edit.with;
            Some((uri?, TextEdit { range, new_text }))
        }))
    }
}

/// Not every client can create a file; an empty one changes nothing. Never over one that is there.
fn create(file: &Path) -> Result<(), String> {
    let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    match made.and_then(|()| File::create_new(file)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(format!("{} already exists and was not changed", file.display()))
        }
        Err(error) => Err(format!("{} cannot be written: {error}", file.display())),
    }
}
