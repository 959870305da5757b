//! A finding of `check` that is looked for on a real JVM: by its kind and its places.

use dropwire_check::{Kind, Location, Operation, Trail};

use super::{Failure, FailureKind, Frame};

/// What a stored trail says of its last state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The trail's id.
    pub id: String,
    kind: Kind,
    places: Vec<Location>,
}

impl Sought {
    /// What a trail ends with. Only the command line says which program runs; the trail is read as data.
    ///
    /// # Errors
    /// A sentence: no run of a JVM shows such a finding, or the trail is another program's.
    pub fn of(trail: &Trail, target: &str) -> Result<Sought, String> {
        if trail.target != target {
            return Err(format!(
                "the trail {} belongs to {}, not to {target}",
                trail.id, trail.target
            ));
        }
        let kind = Kind::by_name(&trail.kind).ok_or_else(|| format!("unknown kind `{}`", trail.kind))?;
        let last = match kind {
            Kind::AssertionFailure | Kind::UncaughtException => Operation::Throw,
            Kind::Deadlock => Operation::Blocked,
            Kind::DataRace
            | Kind::InfiniteLoop
            | Kind::Livelock
            | Kind::BlockedInAtomic
            | Kind::ThreadLeak
            | Kind::LockDiscipline
            | Kind::InvariantViolation
            | Kind::PropertyViolation
            | Kind::NotLinearizable
            | Kind::NotObstructionFree => {
                return Err(format!(
                    "a finding of the kind {} does not appear in stack traces, so it cannot be looked for; supported: \
                     assertion-failure, uncaught-exception, deadlock",
                    trail.kind
                ));
            }
        };
        // Remarks on the last state are steps without a choice.
        let remarks = trail.steps.iter().rev().take_while(|step| step.options == 0);
        let mut places: Vec<Location> = remarks
            .filter(|step| step.action == last)
            .filter_map(|step| step.location.clone())
            .collect();
        if places.is_empty() {
            // What leaves a thread may be the last step itself.
            let last_step = trail.steps.iter().rev().find(|step| step.action == last);
            places.extend(last_step.and_then(|step| step.location.clone()));
        }
        if places.is_empty() {
            return Err(format!("the trail {} does not say where its finding is", trail.id));
        }
        Ok(Sought {
            id: trail.id.clone(),
            kind,
            places,
        })
    }

    /// Whether a failure is that finding: of its kind, with a thread at each of its places.
    pub fn is_shown_by(&self, failure: &Failure) -> bool {
        let kind = match failure.kind {
            FailureKind::AssertionFailure => Kind::AssertionFailure,
            FailureKind::UncaughtException => Kind::UncaughtException,
            // A thread that waits for a notification is in no cycle of locks.
            FailureKind::Deadlock | FailureKind::Hang => Kind::Deadlock,
        };
        let mut stacks: Vec<_> = failure.threads.iter().map(|thread| thread.stack.as_slice()).collect();
        kind == self.kind
            && self.places.iter().all(|place| {
                let at = stacks.iter().position(|stack| is_at(stack, place));
                at.map(|at| stacks.swap_remove(at)).is_some()
            })
    }
}

fn is_at(stack: &[Frame], place: &Location) -> bool {
    let own = stack.iter().find(|frame| frame.rewritten);
    own.is_some_and(|frame| frame.class == place.class && frame.line == place.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stress::{ThreadSeen, Wait};
    use crate::text::testing::deadlock_report;

    fn stuck(lines: &[u32], of: &Location) -> Failure {
        let thread = |line: &u32| ThreadSeen {
            name: "T".into(),
            wait: Some(Wait {
                state: "BLOCKED".into(),
                lock: None,
                owner: None,
            }),
            stack: vec![Frame {
                class: of.class.clone(),
                method: of.method.clone(),
                file: of.file.clone(),
                line: Some(*line),
                rewritten: true,
            }],
        };
        Failure {
            kind: FailureKind::Deadlock,
            throwable: None,
            threads: lines.iter().map(thread).collect(),
        }
    }

    #[test]
    fn a_deadlock_is_the_same_where_its_threads_are_at_the_same_lines() {
        let report = deadlock_report();
        let finding = &report.findings[0];
        let sought = Sought::of(&finding.trail, &finding.trail.target).unwrap();
        let lines: Vec<u32> = sought.places.iter().filter_map(|place| place.line).collect();
        assert!(sought.is_shown_by(&stuck(&lines, &sought.places[0])));
        assert!(!sought.is_shown_by(&stuck(&[lines[0], 999], &sought.places[0])));
        assert!(!sought.is_shown_by(&stuck(&lines[..1], &sought.places[0])));
    }

    #[test]
    fn what_no_stack_shows_is_refused() {
        let mut trail = deadlock_report().findings[0].trail.clone();
        assert!(Sought::of(&trail, "Another").is_err());
        trail.kind = "data-race".into();
        let refused = Sought::of(&trail, &trail.target).unwrap_err();
        assert!(refused.contains("data-race"), "{refused}");
    }
}
