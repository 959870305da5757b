//! Lines of the reports that were asked for.

use crate::facts::cost::Profile;
use crate::facts::reported::{ClassCoverage, Contender, Counted, LockContention, Reported, Sample, TraceStep};

use super::{cost, object};

/// A report's headline, and its lines.
pub fn lines(reported: &Reported) -> (&'static str, Vec<String>) {
    match reported {
        Reported::Trace {
            finding,
            steps,
            left_out,
        } => {
            let headline = match finding {
                Some(_) => "trace of the first finding's run",
                None => "trace of one run",
            };
            (headline, traced(steps, *left_out))
        }
        Reported::Coverage { classes } => ("coverage of the exploration", coverage(classes)),
        Reported::Progress { samples } => ("states and transitions over time", progress(samples)),
        Reported::Values { fields } => {
            let range = |of: &crate::facts::reported::FieldRange| match of.least == of.greatest {
                true => format!("{} = {}", of.field, of.least),
                false => format!("{} = {}..{}", of.field, of.least, of.greatest),
            };
            (
                "numbers written to fields",
                or_nothing(fields.iter().map(range).collect()),
            )
        }
        Reported::Contention { locks } => {
            let lines = locks.iter().flat_map(contended);
            ("contention of locks", or_nothing(lines.collect()))
        }
        Reported::Profile(of) => ("where the transitions went", profile(of)),
    }
}

fn or_nothing(lines: Vec<String>) -> Vec<String> {
    match lines.is_empty() {
        true => vec!["none".into()],
        false => lines,
    }
}

fn traced(steps: &[TraceStep], left_out: u64) -> Vec<String> {
    let rows = steps.iter().enumerate().map(|(number, step)| {
        let place = step.location.as_ref().map_or_else(String::new, cost::place);
        [
            (number + 1).to_string(),
            step.thread.clone(),
            super::step::operation(&step.facts.op),
            place,
        ]
    });
    let mut lines = aligned(&rows.collect::<Vec<_>>());
    if left_out > 0 {
        lines.push(format!("{left_out} more steps"));
    }
    or_nothing(lines)
}

fn coverage(classes: &[ClassCoverage]) -> Vec<String> {
    let mut table = vec![[
        "class".into(),
        "instructions".into(),
        "lines".into(),
        "branches".into(),
        "methods".into(),
    ]];
    let sums = classes.iter().map(Sums::of);
    let all = sums.clone().fold(Sums::default(), Sums::plus);
    let rows = classes.iter().map(|class| class.class.clone()).zip(sums);
    for (name, sums) in rows.chain((classes.len() > 1).then(|| ("all".to_owned(), all))) {
        table.push([
            name,
            share(sums.instructions),
            share(sums.lines),
            share(sums.branches),
            share(sums.methods),
        ]);
    }
    let mut lines = aligned(&table);
    for class in classes {
        let missed: Vec<String> = class
            .lines
            .iter()
            .filter(|line| line.instructions.covered == 0)
            .map(|line| line.line.to_string())
            .collect();
        if !missed.is_empty() {
            lines.push(format!("{}: no path runs line {}", class.class, missed.join(", ")));
        }
    }
    lines
}

#[derive(Clone, Copy, Default)]
struct Sums {
    instructions: Counted,
    lines: Counted,
    branches: Counted,
    methods: Counted,
}

impl Sums {
    fn of(class: &ClassCoverage) -> Sums {
        let mut sums = Sums::default();
        for method in &class.methods {
            sums.instructions = sums.instructions.plus(method.instructions);
            sums.branches = sums.branches.plus(method.branches);
            sums.methods.count(method.instructions.covered > 0);
        }
        for line in &class.lines {
            sums.lines.count(line.instructions.covered > 0);
        }
        sums
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            instructions: self.instructions.plus(other.instructions),
            lines: self.lines.plus(other.lines),
            branches: self.branches.plus(other.branches),
            methods: self.methods.plus(other.methods),
        }
    }
}

/// `12/14 86%`.
fn share(counted: Counted) -> String {
    match counted.total {
        0 => "-".into(),
        total => format!("{}/{total} {}%", counted.covered, counted.covered * 100 / total),
    }
}

/// A table whose columns begin below each other.
fn aligned<const N: usize>(table: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

fn progress(samples: &[Sample]) -> Vec<String> {
    let mut table = vec![[
        "seconds".into(),
        "states".into(),
        "transitions".into(),
        "states/s".to_owned(),
    ]];
    let mut before = Sample {
        seconds: 0.0,
        states: 0,
        transitions: 0,
    };
    for sample in samples {
        let (time, states) = (
            sample.seconds - before.seconds,
            sample.states.saturating_sub(before.states),
        );
        let speed = if time > 0.0 {
            (states as f64 / time).round()
        } else {
            0.0
        };
        table.push([
            format!("{:.1}", sample.seconds),
            sample.states.to_string(),
            sample.transitions.to_string(),
            speed.to_string(),
        ]);
        before = *sample;
    }
    aligned(&table)
}

fn profile(of: &Profile) -> Vec<String> {
    let mut table = vec![[
        "transitions".into(),
        "threads".into(),
        "operation".into(),
        "at".to_owned(),
    ]];
    for site in &of.sites {
        table.push([
            cost::share(site.transitions, of.counted),
            site.threads.to_string(),
            super::step::operation(&site.facts),
            site.location.as_ref().map_or_else(String::new, cost::place),
        ]);
    }
    let shown: u64 = of.sites.iter().map(|site| site.transitions).sum();
    if shown < of.counted {
        let rest = of.counted - shown;
        table.push([
            cost::share(rest, of.counted),
            String::new(),
            "elsewhere".into(),
            String::new(),
        ]);
    }
    let mut lines = aligned(&table);
    let threads = of
        .threads
        .iter()
        .map(|cost| format!("{} {}", cost.thread, cost::share(cost.transitions, of.counted)));
    lines.push(format!("by thread: {}", threads.collect::<Vec<_>>().join(", ")));
    if !of.advice.is_empty() {
        lines.push("to explore less:".into());
        lines.extend(of.advice.iter().map(|advice| format!("- {}", cost::advice(advice))));
    }
    lines
}

fn contended(lock: &LockContention) -> Vec<String> {
    let after = |transitions: u64| match transitions {
        1 => "after 1 transition".to_owned(),
        _ => format!("after {transitions} transitions"),
    };
    let pair = |of: &Contender| {
        let holds = of.holds.as_deref().unwrap_or("a thread that has ended");
        format!("  {} waits for {holds} {}", of.waits, after(of.transitions))
    };
    let headline = format!("{}: waited for {}", object(&lock.lock), after(lock.transitions));
    [headline].into_iter().chain(lock.pairs.iter().map(pair)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::reported::{LineCoverage, MethodCoverage};

    fn counted(covered: u64, total: u64) -> Counted {
        Counted { covered, total }
    }

    #[test]
    fn coverage_is_a_table_with_the_lines_that_no_path_runs() {
        let line = |line, covered| LineCoverage {
            line,
            instructions: counted(covered, 3),
            branches: Vec::new(),
        };
        let method = |covered| MethodCoverage {
            method: "sell".into(),
            descriptor: "()V".into(),
            line: Some(3),
            instructions: counted(covered, 6),
            branches: counted(1, 2),
        };
        let class = ClassCoverage {
            class: "shop.Till".into(),
            file: Some("Till.java".into()),
            methods: vec![method(3), method(0)],
            lines: vec![line(3, 3), line(4, 0)],
        };
        let (_, lines) = lines(&Reported::Coverage { classes: vec![class] });
        assert_eq!(
            lines,
            [
                "class      instructions  lines    branches  methods",
                "shop.Till  3/12 25%      1/2 50%  2/4 50%   1/2 50%",
                "shop.Till: no path runs line 4",
            ]
        );
    }

    #[test]
    fn speed_is_that_between_two_samples() {
        let sample = |seconds, states| Sample {
            seconds,
            states,
            transitions: 2 * states,
        };
        let samples = vec![sample(0.5, 100), sample(1.5, 400)];
        let (_, lines) = lines(&Reported::Progress { samples });
        assert_eq!(
            lines[1..],
            ["0.5      100     200          200", "1.5      400     800          300"]
        );
    }
}
