//! Open documents: their text, and how their lines have moved since the classes were compiled, so that findings follow
//! edits until the next build.

use std::collections::BTreeMap;

use tower_lsp::lsp_types::Url;

/// The open documents.
#[derive(Debug, Default)]
pub struct Documents(BTreeMap<Url, Document>);

#[derive(Debug, Default)]
struct Document {
    lines: Vec<String>,
    edits: Vec<Edit>,
    /// So many of the edits have been saved, and may be compiled by now.
    saved: usize,
}

/// Lines `start..end` became `start..start + now`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    start: u32,
    end: u32,
    now: u32,
}

impl Documents {
    /// A document was opened.
    pub fn opened(&mut self, uri: Url, text: &str) {
        let lines = split(text);
        self.0.insert(
            uri,
            Document {
                lines,
                ..Document::default()
            },
        );
    }

    /// It has this text now; true if lines have moved.
    pub fn changed(&mut self, uri: &Url, text: &str) -> bool {
        let Some(document) = self.0.get_mut(uri) else {
            return false;
        };
        let lines = split(text);
        let edit = difference(&document.lines, &lines);
        document.lines = lines;
        document.edits.extend(edit);
        edit.is_some()
    }

    /// It is on disk as it is shown.
    pub fn saved(&mut self, uri: &Url) {
        if let Some(document) = self.0.get_mut(uri) {
            document.saved = document.edits.len();
        }
    }

    /// It is shown no more: what is on disk counts.
    pub fn closed(&mut self, uri: &Url) {
        self.0.remove(uri);
    }

    /// Answers are about classes compiled from what was saved.
    pub fn compiled(&mut self) {
        for document in self.0.values_mut() {
            document.edits.drain(..document.saved);
            document.saved = 0;
        }
    }

    /// Where a line of the compiled source is now, from 0.
    pub fn line_now(&self, uri: &Url, line: u32) -> u32 {
        let edits = self.0.get(uri).map_or(&[][..], |document| &document.edits);
        edits.iter().fold(line, |line, edit| edit.apply(line))
    }

    /// The text of a line as it is shown; `None` for a document that is not open.
    pub fn text(&self, uri: &Url, line: u32) -> Option<&str> {
        let lines = &self.0.get(uri)?.lines;
        Some(lines.get(usize::try_from(line).ok()?).map_or("", String::as_str))
    }
}

impl Edit {
    fn apply(self, line: u32) -> u32 {
        if line < self.start {
            line
        } else if line >= self.end {
            line - self.end + self.start + self.now
        } else {
            // Of what was replaced, as far down as it still goes.
            line.min(self.start + self.now.saturating_sub(1))
        }
    }
}

fn split(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// One edit from the first differing line to the last.
fn difference(before: &[String], after: &[String]) -> Option<Edit> {
    let same_start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let rest = before[same_start..].iter().rev().zip(after[same_start..].iter().rev());
    let same_end = rest.take_while(|(one, other)| one == other).count();
    let edit = Edit {
        start: u32::try_from(same_start).ok()?,
        end: u32::try_from(before.len() - same_end).ok()?,
        now: u32::try_from(after.len() - same_end - same_start).ok()?,
    };
    (edit.start != edit.end || edit.now != 0).then_some(edit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_move_with_edits_until_they_are_compiled() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        documents.opened(uri.clone(), "a\nb\nc\nd\n");
        assert!(documents.changed(&uri, "a\nx\ny\nb\nc\nd\n"), "two lines before b");
        assert_eq!([0, 1, 3].map(|line| documents.line_now(&uri, line)), [0, 3, 5]);
        assert_eq!(documents.text(&uri, 3), Some("b"));
        documents.saved(&uri);
        assert!(documents.changed(&uri, "a\nx\ny\nb\nd\n"), "c is gone");
        assert_eq!([1, 2, 3].map(|line| documents.line_now(&uri, line)), [3, 4, 4]);
        documents.compiled();
        assert_eq!(
            [3, 4, 5].map(|line| documents.line_now(&uri, line)),
            [3, 4, 4],
            "the unsaved edit counts on"
        );
        assert!(!documents.changed(&uri, "a\nx\ny\nb\nd\n"));
        documents.closed(&uri);
        assert_eq!(documents.line_now(&uri, 5), 5);
        assert!(!documents.changed(&uri, ""), "nobody has opened it");
    }

    #[test]
    fn an_edit_within_a_line_moves_nothing() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        documents.opened(uri.clone(), "a\nb\nc");
        documents.changed(&uri, "a\nb = 1\nc");
        assert_eq!([0, 1, 2].map(|line| documents.line_now(&uri, line)), [0, 1, 2]);
        documents.changed(&uri, "");
        assert_eq!(documents.line_now(&uri, 2), 0);
    }
}
