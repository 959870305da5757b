//! Findings that the user wants to keep: `[[ignore]]` entries applied, and written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use dropwire_check::Finding;
use tower_lsp::lsp_types::{MessageType, Range, TextEdit};

use super::Actor;
use crate::config::edit::{REASON_TO_WRITE, add_ignore};
use crate::config::{FILE_NAME, Warning};
use crate::lsp::diagnostics::position;
use crate::lsp::event::{Before, Outgoing, Writing};
use crate::lsp::target_state::TargetStatus;
use crate::suppress::{Suppressed, place_to_ignore};

impl Actor {
    /// Which findings do not count, by the id of their trail (another module may have the same defect), and remarks on entries that match nothing.
    pub(super) fn suppressed(&self) -> (BTreeMap<String, Suppressed>, Vec<(PathBuf, Warning)>) {
        let mut suppressed = BTreeMap::new();
        let mut remarks = Vec::new();
        for (file, kept) in self.kept.iter().filter(|(_, kept)| !kept.is_empty()) {
            let mut suppressor = kept.suppressor();
            let mut all_answered = true;
            for state in self.targets.values() {
                if self.config_file(&state.scanned.home).as_ref() != Some(file) {
                    continue;
                }
                all_answered &= state.status == TargetStatus::Answered;
                if let Some(report) = &state.report {
                    let judged = suppressor.judge(report);
                    let known = report.findings.iter().zip(judged);
                    suppressed.extend(known.filter_map(|(finding, why)| Some((finding.trail.id.clone(), why?))));
                }
            }
            // Before everything is answered nobody knows.
            if all_answered && !self.targets.is_empty() {
                let unused = suppressor.unused().into_iter();
                remarks.extend(unused.map(|remark| (file.clone(), remark)));
            }
        }
        (suppressed, remarks)
    }

    /// The configuration of the innermost open folder around a class root.
    pub(super) fn config_file(&self, home: &Path) -> Option<PathBuf> {
        let folders = self.uris.folders().into_iter();
        let around = folders.filter(|folder| home.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.components().count())?;
        Some(innermost.join(FILE_NAME))
    }

    /// Has the client write an entry for a finding, with a reason that the user has yet to give.
    pub(super) fn suppress(&mut self, id: &str) {
        let of_id = |finding: &&Finding| finding.trail.id == id;
        let found = self.targets.values().find_map(|state| {
            let finding = state.report.as_ref()?.findings.iter().find(of_id)?;
            Some((self.config_file(&state.scanned.home)?, finding))
        });
        let Some((file, finding)) = found else {
            self.message(
                MessageType::WARNING,
                "Dropwire: that finding no longer exists; there is nothing to suppress".into(),
            );
            return;
        };
        match self.write_entry(&file, finding) {
            Ok(writing) if self.client.apply_edit => self.say(Outgoing::Write(Box::new(writing))),
            Ok(writing) => self.message(
                MessageType::INFO,
                format!("Add this to {}:\n{}", file.display(), writing.edit.new_text.trim()),
            ),
            Err(problem) => self.message(MessageType::ERROR, format!("Dropwire: {problem}")),
        }
    }

    fn write_entry(&self, file: &Path, finding: &Finding) -> Result<Writing, String> {
        let shown = file.display();
        let text = match crate::files::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{shown}: {error}")),
        };
        let edit = add_ignore(&text, finding.kind, &place_to_ignore(finding), REASON_TO_WRITE)?;
        let uri = self.uris.uri(file).ok_or_else(|| format!("{shown} has no URI"))?;
        let utf8 = self.client.utf8;
        let range = Range::new(
            position(&text, edit.replaced.start, utf8),
            position(&text, edit.replaced.end, utf8),
        );
        let mut new = text.clone();
        new.replace_range(edit.replaced.clone(), &edit.with);
        let written = edit.replaced.start..edit.replaced.start + edit.with.len();
        let at = new[written.clone()].find(REASON_TO_WRITE).unwrap_or(0) + written.start;
        let reason = Range::new(
            position(&new, at, utf8),
            position(&new, at + REASON_TO_WRITE.len(), utf8),
        );
        // Not every client can create a file; an empty one changes nothing.
        let created = self.client.apply_edit && File::create_new(file).is_ok();
        Ok(Writing {
            uri,
            edit: TextEdit {
                range,
                new_text: edit.with,
            },
            to_write: reason,
            also: Vec::new(),
            file: match created {
                true => Before::Empty(file.to_path_buf()),
                false => Before::Document,
            },
            what: "the [[ignore]]",
            done: None,
        })
    }
}
