//! A trail as a Markdown document, for editors without a panel of ours: a column for each thread, a link a step.

use std::collections::BTreeMap;

use dropwire_check::words;
use dropwire_check::words::advice::fix;
use dropwire_check::{Confidence, Finding, Location, PassingRun, Step, Trail};
use tower_lsp::lsp_types::Url;

use crate::sources::{Sources, short_place};
use crate::text::finding::titled;
use crate::text::lanes::{ending, glyph, moves};
use crate::text::style::harmless_lines;

/// What a line of a document is about.
#[derive(Debug)]
pub enum About<'a> {
    /// A place of the finding.
    Place(&'a Location),
    /// A row of the trail, by its index.
    Step(usize),
    /// Neither.
    Nothing,
}

/// A document as it is made, and what each of its lines is about.
#[derive(Default)]
struct Page<'a> {
    text: String,
    lines: Vec<About<'a>>,
}

impl<'a> Page<'a> {
    /// Adds whole lines that are about nothing.
    fn add(&mut self, text: &str) {
        self.lines.extend(text.matches('\n').map(|_| About::Nothing));
        self.text.push_str(text);
    }

    /// Adds one line.
    fn add_line(&mut self, line: &str, about: About<'a>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.lines.push(about);
    }
}

/// The whole document.
pub fn document(finding: &Finding, sources: &Sources) -> String {
    page(finding, sources).text
}

/// What each line of the document is about.
pub fn lines<'a>(finding: &'a Finding, sources: &Sources) -> Vec<About<'a>> {
    page(finding, sources).lines
}

fn page<'a>(finding: &'a Finding, sources: &Sources) -> Page<'a> {
    let trail = &finding.trail;
    let mut page = Page::default();
    page.add(&format!("# {}\n\n", escaped(&titled(finding))));
    let confidence = match finding.confidence {
        Confidence::Confirmed => "Confirmed: this run was replayed in a fresh process, with the same outcome.",
        Confidence::Potential => "Potential: no run that shows it was replayed.",
    };
    page.add(&format!("{confidence}\n\n"));
    for (place, message) in finding.places() {
        let line = sources
            .text(place)
            .map(|line| format!(" `{}`", harmless_lines(&line).replace('`', "'")))
            .unwrap_or_default();
        let line = format!("- {}{line} {}", link(place, sources), escaped(message));
        page.add_line(line.trim_end(), About::Place(place));
    }
    for need in &finding.needs {
        page.add(&format!("- Requires {}\n", escaped(&words::need::event(need))));
    }
    if let Some(why) = &finding.why {
        page.add(&format!("\n**Why:** {}.\n", escaped(&words::why::why(why))));
    }
    if let Some(fix) = fix(finding) {
        page.add(&format!("\n**Fix:** {}.\n", escaped(&fix)));
    }
    if !trail.steps.is_empty() {
        page.add("\n");
        let marks = marks(trail);
        table(&mut page, &trail.steps, 1, &About::Step, &marks, sources);
        if let Some(ending) = ending(trail) {
            page.add(&format!("\n✗ {ending}\n"));
        }
    }
    if let Some(passing) = &finding.passing {
        nearest_passing(&mut page, passing, sources);
    }
    if !trail.output.is_empty() {
        page.add(&format!(
            "\nThe program printed:\n\n```text\n{}\n```\n",
            harmless_lines(trail.output.trim_end()).replace("```", "'''")
        ));
    }
    // Where no run shows it there is nothing to replay.
    if !trail.steps.is_empty() {
        page.add(&format!("\nReplay it in a terminal: `dropwire replay {}`\n", trail.id));
    }
    page
}

/// The nearest run that passes, from the step in which it differs.
fn nearest_passing<'a>(page: &mut Page<'a>, run: &'a PassingRun, sources: &Sources) {
    let first = usize::try_from(run.from).unwrap_or(1);
    page.add("\n## The nearest run that passes\n\n");
    if let Some(sentence) = words::why::passing(run) {
        page.add(&format!("{}.\n\n", escaped(&sentence)));
    }
    let about = |index: usize| match run.steps.get(index).and_then(|step| step.location.as_ref()) {
        Some(place) => About::Place(place),
        None => About::Nothing,
    };
    table(page, &run.steps, first, &about, &BTreeMap::new(), sources);
    if run.omitted > 0 {
        page.add(&format!("\n{}\n", crate::units::plural(run.omitted, "more step")));
    }
}

/// The mark before a step, by its index: that the loop begins, or which round it is.
fn marks(trail: &Trail) -> BTreeMap<usize, String> {
    let Some(lasso) = &trail.lasso else {
        return BTreeMap::new();
    };
    let rounds = trail.rounds().into_iter().enumerate();
    rounds
        .map(|(index, round)| match index {
            0 => (round.start, words::lasso::begins(lasso)),
            _ => (round.start, words::lasso::again(lasso, index + 1)),
        })
        .collect()
}

/// The steps, with numbers from `first`, each behind the mark of its index.
fn table<'a>(
    page: &mut Page<'a>,
    steps: &'a [Step],
    first: usize,
    about: &dyn Fn(usize) -> About<'a>,
    marks: &BTreeMap<usize, String>,
    sources: &Sources,
) {
    let mut threads: Vec<(u32, &str)> = Vec::new();
    for step in steps {
        if !threads.iter().any(|(number, _)| *number == step.thread) {
            threads.push((step.thread, &step.thread_name));
        }
    }
    threads.sort_by_key(|(number, _)| *number);
    let names: Vec<String> = threads.iter().map(|(_, name)| escaped(name)).collect();
    page.add(&format!("| step | {} | where |\n", names.join(" | ")));
    page.add(&format!("|---:|{}---|\n", "---|".repeat(threads.len())));
    for (index, step) in steps.iter().enumerate() {
        if let Some(mark) = marks.get(&index) {
            page.add(&format!("| ⟲ |{} *{mark}* |\n", "  |".repeat(threads.len())));
        }
        let switch = if step.preemption { "⇄ " } else { "" };
        let cells = threads.iter().map(|(number, _)| {
            if *number == step.thread {
                cell(step)
            } else {
                String::new()
            }
        });
        let cells: Vec<String> = cells.collect();
        let place = step
            .location
            .as_ref()
            .map(|place| link(place, sources))
            .unwrap_or_default();
        // What holds at the end is no step.
        let number = if index < moves(steps) {
            (index + first).to_string()
        } else {
            String::new()
        };
        let row = format!("| {switch}{number} | {} | {place} |", cells.join(" | "));
        page.add_line(&row, about(index));
    }
}

/// `⊕ lock drawer held by audit`: what a step does, in plain text.
pub(super) fn words_of(step: &Step) -> String {
    let operation = format!("{} {}", glyph(step.action), harmless_lines(&step.operation));
    match harmless_lines(&step.note) {
        note if note.is_empty() => operation.trim_start().to_owned(),
        note => format!("{} {note}", operation.trim_start()),
    }
}

fn cell(step: &Step) -> String {
    let words = format!("{} {}", glyph(step.action), escaped(&step.operation));
    let note = if step.note.is_empty() {
        String::new()
    } else {
        format!(" *{}*", escaped(&step.note))
    };
    format!("{}{note}", words.trim_start())
}

/// `[Till.java:6](file:///…/Till.java#L6)`; plain text where there is no source.
fn link(place: &Location, sources: &Sources) -> String {
    let shown = escaped(&short_place(place));
    let url = sources.path(place).and_then(|path| Url::from_file_path(path).ok());
    match (url, place.line) {
        (Some(url), Some(line)) => format!("[{shown}]({url}#L{line})"),
        (Some(url), None) => format!("[{shown}]({url})"),
        (None, _) => shown,
    }
}

/// Names of a program must not become markup, nor break a table's row.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in harmless_lines(text).chars() {
        match letter {
            '|' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '\\' => escaped.extend(['\\', letter]),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, till_sources};

    #[test]
    fn a_column_a_thread_and_a_link_a_step() {
        let (folder, sources) = till_sources();
        let text = document(&deadlock_report().findings[0], &sources);
        assert!(text.starts_with("# Deadlock: sell holds drawer"), "{text}");
        assert!(
            text.contains("| step | main | sell | audit | where |\n|---:|---|---|---|---|\n"),
            "{text}"
        );
        let url = Url::from_file_path(folder.path().join("Till.java")).unwrap();
        assert!(
            text.contains(&format!("| 7 |  | ⊕ lock drawer |  | [Till.java:5]({url}#L5) |")),
            "{text}"
        );
        assert!(text.contains("| ⇄ 8 |"), "{text}");
        assert!(text.contains("*held by audit*"), "{text}");
    }

    #[test]
    fn the_nearest_run_that_passes_stands_below() {
        let (_folder, sources) = till_sources();
        let mut finding = deadlock_report().findings[0].clone();
        let steps = finding.trail.steps[6..9].to_vec();
        finding.passing = Some(PassingRun {
            from: 7,
            steps: steps.clone(),
            omitted: 4,
        });
        let text = document(&finding, &sources);
        let (_, passing) = text.split_once("## The nearest run that passes\n").unwrap();
        assert!(passing.contains("| 7 |") && passing.contains("| step | "), "{passing}");
        assert!(passing.contains("\n4 more steps\n"), "{passing}");
        // Its rows lead to their sources, and are no steps of the trail.
        let about = lines(&finding, &sources);
        assert_eq!(about.len(), text.lines().count());
        let row = text
            .lines()
            .position(|line| line.starts_with("## The nearest"))
            .unwrap();
        let places = about[row..].iter().filter(|about| matches!(about, About::Place(_)));
        let expected = steps.iter().filter(|step| step.location.is_some());
        assert_eq!(places.count(), expected.count());
        assert!(!about[row..].iter().any(|about| matches!(about, About::Step(_))));
    }

    #[test]
    fn a_programs_names_are_no_markup() {
        assert_eq!(escaped("a|b\n[c](d)"), "a\\|b \\[c\\](d)");
    }
}
