//! Hand-made reports for the tests of everything that shows one.

use std::collections::BTreeMap;

use dropwire_check::facts::defect::{Accessing, Facts, Held, InCycle, Thrower, Thrown};
use dropwire_check::facts::object::{Access, Memory, Object};
use dropwire_check::facts::wait::{Holder, Wait};
use dropwire_check::{
    Analysis, Confidence, Coverage, Finding, Kind, Location, Operation, Related, Report, Statistics, Step, Trail,
    Verdict,
};
use dropwire_check::{Cause, Need, Reason, UnlikelyEvent};

use crate::sources::Sources;

/// The source that [`deadlock_report`] speaks of.
pub const TILL: &str = "class Till {
    static final Object drawer = new Object(), ledger = new Object();
    static void sell() {
        // takes the drawer first
        synchronized (drawer) {
            synchronized (ledger) {
    } } }
    static void audit() {
        synchronized (ledger) {
            synchronized (drawer) {
    } } }
}
";

/// A folder with `Till.java`, and sources that look there.
pub fn till_sources() -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Till.java"), TILL).unwrap();
    let sources = Sources::new(vec![folder.path().to_path_buf()]);
    (folder, sources)
}

/// A line of `Till.java`.
pub fn location(method: &str, line: u32) -> Location {
    Location {
        class: "Till".into(),
        method: method.into(),
        file: Some("Till.java".into()),
        line: Some(line),
    }
}

/// A step of a thread.
pub fn step(thread: u32, name: &str, operation: &str, action: Operation, line: u32) -> Step {
    Step {
        thread,
        thread_name: name.into(),
        thread_path: if thread == 1 {
            "main".into()
        } else {
            format!("main/{}", thread - 2)
        },
        operation: operation.into(),
        action,
        location: Some(location(name, line)),
        choice: 0,
        options: 1,
        generator: "schedule".into(),
        facts: None,
        note: String::new(),
        preemption: false,
        scene: dropwire_check::StepSnapshot::default(),
    }
}

/// A verified target.
pub fn verified_report() -> Report {
    Report {
        verdict: Verdict::Verified,
        coverage: Coverage::Complete,
        reasons: Vec::new(),
        notes: Vec::new(),
        assumptions: vec!["jdk-atomic".into()],
        findings: Vec::new(),
        statistics: Statistics {
            states: 1204,
            seconds: 0.8,
            ..Statistics::default()
        },
        reports: Vec::new(),
        stated: Vec::new(),
        explored: Vec::new(),
    }
}

/// The deadlock of the contract.
pub fn deadlock_report() -> Report {
    let related = |message: &str, method: &str, line| Related {
        message: message.into(),
        role: None,
        location: location(method, line),
    };
    let finding = Finding {
        kind: Kind::Deadlock,
        confidence: Confidence::Confirmed,
        analysis: Analysis::Search,
        message: "Deadlock: sell holds drawer and waits to lock ledger; audit holds ledger and waits to lock drawer"
            .into(),
        facts: Some(deadlock_facts()),
        tried: None,
        why: None,
        passing: None,
        needs: Vec::new(),
        fingerprint: "v1:0123456789abcdef".into(),
        location: location("sell", 6),
        related: vec![
            related("sell waits to lock ledger, held by audit", "sell", 6),
            related("audit waits to lock drawer, held by sell", "audit", 10),
        ],
        trail: deadlock_trail(),
    };
    Report {
        verdict: Verdict::Violated,
        coverage: Coverage::Complete,
        reasons: Vec::new(),
        notes: Vec::new(),
        assumptions: vec!["jdk-atomic".into()],
        findings: vec![finding],
        statistics: Statistics {
            states: 41,
            seconds: 0.012,
            max_depth: 12,
            ..Statistics::default()
        },
        reports: Vec::new(),
        stated: Vec::new(),
        explored: Vec::new(),
    }
}

fn deadlock_facts() -> Facts {
    let lock = |field: &str| Object::Field { field: field.into() };
    let side = |thread: &str, holds: &str, wants: &str, holder: &str| InCycle {
        thread: thread.into(),
        holds: Some(Held::Lock {
            lock: lock(holds),
            instance: None,
        }),
        wait: Wait::Lock {
            lock: lock(wants),
            holder: Holder::Thread { name: holder.into() },
            instance: None,
        },
    };
    Facts::DeadlockCycle {
        cycle: vec![
            side("sell", "drawer", "ledger", "audit"),
            side("audit", "ledger", "drawer", "sell"),
        ],
    }
}

/// What a run needs that is unlikely.
pub fn spurious_wakeup() -> Need {
    Need {
        event: UnlikelyEvent::SpuriousWakeup,
        file: Some("Till.java".into()),
        line: Some(8),
    }
}

/// What is not modelled, in any words.
pub fn not_modelled(what: &str) -> Reason {
    Cause::NotModelled { what: what.into() }.into()
}

/// A throwable that left `main`.
pub fn thrown_facts(class: &str, text: &str, by_the_program: bool) -> Facts {
    Facts::Thrown {
        thrower: Thrower::Thread { name: "main".into() },
        thrown: Thrown {
            class: class.into(),
            text: text.into(),
            by_the_program,
        },
        assertion: false,
    }
}

/// A race on a field.
pub fn race_facts(class: &str, field: &str) -> Facts {
    let side = |thread: &str, access| Accessing {
        thread: thread.into(),
        access,
        inside: None,
    };
    Facts::Race {
        memory: Memory::Field {
            class: class.into(),
            field: field.into(),
        },
        accesses: [side("a", Access::Write), side("b", Access::Read)],
        volatile: false,
        never_adjacent: false,
    }
}

fn deadlock_trail() -> Trail {
    let mut steps = vec![
        step(1, "main", "begin", Operation::Begin, 14),
        step(1, "main", "initialise Till", Operation::ClassInit, 14),
        step(1, "main", "read Till.sell", Operation::Read, 14),
        step(1, "main", "start sell", Operation::Start, 15),
        step(1, "main", "start audit", Operation::Start, 16),
        step(2, "sell", "begin", Operation::Begin, 5),
        step(2, "sell", "lock drawer", Operation::Lock, 5),
        step(3, "audit", "begin", Operation::Begin, 9),
        step(3, "audit", "lock ledger", Operation::Lock, 9),
        step(3, "audit", "waits to lock drawer", Operation::Blocked, 10),
        step(2, "sell", "waits to lock ledger", Operation::Blocked, 6),
    ];
    steps[0].location = None;
    steps[7].preemption = true;
    steps[9].note = "held by sell".into();
    steps[10].note = "held by audit".into();
    steps[9].options = 0;
    steps[10].options = 0;
    Trail {
        format: 1,
        id: "3f2a90c1".into(),
        target: "Till".into(),
        args: Vec::new(),
        inputs: Vec::new(),
        calls: Vec::new(),
        condition: Vec::new(),
        jdk: "17.0.15".into(),
        classes: BTreeMap::from([("Till".into(), "0011223344556677".into())]),
        files: BTreeMap::new(),
        options: BTreeMap::from([("search.timeouts".into(), "when-blocked".into())]),
        visible: Vec::new(),
        kind: "deadlock".into(),
        fingerprint: "v1:0123456789abcdef".into(),
        steps,
        lasso: None,
        omitted: 0,
        output: String::new(),
    }
}
