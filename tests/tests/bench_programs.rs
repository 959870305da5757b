//! The programs that Java PathFinder was measured on: the right answer, with no more states than it needs, and in a
//! release build in less CPU time.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use dropwire_tests::dropwire::Check;
use dropwire_tests::suite::{self, Suite};
use libtest_mimic::{Failed, Trial};

/// One run. Figures: JPF's java-17 branch of June 2025 on two cores; its time includes its start.
struct Bench {
    call: &'static str,
    first: bool,
    verdict: &'static str,
    jpf_states: u64,
    jpf_cpu_seconds: f64,
}

const BENCHES: &[Bench] = &[
    Bench {
        call: "Dining 6 1 1",
        first: false,
        verdict: "verified",
        jpf_states: 81_199,
        jpf_cpu_seconds: 18.8,
    },
    Bench {
        call: "Dining 6 0 1",
        first: true,
        verdict: "violated",
        jpf_states: 14_470,
        jpf_cpu_seconds: 5.2,
    },
    Bench {
        call: "SyncCounter 2 50",
        first: false,
        verdict: "verified",
        jpf_states: 76_765,
        jpf_cpu_seconds: 8.9,
    },
    Bench {
        call: "BoundedBuf 2 2 1 2 1",
        first: false,
        verdict: "verified",
        jpf_states: 43_080,
        jpf_cpu_seconds: 9.2,
    },
    Bench {
        call: "Peterson 10",
        first: false,
        verdict: "verified",
        jpf_states: 20_342,
        jpf_cpu_seconds: 4.5,
    },
];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    if let Some(suite) = Suite::find("tests/bench", env!("CARGO_TARGET_TMPDIR")) {
        for bench in BENCHES {
            let suite = Arc::clone(&suite);
            trials.push(Trial::test(bench.call, move || {
                let classes = suite.classes().map_err(Failed::from)?;
                bench.run(classes).map_err(Failed::from)
            }));
        }
    }
    suite::run(trials)
}

impl Bench {
    fn run(&self, classes: &Path) -> Result<(), String> {
        let options: &[&str] = if self.first {
            &["--time-limit", "120s", "--first"]
        } else {
            &["--time-limit", "120s"]
        };
        let target = Check::new(classes, self.call.split(' '))
            .with(options.iter().copied())
            .run()?;
        if target.verdict != self.verdict {
            return Err(format!(
                "the verdict is {}, not {}: {}",
                target.verdict,
                self.verdict,
                target.reasons.join("; ")
            ));
        }
        if let Some(finding) = target.findings.iter().find(|finding| finding.kind != "deadlock") {
            return Err(format!("{} is no deadlock: {}", finding.kind, finding.message));
        }
        let statistics = &target.statistics;
        if statistics.states > self.jpf_states {
            return Err(format!(
                "{} states, where JPF needs {}",
                statistics.states, self.jpf_states
            ));
        }
        if !cfg!(debug_assertions) && statistics.cpu_seconds > self.jpf_cpu_seconds {
            return Err(format!(
                "{} s of CPU, where JPF needs {}",
                statistics.cpu_seconds, self.jpf_cpu_seconds
            ));
        }
        Ok(())
    }
}
