//! Edits as a unified diff.

use super::Changed;

/// Lines of context.
const CONTEXT: usize = 3;

/// What changes, as `patch` reads it. `shown`: the name of the file.
pub fn unified(source: &Changed, shown: &str) -> String {
    let lines: Vec<&str> = source.text.split_inclusive('\n').collect();
    let mut starts = vec![0];
    for line in &lines {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    let line_of = |offset: usize| starts.partition_point(|&start| start <= offset).saturating_sub(1);
    let mut changed: Vec<(usize, usize)> = Vec::new();
    for edit in &source.edits {
        let (first, last) = (line_of(edit.range.start), line_of(edit.range.end));
        match changed.last_mut() {
            Some((_, end)) if first <= *end => *end = (*end).max(last + 1),
            Some(_) | None => changed.push((first, last + 1)),
        }
    }
    let mut text = format!("--- {shown}\n+++ {shown}\n");
    let mut shift = 0_isize;
    let hunks = changed.chunk_by(|one, next| next.0 <= one.1 + 2 * CONTEXT);
    for hunk in hunks {
        let (Some(&(first, _)), Some(&(_, end))) = (hunk.first(), hunk.last()) else {
            continue;
        };
        let (from, to) = (first.saturating_sub(CONTEXT), (end + CONTEXT).min(lines.len()));
        let mut body = String::new();
        let (mut before, mut after) = (0_usize, 0_usize);
        let mut at = from;
        for &(start, end) in hunk {
            let end = end.min(lines.len());
            for line in &lines[at..start] {
                body.push_str(&marked(' ', line));
                (before, after) = (before + 1, after + 1);
            }
            for line in &lines[start..end] {
                body.push_str(&marked('-', line));
                before += 1;
            }
            for line in new_text(source, starts[start], starts[end]).split_inclusive('\n') {
                body.push_str(&marked('+', line));
                after += 1;
            }
            at = end;
        }
        for line in &lines[at..to] {
            body.push_str(&marked(' ', line));
            (before, after) = (before + 1, after + 1);
        }
        let new_start = (from as isize + shift).max(0) + 1;
        text.push_str(&format!("@@ -{},{before} +{new_start},{after} @@\n{body}", from + 1));
        shift += after as isize - before as isize;
    }
    text
}

fn marked(sign: char, line: &str) -> String {
    match line.strip_suffix('\n') {
        Some(line) => format!("{sign}{line}\n"),
        None => format!("{sign}{line}\n\\ No newline at end of file\n"),
    }
}

/// The text between two offsets, which no edit crosses, with the edits in it.
fn new_text(source: &Changed, start: usize, end: usize) -> String {
    let mut text = String::new();
    let mut from = start;
    let within = source
        .edits
        .iter()
        .filter(|edit| edit.range.start >= start && edit.range.end <= end && edit.range.start < end.max(start + 1));
    for edit in within {
        text.push_str(&source.text[from..edit.range.start]);
        text.push_str(&edit.with);
        from = edit.range.end;
    }
    text.push_str(&source.text[from..end]);
    text
}

#[cfg(test)]
mod tests {
    use super::super::Edit;
    use super::*;

    #[test]
    fn hunks_are_as_patch_wants_them() {
        let text: String = (1..=20).map(|line| format!("line {line}\n")).collect();
        let at = |line: usize| text.find(&format!("line {line}\n")).unwrap();
        let source = Changed {
            path: "A.java".into(),
            edits: vec![
                Edit::insert(at(2), "new\n"),
                Edit::replace(at(3)..at(3) + 4, "LINE"),
                Edit::insert(at(18) + 7, "!"),
            ],
            text,
        };
        let expected = "--- A.java\n+++ A.java\n@@ -1,6 +1,7 @@\n line 1\n-line 2\n-line 3\n+new\n+line 2\n+LINE 3\n line 4\n line 5\n line 6\n\
                        @@ -15,6 +16,6 @@\n line 15\n line 16\n line 17\n-line 18\n+line 18!\n line 19\n line 20\n";
        assert_eq!(unified(&source, "A.java"), expected);
    }
}
