//! A trail as a Markdown document, for editors without a panel of ours: a column for each thread, a link a step.

use dropwire_check::words;
use dropwire_check::words::advice::fix;
use dropwire_check::{Confidence, Finding, Location, Step};
use tower_lsp::lsp_types::Url;

use crate::sources::{Sources, short_place};
use crate::text::finding::titled;
use crate::text::lanes::{ending, glyph, moves};
use crate::text::style::harmless_lines;

/// The whole document.
pub fn document(finding: &Finding, sources: &Sources) -> String {
    let trail = &finding.trail;
    let mut text = format!("# {}\n\n", escaped(&titled(finding)));
    let confidence = match finding.confidence {
        Confidence::Confirmed => "Confirmed: this run was replayed from the start in a fresh process.",
        Confidence::Potential => "Potential: no run that shows it has been replayed.",
    };
    text.push_str(&format!("{confidence}\n\n"));
    for (place, message) in finding.places() {
        let line = sources
            .text(place)
            .map(|line| format!(" `{}`", harmless_lines(&line).replace('`', "'")))
            .unwrap_or_default();
        text.push_str(format!("- {}{line} {}", link(place, sources), escaped(message)).trim_end());
        text.push('\n');
    }
    for need in &finding.needs {
        text.push_str(&format!("- needs {}\n", escaped(need)));
    }
    if let Some(why) = &finding.why {
        text.push_str(&format!("\n**Why:** {}.\n", escaped(&words::why::why(why))));
    }
    if let Some(fix) = fix(finding) {
        text.push_str(&format!("\n**Fix:** {}.\n", escaped(&fix)));
    }
    if !trail.steps.is_empty() {
        text.push('\n');
        text.push_str(&table(&trail.steps, sources));
        if let Some(ending) = ending(trail) {
            text.push_str(&format!("\n✗ {ending}\n"));
        }
    }
    if !trail.output.is_empty() {
        text.push_str(&format!(
            "\nThe program printed:\n\n```text\n{}\n```\n",
            harmless_lines(trail.output.trim_end()).replace("```", "'''")
        ));
    }
    // Where no run shows it there is nothing to replay.
    if !trail.steps.is_empty() {
        text.push_str(&format!("\nAgain in a terminal: `dropwire replay {}`\n", trail.id));
    }
    text
}

fn table(steps: &[Step], sources: &Sources) -> String {
    let mut threads: Vec<(u32, &str)> = Vec::new();
    for step in steps {
        if !threads.iter().any(|(number, _)| *number == step.thread) {
            threads.push((step.thread, &step.thread_name));
        }
    }
    threads.sort_by_key(|(number, _)| *number);
    let names: Vec<String> = threads.iter().map(|(_, name)| escaped(name)).collect();
    let mut text = format!("| step | {} | where |\n", names.join(" | "));
    text.push_str(&format!("|---:|{}---|\n", "---|".repeat(threads.len())));
    for (index, step) in steps.iter().enumerate() {
        let switch = if step.preemption { "⇄ " } else { "" };
        let cells = threads.iter().map(|(number, _)| {
            if *number == step.thread {
                words(step)
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
            (index + 1).to_string()
        } else {
            String::new()
        };
        text.push_str(&format!("| {switch}{number} | {} | {place} |\n", cells.join(" | ")));
    }
    text
}

fn words(step: &Step) -> String {
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
    fn a_programs_names_are_no_markup() {
        assert_eq!(escaped("a|b\n[c](d)"), "a\\|b \\[c\\](d)");
    }
}
