//! How to mend a finding, in one plain sentence; nothing where no sentence is certainly right.

use dropwire_check::{Finding, Kind, Operation};

/// What to do about it.
pub fn fix(finding: &Finding) -> Option<String> {
    match finding.kind {
        Kind::Deadlock => deadlock(finding).map(str::to_owned),
        Kind::DataRace => race(finding),
        Kind::ThreadLeak => Some("shut the pool down when its last task has been submitted".into()),
        Kind::LockDiscipline => discipline(finding),
        Kind::AssertionFailure | Kind::UncaughtException | Kind::InfiniteLoop | Kind::BlockedInAtomic => None,
    }
}

/// `… without drawer (@GuardedBy("drawer"))`.
fn discipline(finding: &Finding) -> Option<String> {
    let (_, lock) = finding.message.split_once("(@GuardedBy(\"")?;
    let lock = lock.strip_suffix("\"))")?;
    Some(if lock == "itself" {
        "hold the object's own lock here, or take the annotation back".into()
    } else {
        format!("hold {lock} here, or take the annotation back")
    })
}

fn deadlock(finding: &Finding) -> Option<&'static str> {
    let told: Vec<&str> = finding.related.iter().map(|related| related.message.as_str()).collect();
    if !told.is_empty() && told.iter().all(|message| wants_lock(message)) {
        return match told.len() {
            1 => None,
            2 => Some("take both locks in one order everywhere"),
            _ => Some("take these locks in one order everywhere"),
        };
    }
    let alone = finding
        .trail
        .steps
        .windows(2)
        .all(|pair| pair[0].thread == pair[1].thread);
    if told.is_empty() || alone || !told.iter().all(|message| message.contains(" waits on ")) {
        return None;
    }
    let notify_one = |operation: &str| operation.starts_with("notify ");
    let wakes_one = finding
        .trail
        .steps
        .iter()
        .any(|step| step.action == Operation::Notify && notify_one(&step.operation) && !step.note.is_empty());
    Some(if wakes_one && told.len() > 1 {
        "use notifyAll where threads wait for different conditions on one object: notify may wake the wrong one"
    } else {
        "a notify may come before its wait: test the condition in a loop around wait, under the lock that notify takes"
    })
}

/// `sell wants ledger, held by audit`, where the thing wanted is a lock.
fn wants_lock(message: &str) -> bool {
    let wanted = message.split_once(" wants ").map(|(_, wanted)| wanted);
    wanted.is_some_and(|wanted| {
        wanted.contains(", held by ") && !wanted.starts_with("thread ") && !wanted.starts_with("initialisation of ")
    })
}

fn race(finding: &Finding) -> Option<String> {
    let (shared, _) = finding.message.strip_prefix("Data race on ")?.split_once(": ")?;
    let library = finding
        .related
        .iter()
        .find_map(|related| related.message.strip_prefix("inside "));
    if let Some(inside) = library {
        let class = inside.split('.').next().unwrap_or_default();
        let object = match class.split('$').next() {
            Some(class) if !class.is_empty() && !class.starts_with("Abstract") => class,
            Some(_) | None => "object",
        };
        return Some(format!(
            "guard every use of the {object} with one lock, or put a thread-safe class in its place"
        ));
    }
    if shared.contains('[') {
        return Some("guard every access to the array with one lock".into());
    }
    Some(format!(
        "guard every access to {shared} with one lock, or make it volatile or atomic if single reads and writes suffice"
    ))
}

#[cfg(test)]
mod tests {
    use dropwire_check::{Related, Step};

    use super::*;
    use crate::text::testing::{deadlock_report, location, step};

    fn finding(kind: Kind, message: &str, related: &[&str], steps: Vec<Step>) -> Finding {
        let mut finding = deadlock_report().findings.remove(0);
        finding.kind = kind;
        finding.message = message.into();
        finding.related = related
            .iter()
            .map(|message| Related {
                message: (*message).into(),
                location: location("sell", 6),
            })
            .collect();
        finding.trail.steps = steps;
        finding
    }

    #[test]
    fn cycles_of_locks() {
        let fix_of = |related: &[&str]| fix(&finding(Kind::Deadlock, "Deadlock: x", related, Vec::new()));
        let two = ["a wants x, held by b", "b wants y, held by a"];
        assert!(fix_of(&two).is_some_and(|fix| fix.starts_with("take both locks in one order")));
        let three = ["a wants x, held by b", "b wants y, held by c", "c wants z, held by a"];
        assert!(fix_of(&three).is_some_and(|fix| fix.starts_with("take these locks")));
        assert_eq!(fix_of(&["a wants x, held by b", "b wants thread a, held by a"]), None);
        assert_eq!(fix_of(&["a wants x, held by a"]), None);
        assert_eq!(fix_of(&[]), None);
    }

    #[test]
    fn lost_wakeups() {
        let waiting = ["a waits on this Box", "b waits on this Box"];
        let mut notify = step(1, "main", "notify box", Operation::Notify, 3);
        let wait = step(2, "t", "wait on box", Operation::Wait, 4);
        let fix_of = |steps| fix(&finding(Kind::Deadlock, "Deadlock: x", &waiting, steps));
        assert_eq!(fix_of(vec![wait.clone()]), None, "nobody could have notified");
        let loops = fix_of(vec![notify.clone(), wait.clone()]);
        assert!(loops.unwrap().contains("in a loop"), "it woke nobody");
        notify.note = "wakes waiter 2".into();
        assert!(fix_of(vec![notify, wait]).unwrap().contains("notifyAll"));
    }

    #[test]
    fn races() {
        let fix_of = |shared: &str, related: &[&str]| {
            let message = format!("Data race on {shared}: a writes, b reads, no common lock");
            fix(&finding(Kind::DataRace, &message, related, Vec::new())).unwrap()
        };
        assert!(fix_of("Account.balance", &[]).starts_with("guard every access to Account.balance with one lock, or"));
        assert!(!fix_of("int[1]", &[]).contains("volatile"));
        assert!(fix_of("HashMap.table", &["inside HashMap.putVal"]).contains("the HashMap with one lock"));
    }
}
