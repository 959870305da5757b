//! The text of documents, open ones and those with findings, and how their lines have moved since the classes were compiled,
//! so that findings follow edits, and changes from outside, until the next build.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

use tower_lsp::lsp_types::Url;

/// The documents that are followed.
#[derive(Debug, Default)]
pub struct Documents(BTreeMap<Url, Document>);

#[derive(Debug, Default)]
struct Document {
    lines: Vec<String>,
    edits: Vec<Edit>,
    /// When the edits were saved, the first ones first; those without an entry were not.
    saved: Vec<SystemTime>,
    /// An editor shows it: its text counts, and not the file's.
    open: bool,
    /// A hash of the lines that its file had last; `None` as long as only the editor has said what they are.
    on_disk: Option<u64>,
    /// The lines before the last edit, where that was a change of the file that cut off its end: it may be half written.
    before_cut: Option<Vec<String>>,
}

/// Lines `start..end` became `start..start + now`. `end` is [`u32::MAX`] where the edit reaches to the end of the text: a file
/// that was read while it was being written had more lines than were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    start: u32,
    end: u32,
    now: u32,
    /// A hash of the lines before it: whoever takes it back has these again.
    before: u64,
}

impl Documents {
    /// A document was opened; true if lines have moved.
    pub fn opened(&mut self, uri: Url, text: &str) -> bool {
        let lines = split(text);
        let Some(document) = self.0.get_mut(&uri) else {
            self.follow(uri, lines, true);
            return false;
        };
        document.open = true;
        document.becomes(lines)
    }

    /// The client spells the URI of a document in another way.
    pub fn respelled(&mut self, before: &Url, now: Url) {
        if let Some(document) = self.0.remove(before) {
            self.0.insert(now, document);
        }
    }

    /// It has this text now; true if lines have moved.
    pub fn changed(&mut self, uri: &Url, text: &str) -> bool {
        let open = self.0.get_mut(uri).filter(|document| document.open);
        open.is_some_and(|document| document.becomes(split(text)))
    }

    /// It is on disk as it is shown, and was written at that time.
    pub fn saved(&mut self, uri: &Url, written: SystemTime) {
        if let Some(document) = self.0.get_mut(uri) {
            document.is_saved(written);
        }
    }

    /// It is shown no more: what is on disk counts. True if lines have moved.
    pub fn closed(&mut self, uri: &Url, on_disk: &str, written: SystemTime) -> bool {
        let Some(document) = self.0.get_mut(uri) else {
            return false;
        };
        document.open = false;
        document.is_on_disk(on_disk, written)
    }

    /// Whether a document is followed whose file counts.
    pub fn is_followed_on_disk(&self, uri: &Url) -> bool {
        self.0.get(uri).is_some_and(|document| !document.open)
    }

    /// Its file was changed from outside; true if lines have moved. What an editor shows, the editor changes. An empty file is one that
    /// is about to be written: all lines would move to its first one, and never back.
    pub fn changed_on_disk(&mut self, uri: &Url, text: &str, written: SystemTime) -> bool {
        let closed = self.0.get_mut(uri).filter(|document| !document.open);
        closed
            .filter(|_| !text.is_empty())
            .is_some_and(|document| document.is_on_disk(text, written))
    }

    /// There is a finding in a file: its text is as it was compiled, unless it is followed already.
    pub fn has_findings(&mut self, uri: Url, lines: &[String]) {
        if !self.0.contains_key(&uri) {
            self.follow(uri, lines.to_vec(), false);
        }
    }

    fn follow(&mut self, uri: Url, lines: Vec<String>, open: bool) {
        let document = Document {
            lines,
            open,
            ..Document::default()
        };
        self.0.insert(uri, document);
    }

    /// Before `compiled`. An editor that reads a file again because others have written it sends a change, and never says that
    /// the document is saved; and one that opens what it kept from its last session sends text that was not saved.
    pub fn compare_with_files(&mut self, classes: SystemTime, file: impl Fn(&Url) -> Option<(String, SystemTime)>) {
        let unsure =
            |document: &&mut Document| document.saved.len() < document.edits.len() || document.on_disk.is_none();
        let open = self.0.iter_mut().filter(|(_, document)| document.open);
        for (uri, document) in open.filter(|(_, document)| unsure(document)) {
            if let Some((text, written)) = file(uri).filter(|(text, _)| !text.is_empty())
                && written <= classes
            {
                document.is_compared(&split(&text));
            }
        }
    }

    /// An answer is about classes that were written at that time: what was saved later is not in them.
    pub fn compiled(&mut self, classes: SystemTime) {
        for document in self.0.values_mut() {
            let compiled = document.saved.iter().take_while(|saved| **saved <= classes).count();
            document.saved.drain(..compiled);
            document.edits.drain(..compiled);
            if document.edits.is_empty() {
                document.before_cut = None;
            }
        }
    }

    /// Where a line of the compiled source is now, from 0.
    pub fn line_now(&self, uri: &Url, line: u32) -> u32 {
        self.0.get(uri).map_or(line, |document| document.moved(0, line))
    }

    /// Where a line of the file, as it was saved last, is now, from 0.
    pub fn line_since_saved(&self, uri: &Url, line: u32) -> u32 {
        let document = self.0.get(uri);
        document.map_or(line, |document| document.moved(document.saved.len(), line))
    }

    /// Whether it has this text, as far as anybody follows it.
    pub fn is_as(&self, uri: &Url, text: &str) -> bool {
        self.0.get(uri).is_none_or(|document| document.lines == split(text))
    }

    /// The whole text as it is now; `None` for a document that is not followed.
    pub fn whole(&self, uri: &Url) -> Option<String> {
        Some(self.0.get(uri)?.lines.join("\n"))
    }

    /// The text of a line as it is now; `None` for a document that is not followed.
    pub fn text(&self, uri: &Url, line: u32) -> Option<&str> {
        let lines = &self.0.get(uri)?.lines;
        Some(lines.get(usize::try_from(line).ok()?).map_or("", String::as_str))
    }
}

impl Document {
    /// True if lines have moved.
    fn becomes(&mut self, lines: Vec<String>) -> bool {
        let edit = difference(&self.lines, &lines);
        self.before_cut = None;
        self.lines = lines;
        let now = hash(&self.lines);
        let unsaved = self.saved.len().min(self.edits.len());
        match self.edits[unsaved..].iter().position(|edit| edit.before == now) {
            // Undone: the lines are those that they were, and not what an edit there and one back make of them.
            Some(undone) => self.edits.truncate(unsaved + undone),
            None => self.edits.extend(edit),
        }
        edit.is_some()
    }

    /// Where a line is now that was there before the edits from this one on. Where the text is again what it was, it is there again.
    fn moved(&self, from: usize, line: u32) -> u32 {
        let edits = self.edits.get(from..).unwrap_or_default();
        if edits.is_empty() {
            return line;
        }
        let now = hash(&self.lines);
        match edits.iter().position(|edit| edit.before == now) {
            Some(until) => fold(&edits[..until], line),
            None => fold(edits, line),
        }
    }

    /// True if lines have moved.
    fn is_on_disk(&mut self, text: &str, written: SystemTime) -> bool {
        let now = split(text);
        let written_on = self.before_cut.take_if(|_| goes_on(&self.lines, &now));
        let was_half = written_on.is_some();
        if let Some(whole) = written_on {
            self.lines = whole;
            self.edits.pop();
            self.saved.truncate(self.edits.len());
        }
        let before = self.lines.clone();
        let moved = self.becomes(now);
        let to_the_end = |edit: &Edit| edit.end as usize + 1 >= before.len();
        if moved && self.lines.len() < before.len() && self.edits.last().is_some_and(to_the_end) {
            self.before_cut = Some(before);
        }
        self.is_saved(written);
        moved || was_half
    }

    fn is_saved(&mut self, written: SystemTime) {
        self.saved.resize(self.edits.len(), written);
        self.on_disk = Some(hash(&self.lines));
    }

    /// Its file, which was compiled, has these lines. Where others have written them, the edits before say nothing any more.
    fn is_compared(&mut self, on_disk: &[String]) {
        let now = Some(hash(on_disk));
        if self.on_disk != now || on_disk == self.lines {
            self.saved.clear();
            self.edits = difference(on_disk, &self.lines).into_iter().collect();
            self.on_disk = now;
        }
    }
}

fn fold(edits: &[Edit], line: u32) -> u32 {
    edits.iter().fold(line, |line, edit| edit.apply(line))
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

fn hash(lines: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    lines.hash(&mut hasher);
    hasher.finish()
}

fn split(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Whether a text begins with all of another one, whose last line may be half a line.
fn goes_on(before: &[String], after: &[String]) -> bool {
    let whole = before.len().saturating_sub(1);
    after.len() >= before.len() && before[..whole] == after[..whole]
}

/// One edit from the first differing line to the last.
fn difference(before: &[String], after: &[String]) -> Option<Edit> {
    let same_start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let rest = before[same_start..].iter().rev().zip(after[same_start..].iter().rev());
    let same_end = rest.take_while(|(one, other)| one == other).count();
    if same_start == before.len() && before.len() == after.len() {
        return None;
    }
    Some(Edit {
        start: u32::try_from(same_start).ok()?,
        end: match same_end {
            0 => u32::MAX,
            _ => u32::try_from(before.len() - same_end).ok()?,
        },
        now: u32::try_from(after.len() - same_end - same_start).ok()?,
        before: hash(before),
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    fn at(second: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(second)
    }

    #[test]
    fn lines_move_with_edits_until_they_are_compiled() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        documents.opened(uri.clone(), "a\nb\nc\nd\n");
        assert!(documents.changed(&uri, "a\nx\ny\nb\nc\nd\n"), "two lines before b");
        assert_eq!([0, 1, 3].map(|line| documents.line_now(&uri, line)), [0, 3, 5]);
        assert_eq!(documents.text(&uri, 3), Some("b"));
        documents.saved(&uri, at(1));
        assert!(documents.changed(&uri, "a\nx\ny\nb\nd\n"), "c is gone");
        assert_eq!([1, 2, 3].map(|line| documents.line_now(&uri, line)), [3, 4, 4]);
        let since = [0, 3, 4].map(|line| documents.line_since_saved(&uri, line));
        assert_eq!(since, [0, 3, 4], "what was saved has moved already");
        assert_eq!(documents.line_since_saved(&uri, 5), 4, "c is gone");
        documents.compiled(at(9));
        assert_eq!(
            [3, 4, 5].map(|line| documents.line_now(&uri, line)),
            [3, 4, 4],
            "the unsaved edit counts on"
        );
        assert!(!documents.changed(&uri, "a\nx\ny\nb\nd\n"));
        assert!(!documents.closed(&uri, "a\nx\ny\nb\nd\n", at(1)));
        assert!(!documents.changed(&uri, ""), "nobody has opened it");
    }

    #[test]
    fn a_line_that_was_cut_and_is_back_is_where_it_was() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        let whole = "a\nb\nc\nd\n";
        documents.opened(uri.clone(), whole);
        documents.changed(&uri, "a\nb\nd\n");
        assert!(documents.changed(&uri, whole));
        assert_eq!(documents.line_now(&uri, 2), 2);
        documents.changed(&uri, "");
        documents.changed(&uri, whole);
        assert_eq!([1, 2, 3].map(|line| documents.line_now(&uri, line)), [1, 2, 3]);
        documents.changed(&uri, "x\na\nb\nc\nd\n");
        assert_eq!(documents.line_now(&uri, 2), 3, "typed after that");
        documents.saved(&uri, at(1));
        documents.changed(&uri, "x\na\n");
        documents.changed(&uri, whole);
        assert_eq!(documents.line_now(&uri, 2), 2, "undone past what was saved");
        assert_eq!(documents.line_since_saved(&uri, 3), 2, "the file has one more");
    }

    #[test]
    fn a_file_that_is_changed_from_outside_is_followed_too() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        assert!(!documents.changed_on_disk(&uri, "x", at(1)), "nobody is interested");
        documents.has_findings(uri.clone(), &["a".into(), "b".into()]);
        assert!(documents.is_followed_on_disk(&uri));
        assert!(
            !documents.changed_on_disk(&uri, "", at(1)),
            "somebody has begun to write it"
        );
        assert!(documents.changed_on_disk(&uri, "// new\na\nb\n", at(1)));
        assert_eq!(documents.line_now(&uri, 1), 2);
        documents.opened(uri.clone(), "// new\n\na\nb\n");
        assert_eq!(
            documents.line_now(&uri, 1),
            3,
            "it was changed once more before it was opened"
        );
        assert!(
            !documents.changed_on_disk(&uri, "", at(1)),
            "the editor says what it shows"
        );
        assert!(
            documents.closed(&uri, "// new\na\nb\n", at(1)),
            "what was not saved is gone"
        );
        assert_eq!(documents.line_now(&uri, 1), 2);
        documents.compiled(at(9));
        assert_eq!(documents.line_now(&uri, 2), 2);
    }

    #[test]
    fn what_was_saved_after_the_classes_were_written_counts_on() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        documents.opened(uri.clone(), "a\nb\n");
        documents.changed(&uri, "x\na\nb\n");
        documents.saved(&uri, at(1));
        documents.changed(&uri, "x\ny\na\nb\n");
        documents.saved(&uri, at(3));
        assert_eq!(documents.line_now(&uri, 0), 2);
        documents.compiled(at(2));
        assert_eq!(documents.line_now(&uri, 1), 2, "the second edit is in no class yet");
        documents.compiled(at(9));
        assert_eq!(documents.line_now(&uri, 2), 2);
    }

    #[test]
    fn what_an_editor_has_read_again_is_compiled_though_it_was_never_saved() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        let on_disk = |text: &'static str| move |_: &Url| Some((text.to_owned(), at(1)));
        documents.opened(uri.clone(), "a\nb\n");
        documents.changed(&uri, "x\na\nb\n");
        documents.compare_with_files(at(0), on_disk("x\na\nb\n"));
        documents.compiled(at(0));
        assert_eq!(documents.line_now(&uri, 1), 2, "the file was written after the classes");
        documents.compare_with_files(at(9), on_disk("x\na\nb\n"));
        documents.compiled(at(9));
        assert_eq!(documents.line_now(&uri, 2), 2);
        documents.changed(&uri, "y\nx\na\nb\n");
        documents.compare_with_files(at(9), on_disk("x\na\nb\n"));
        documents.compiled(at(9));
        assert_eq!(documents.line_now(&uri, 2), 3, "typed, and not in the file");
        documents.compare_with_files(at(9), on_disk("x\n\n\na\nb\n"));
        documents.compiled(at(9));
        assert_eq!(
            documents.line_now(&uri, 4),
            3,
            "the file was written under what was typed"
        );
        documents.changed(&uri, "x\n\n\na\nb\n");
        assert_eq!(documents.line_now(&uri, 4), 4, "and was read by the editor after that");
    }

    #[test]
    fn what_an_editor_kept_from_its_last_session_is_no_part_of_the_classes() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        documents.opened(uri.clone(), "typed\na\nb\n");
        documents.compare_with_files(at(9), |_| Some(("a\nb\n".to_owned(), at(1))));
        documents.compiled(at(9));
        assert_eq!(documents.line_now(&uri, 1), 2);
    }

    #[test]
    fn lines_that_were_not_there_yet_are_not_moved() {
        let uri = Url::parse("file:///A.java").unwrap();
        for read in [&[][..], &["a".to_owned()], &["a".to_owned(), "b".to_owned()]] {
            let mut documents = Documents::default();
            documents.has_findings(uri.clone(), read);
            assert!(documents.changed_on_disk(&uri, "a\nb\nc\nd\n", at(1)));
            assert_eq!(
                [0, 1, 3].map(|line| documents.line_now(&uri, line)),
                [0, 1, 3],
                "{read:?}"
            );
        }
    }

    #[test]
    fn a_file_that_was_half_written_keeps_its_lines() {
        let uri = Url::parse("file:///A.java").unwrap();
        let mut documents = Documents::default();
        let lines = ["a", "b", "c", "d", "e"].map(str::to_owned);
        documents.has_findings(uri.clone(), &lines);
        assert!(documents.changed_on_disk(&uri, "// new\na\n", at(1)));
        assert!(
            documents.changed_on_disk(&uri, "// new\na\nb\nc", at(1)),
            "one more piece"
        );
        assert!(documents.changed_on_disk(&uri, "// new\na\nb\nc\nd\ne\n", at(1)));
        assert_eq!([0, 2, 4].map(|line| documents.line_now(&uri, line)), [1, 3, 5]);
        assert!(
            documents.changed_on_disk(&uri, "// new\na\nb\n", at(1)),
            "its end is cut off"
        );
        assert!(
            documents.changed_on_disk(&uri, "a\nb\n", at(1)),
            "and something else is changed"
        );
        assert_eq!([0, 1].map(|line| documents.line_now(&uri, line)), [0, 1]);
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
