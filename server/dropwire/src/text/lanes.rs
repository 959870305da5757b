//! A trail as lanes: one column for each thread, time downwards.
//!
//! `rows` decides what is drawn (folding runs of one thread to the steps that matter), the rest draws it. With more
//! threads than fit side by side, the columns become narrow strips and each step's words stand to their right.

mod rows;
mod words;

use dropwire_check::facts::why::Why;
use dropwire_check::words::lasso;
use dropwire_check::words::step::which;
use dropwire_check::{Finding, Operation, Step, Trail};

use super::Face;
use super::style::{Tone, fitted, harmless, padded, width};
use rows::Row;
use words::{accesses, place, short_names, words};
pub use words::{ending, glyph, moves};

/// Columns before the first lane: the step numbers.
const MARGIN: usize = 9;
const NARROWEST_LANE: usize = 18;
const WIDEST_LANE: usize = 40;
/// Columns of a thread's name beside the strips, at most.
const STRIP_NAME: usize = 24;

/// Draws a trail. With a finding, runs are folded to what matters for it; without one, every step is drawn.
pub fn draw(trail: &Trail, finding: Option<&Finding>, face: Face<'_>) -> String {
    let mut threads = Threads::of(trail);
    let rows = rows::rows(trail, finding);
    let lanes = threads.names.len().max(1);
    let lane = lane_width(trail, &rows, lanes, face.width);
    let side_by_side = MARGIN + lanes * NARROWEST_LANE <= face.width;
    let room = if side_by_side { lane - 2 } else { STRIP_NAME };
    threads.names = short_names(threads.names, room);
    let mut drawing = Drawing {
        trail,
        threads,
        face,
        lane,
        decisive: finding.and_then(decisive),
        text: String::new(),
    };
    if side_by_side {
        drawing.header();
        rows.iter().for_each(|row| drawing.lane_row(row));
    } else {
        drawing.strip_header();
        rows.iter().for_each(|row| drawing.strip_row(row));
    }
    if let Some(ending) = ending(trail) {
        drawing.line(&format!(
            "{:>7}  {}",
            "",
            face.paint.tone(Tone::Bad, &format!("✗ {ending}"))
        ));
    }
    drawing.text
}

/// The threads of a trail in the order of their numbers.
struct Threads {
    numbers: Vec<u32>,
    names: Vec<String>,
    paths: Vec<String>,
}

impl Threads {
    fn of(trail: &Trail) -> Threads {
        let mut known: Vec<&Step> = Vec::new();
        for step in &trail.steps {
            if !known.iter().any(|earlier| earlier.thread == step.thread) {
                known.push(step);
            }
        }
        known.sort_by_key(|step| step.thread);
        Threads {
            numbers: known.iter().map(|step| step.thread).collect(),
            names: known.iter().map(|step| harmless(&step.thread_name)).collect(),
            paths: known.iter().map(|step| step.thread_path.clone()).collect(),
        }
    }

    fn column(&self, thread: u32) -> usize {
        self.numbers.iter().position(|&number| number == thread).unwrap_or(0)
    }

    /// The column of the thread that the step at `index` starts: children are numbered in the order of their starts.
    fn started_by(&self, steps: &[Step], index: usize) -> Option<usize> {
        let parent = &steps[index].thread_path;
        let earlier = steps[..index].iter();
        let nth = earlier
            .filter(|step| step.action == Operation::Start && step.thread_path == *parent)
            .count();
        let child = format!("{parent}/{nth}");
        self.paths.iter().position(|path| *path == child)
    }
}

struct Drawing<'a> {
    trail: &'a Trail,
    threads: Threads,
    face: Face<'a>,
    lane: usize,
    /// The index of the first step after the switch that makes the difference.
    decisive: Option<usize>,
    text: String,
}

/// The index of the first step after the switch that makes the difference.
fn decisive(finding: &Finding) -> Option<usize> {
    match &finding.why {
        Some(Why::Switch(switch)) => (switch.step as usize).checked_sub(1),
        Some(Why::OneAccess | Why::NoPreemption | Why::Held { .. }) | None => None,
    }
}

/// What there is to say of a step beside what it does: its note, and what it accessed on its way to the next one.
fn remark(step: &Step) -> String {
    let which = which(step).map_or_else(String::new, |which| format!("of {}", harmless(&which)));
    let parts = [which, harmless(&step.note), accesses(step)];
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join("; ")
}

impl Drawing<'_> {
    fn header(&mut self) {
        let mut line = padded("   step", MARGIN);
        for name in &self.threads.names {
            line.push_str(&padded(&fitted(name, self.lane - 2), self.lane));
        }
        let line = self.face.paint.tone(Tone::Strong, line.trim_end());
        self.line(&line);
    }

    fn lane_row(&mut self, row: &Row) {
        match *row {
            Row::Fold { first, last } => {
                let column = self.threads.column(self.trail.steps[first].thread);
                let label = format!("{}–{}", first + 1, last + 1);
                let words = self
                    .face
                    .paint
                    .tone(Tone::Quiet, &format!("▸ {} steps", last + 1 - first));
                let indent = " ".repeat(column * self.lane);
                self.line(&format!("{label:>7}  {indent}{words}"));
            }
            Row::Call { first, last } => {
                let column = self.threads.column(self.trail.steps[first].thread);
                let label = format!("{}–{}", first + 1, last + 1);
                let indent = " ".repeat(column * self.lane);
                let room = self.face.width.saturating_sub(MARGIN + column * self.lane);
                let words = fitted(&self.call_words(first, last), room);
                self.line(&format!(
                    "{label:>7}  {indent}{}",
                    self.face.paint.tone(Tone::Quiet, &words)
                ));
            }
            Row::Loop => self.loop_begins(),
            Row::Round { number, first, last } => self.round(number, first, last),
            Row::Switch { before } => self.switch(before),
            Row::Step { index } => self.lane_step(index),
        }
    }

    fn lane_step(&mut self, index: usize) {
        let step = &self.trail.steps[index];
        let column = self.threads.column(step.thread);
        let indent = " ".repeat(column * self.lane);
        let label = format!("{:>7}  ", self.number(index));
        let room = self.face.width.saturating_sub(MARGIN + column * self.lane);
        if let Some(arrow) = self.start_arrow(index, column) {
            self.line(&format!("{label}{indent}{arrow}"));
            return;
        }
        let place = self.place(step);
        let words = fitted(&words(step), room.saturating_sub(width(&place) + 2).max(8));
        let gap = self.lane.saturating_sub(width(&words) + width(&place) + 2).max(1);
        let cell_width = width(&words) + gap + width(&place);
        let cell = format!(
            "{}{}{}",
            self.toned(step, &words),
            " ".repeat(gap),
            self.face.paint.tone(Tone::Quiet, &place)
        );
        let note = remark(step);
        if note.is_empty() {
            self.line(&format!("{label}{indent}{cell}"));
        } else if cell_width + 2 + width(&note) <= room {
            self.line(&format!("{label}{indent}{cell}  {note}"));
        } else {
            self.line(&format!("{label}{indent}{cell}"));
            let note = fitted(&note, room.saturating_sub(2));
            self.line(&format!("{:MARGIN$}{indent}  {note}", ""));
        }
    }

    /// `submit ▸ 3 steps :27`: what a run of steps inside the library belongs to.
    fn call_words(&self, first: usize, last: usize) -> String {
        let step = &self.trail.steps[first];
        let called = step.scene.library.as_ref().and_then(|library| library.called.as_ref());
        let count = last + 1 - first;
        match called {
            Some(call) => format!("{} ▸ {count} steps  {}", harmless(&call.method), self.place(step)),
            None => format!("the library ▸ {count} steps"),
        }
    }

    /// The step's number; none for what holds at the end.
    fn number(&self, index: usize) -> String {
        if index < moves(&self.trail.steps) {
            (index + 1).to_string()
        } else {
            String::new()
        }
    }

    /// `start sell ──▶`, up to the column of the started thread.
    fn start_arrow(&self, index: usize, from: usize) -> Option<String> {
        let step = &self.trail.steps[index];
        let to = match step.action {
            Operation::Start => self.threads.started_by(&self.trail.steps, index)?,
            _ => return None,
        };
        let words = harmless(&step.operation);
        let length = (to.checked_sub(from)? * self.lane).checked_sub(width(&words) + 3)?;
        Some(format!("{words} {}▶", "─".repeat(length)))
    }

    fn switch(&mut self, before: usize) {
        let steps = &self.trail.steps;
        let line = match before.checked_sub(1).map(|earlier| &steps[earlier]) {
            Some(earlier) => {
                format!("⇄ preemption: {} → {}", earlier.thread_name, steps[before].thread_name)
            }
            None => format!("⇄ {} runs", steps[before].thread_name),
        };
        let difference = if self.decisive == Some(before) {
            ": this switch makes the difference"
        } else {
            ""
        };
        let line = harmless(&format!("{line}{difference}"));
        let line = self.face.paint.tone(Tone::Switch, &line);
        self.line(&format!("{:>MARGIN$}{line}", ""));
    }

    fn loop_begins(&mut self) {
        if let Some(lasso) = &self.trail.lasso {
            let line = self
                .face
                .paint
                .tone(Tone::Strong, &format!("⟲ {}", lasso::begins(lasso)));
            self.line(&format!("{:>MARGIN$}{line}", ""));
        }
    }

    fn round(&mut self, number: usize, first: usize, last: usize) {
        if let Some(lasso) = &self.trail.lasso {
            let label = match first == last {
                true => (first + 1).to_string(),
                false => format!("{}–{}", first + 1, last + 1),
            };
            let words = format!("⟲ {}", lasso::again(lasso, number));
            let words = self.face.paint.tone(Tone::Quiet, &words);
            self.line(&format!("{label:>7}  {words}"));
        }
    }

    fn strip_header(&mut self) {
        let strips: String = self.threads.numbers.iter().map(|number| strip_mark(*number)).collect();
        let names = self.name_columns();
        let line = format!("   step  {strips}  {}  what happens", padded("thread", names));
        let line = self.face.paint.tone(Tone::Strong, &line);
        self.line(&line);
    }

    fn strip_row(&mut self, row: &Row) {
        let (index, label, said) = match *row {
            Row::Loop => return self.loop_begins(),
            Row::Round { number, first, last } => return self.round(number, first, last),
            Row::Switch { before } => return self.switch(before),
            Row::Fold { first, last } => {
                let said = self
                    .face
                    .paint
                    .tone(Tone::Quiet, &format!("▸ {} steps", last + 1 - first));
                (first, format!("{}–{}", first + 1, last + 1), said)
            }
            Row::Call { first, last } => {
                let said = self.face.paint.tone(Tone::Quiet, &self.call_words(first, last));
                (first, format!("{}–{}", first + 1, last + 1), said)
            }
            Row::Step { index } => (index, self.number(index), self.strip_words(index)),
        };
        let step = &self.trail.steps[index];
        let active = self.threads.column(step.thread);
        let strips: String = (0..self.threads.numbers.len())
            .map(|column| {
                if column == active {
                    '●'
                } else {
                    self.strip_at(column, index)
                }
            })
            .collect();
        let name = padded(&self.threads.names[active], self.name_columns());
        self.line(&format!("{label:>7}  {strips}  {name}  {said}"));
    }

    fn strip_words(&self, index: usize) -> String {
        let step = &self.trail.steps[index];
        let place = self.place(step);
        let used = MARGIN + self.threads.numbers.len() + self.name_columns() + width(&place) + 6;
        let note = match remark(step) {
            note if note.is_empty() => note,
            note => format!("  {note}"),
        };
        let room = self.face.width.saturating_sub(used).max(16);
        let said = fitted(&format!("{}{note}", words(step)), room);
        format!(
            "{}  {}",
            self.toned(step, &said),
            self.face.paint.tone(Tone::Quiet, &place)
        )
    }

    /// A line while the thread lives, a dot before it has begun and after it has ended.
    fn strip_at(&self, column: usize, index: usize) -> char {
        let number = self.threads.numbers[column];
        let mine = |step: &&Step| step.thread == number;
        let begun = column == 0 || self.trail.steps[..index].iter().any(|step| mine(&step));
        let last = self.trail.steps[..index].iter().rev().find(mine);
        let ended = last.is_some_and(|step| step.action == Operation::End);
        if begun && !ended { '│' } else { '·' }
    }

    fn name_columns(&self) -> usize {
        self.threads
            .names
            .iter()
            .map(|name| width(name))
            .max()
            .unwrap_or(0)
            .clamp(6, STRIP_NAME)
    }

    /// `:5` in the file that most of the trail is in, else `Other.java:5`.
    fn place(&self, step: &Step) -> String {
        place(self.trail, step)
    }

    fn toned(&self, step: &Step, words: &str) -> String {
        match step.action {
            Operation::Blocked => self.face.paint.tone(Tone::Open, words),
            _ => words.to_owned(),
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// Wide enough for what is in the lanes, narrow enough for the terminal.
fn lane_width(trail: &Trail, rows: &[Row], lanes: usize, terminal: usize) -> usize {
    let wanted = rows.iter().filter_map(|row| match *row {
        Row::Step { index } => {
            let step = &trail.steps[index];
            Some(width(&words(step)) + width(&place(trail, step)) + 4)
        }
        Row::Fold { .. } | Row::Call { .. } | Row::Switch { .. } | Row::Loop | Row::Round { .. } => None,
    });
    let names = trail.steps.iter().map(|step| width(&step.thread_name) + 2);
    let wanted = wanted
        .chain(names)
        .max()
        .unwrap_or(0)
        .clamp(NARROWEST_LANE, WIDEST_LANE);
    wanted.min((terminal.saturating_sub(MARGIN) / lanes).max(NARROWEST_LANE))
}

fn strip_mark(number: u32) -> char {
    char::from_digit(number % 10, 10).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Sources;
    use crate::text::style::Paint;
    use crate::text::testing::{deadlock_report, step};

    fn face(sources: &Sources, width: usize) -> Face<'_> {
        Face {
            paint: Paint::plain(),
            width,
            sources,
        }
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let report = deadlock_report();
        let sources = Sources::default();
        for columns in [60, 80, 100, 160] {
            let text = draw(&report.findings[0].trail, None, face(&sources, columns));
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}:\n{text}");
        }
    }

    #[test]
    fn many_threads_become_strips() {
        let mut trail = deadlock_report().findings.remove(0).trail;
        trail.steps = (1..=9)
            .map(|thread| step(thread, &format!("worker-{thread}"), "lock drawer", Operation::Lock, 9))
            .collect();
        let sources = Sources::default();
        let text = draw(&trail, None, face(&sources, 100));
        assert!(
            text.starts_with("   step  123456789  thread    what happens\n"),
            "{text}"
        );
        assert!(
            text.contains("      3  ││●······  worker-3  ⊕ lock drawer  :9\n"),
            "{text}"
        );
    }
}
