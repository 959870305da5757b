//! What the runner writes down (`server/stress-runtime`), read as it is written: one event a line, its parts separated by tabs.

use super::{End, Failure, FailureKind, Frame, Run, ThreadSeen, Wait};

/// Makes runs of events.
#[derive(Debug, Default)]
pub struct Events {
    /// The end of what was read that is no whole line yet.
    rest: Vec<u8>,
    open: Option<Open>,
    done: Vec<Run>,
    /// Why the program cannot be run at all.
    broken: Option<String>,
}

/// A run that goes on.
#[derive(Debug, Default)]
struct Open {
    number: u64,
    end: Option<EventEnd>,
    failures: Vec<Failure>,
    waiting: Vec<ThreadSeen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EventEnd {
    Ended,
    Deadlock,
    Hang,
    NoEnd,
    Exit,
}

/// What became of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessEnd {
    /// It ended with a status.
    Status(i32),
    /// It was ended from outside, or broke down.
    Died(String),
    /// We ended it: it did not go on.
    NoProgress,
    /// We ended it for another reason: its last run does not count.
    Stopped,
}

impl Events {
    /// Reads more.
    pub fn read(&mut self, bytes: &[u8]) {
        self.rest.extend(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            let parts: Vec<String> = line.split('\t').map(unescaped).collect();
            self.event(&parts);
        }
    }

    /// Takes the runs that are known as a whole.
    pub fn take(&mut self) -> Vec<Run> {
        std::mem::take(&mut self.done)
    }

    /// Why the program cannot be run.
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The process has ended, and its last run with it. Whether the program ended it.
    pub fn finish(&mut self, process: &ProcessEnd) -> bool {
        let Some(open) = self.open.take() else { return false };
        let exited = matches!(
            (open.end, process),
            (Some(EventEnd::Exit) | None, ProcessEnd::Status(_))
        );
        let end = match (open.end, process) {
            (_, ProcessEnd::Stopped) if open.end.is_none() => return false,
            // Also one whose hooks have no end.
            (_, ProcessEnd::NoProgress) => End::GivenUp,
            (Some(EventEnd::Exit) | None, ProcessEnd::Status(status)) => End::Exited(Some(*status)),
            (None, ProcessEnd::Died(how)) => End::Died(how.clone()),
            (Some(EventEnd::Exit), ProcessEnd::Died(_) | ProcessEnd::Stopped) | (None, ProcessEnd::Stopped) => {
                End::Exited(None)
            }
            (Some(end), _) => end.end(),
        };
        self.done.push(open.run(end));
        exited
    }

    fn event(&mut self, parts: &[String]) {
        let [kind, number, rest @ ..] = parts else { return };
        let Ok(number) = number.parse() else { return };
        if kind == "begin" {
            let before = self.open.replace(Open {
                number,
                ..Open::default()
            });
            if let Some(before) = before {
                let end = before.end.map_or(End::Ended, EventEnd::end);
                self.done.push(before.run(end));
            }
            return;
        }
        let Some(open) = self.open.as_mut().filter(|open| open.number == number) else {
            return;
        };
        match (kind.as_str(), rest) {
            ("thrown", [kind, class, message, thread, frames @ ..]) => {
                let is_assertion = kind == "assertion";
                open.failures.push(Failure {
                    kind: match is_assertion {
                        true => FailureKind::AssertionFailure,
                        false => FailureKind::UncaughtException,
                    },
                    throwable: Some((class.clone(), message.clone())),
                    threads: vec![ThreadSeen {
                        name: thread.clone(),
                        wait: None,
                        stack: stack(frames),
                    }],
                });
            }
            ("waits", [thread, state, lock, owner, frames @ ..]) => open.waiting.push(ThreadSeen {
                name: thread.clone(),
                wait: Some(Wait {
                    state: state.clone(),
                    lock: non_empty(lock),
                    owner: non_empty(owner),
                }),
                stack: stack(frames),
            }),
            ("broken", [why, ..]) => self.broken = Some(why.clone()),
            ("exit", _) => open.end = Some(EventEnd::Exit),
            ("end", [how, ..]) => open.end = EventEnd::by_name(how),
            _ => {}
        }
    }
}

impl EventEnd {
    fn by_name(name: &str) -> Option<EventEnd> {
        Some(match name {
            // A daemon goes on: the run has ended, and its process is given up.
            "ended" | "goes-on" => EventEnd::Ended,
            "deadlock" => EventEnd::Deadlock,
            "hang" => EventEnd::Hang,
            "no-end" => EventEnd::NoEnd,
            _ => return None,
        })
    }

    fn end(self) -> End {
        match self {
            EventEnd::Ended => End::Ended,
            EventEnd::Deadlock | EventEnd::Hang => End::Stuck,
            EventEnd::NoEnd => End::GivenUp,
            EventEnd::Exit => End::Exited(None),
        }
    }
}

impl Open {
    fn run(mut self, end: End) -> Run {
        let kind = match self.end {
            Some(EventEnd::Deadlock) => Some(FailureKind::Deadlock),
            Some(EventEnd::Hang) => Some(FailureKind::Hang),
            Some(EventEnd::Ended | EventEnd::NoEnd | EventEnd::Exit) | None => None,
        };
        if let Some(kind) = kind {
            self.failures.push(Failure {
                kind,
                throwable: None,
                threads: self.waiting,
            });
        }
        Run {
            number: self.number,
            end,
            failures: self.failures,
        }
    }
}

fn stack(parts: &[String]) -> Vec<Frame> {
    let frames = parts.chunks_exact(5).map(|frame| Frame {
        class: frame[0].clone(),
        method: frame[1].clone(),
        file: non_empty(&frame[2]),
        line: frame[3].parse().ok().filter(|line| *line > 0),
        rewritten: frame[4] == "true",
    });
    frames
        .filter(|frame| !frame.class.starts_with("dropwire.stress."))
        .collect()
}

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn unescaped(part: &str) -> String {
    let mut text = String::with_capacity(part.len());
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            }),
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str, end: &ProcessEnd) -> (Vec<Run>, bool) {
        let mut events = Events::default();
        // As a file that grows is read.
        for piece in text.as_bytes().chunks(7) {
            events.read(piece);
        }
        let exited = events.finish(end);
        (events.take(), exited)
    }

    #[test]
    fn a_run_lasts_until_the_next_begins() {
        let text = "begin\t1\nend\t1\tended\nbegin\t2\nthrown\t2\tassertion\tjava.lang.AssertionError\ta\\tb\\\\\tT\tshop.Till\tsell\tTill.java\t7\ttrue\n\
                    end\t2\tended\n";
        let (runs, exited) = runs(text, &ProcessEnd::Status(0));
        assert!(!exited);
        assert_eq!(runs.len(), 2);
        assert_eq!((&runs[0].end, runs[0].failures.len()), (&End::Ended, 0));
        let failure = &runs[1].failures[0];
        assert_eq!(failure.kind, FailureKind::AssertionFailure);
        assert_eq!(failure.throwable.as_ref().unwrap().1, "a\tb\\");
        assert_eq!(failure.threads[0].place().unwrap().line, Some(7));
    }

    #[test]
    fn a_process_that_ends_in_a_run_was_ended_by_the_program() {
        let (ended, exited) = runs("begin\t4\nexit\t4\n", &ProcessEnd::Status(3));
        assert!(exited);
        assert_eq!(ended[0].end, End::Exited(Some(3)));
        let (ended, exited) = runs("begin\t4\n", &ProcessEnd::Died("signal 9".into()));
        assert!(!exited);
        assert_eq!(ended[0].end, End::Died("signal 9".into()));
        assert_eq!(runs("begin\t4\n", &ProcessEnd::NoProgress).0[0].end, End::GivenUp);
    }

    #[test]
    fn what_was_stopped_in_its_midst_does_not_count() {
        let (ended, _) = runs("begin\t1\nend\t1\tended\nbegin\t2\n", &ProcessEnd::Stopped);
        assert_eq!(ended.len(), 1);
    }

    #[test]
    fn threads_that_wait_are_a_failure_if_the_run_is_stuck() {
        let waits = "begin\t1\nwaits\t1\tA\tBLOCKED\tjava.lang.Object\tB\tX\tm\tX.java\t3\ttrue\n";
        let (stuck, _) = runs(&format!("{waits}end\t1\tdeadlock\n"), &ProcessEnd::Status(0));
        assert_eq!(stuck[0].end, End::Stuck);
        assert_eq!(stuck[0].failures[0].kind, FailureKind::Deadlock);
        let (slow, _) = runs(&format!("{waits}end\t1\tno-end\n"), &ProcessEnd::Status(0));
        assert_eq!((&slow[0].end, slow[0].failures.len()), (&End::GivenUp, 0));
    }
}
