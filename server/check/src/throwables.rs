//! Throwables that left their thread, and those that a future keeps and nobody has asked for.

use dropwire_vm::heap::Ref;
use dropwire_vm::{Uncaught, Vm};

use crate::judge::{Defect, Subject, nowhere};
use crate::report::{self, Kind, Related};
use crate::site::{Site, simple_name};

/// A throwable that left `main` or a thread's `run`.
pub fn uncaught(vm: &Vm, uncaught: &Uncaught) -> Defect {
    let who = vm.thread_name(uncaught.thread);
    thrown(vm, uncaught.throwable, "", |kind, described| match kind {
        Thrown::Assertion => format!("Assertion failed in {who}{described}"),
        Thrown::Other => format!("Uncaught exception in {who}{described}"),
        Thrown::By => format!("{who} throws"),
    })
}

/// A throwable that a future keeps, at the end of a run in which nobody asked for it.
pub fn kept(vm: &Vm, throwable: Ref) -> Defect {
    thrown(vm, throwable, "kept ", |kind, described| match kind {
        Thrown::Assertion => format!("Assertion failed in a task, swallowed by its Future{described}"),
        Thrown::Other => format!("Exception in a task, swallowed by its Future{described}"),
        Thrown::By => "the task throws".into(),
    })
}

/// What is said of a throwable.
enum Thrown {
    /// The message of a failed assertion.
    Assertion,
    /// The message of another throwable.
    Other,
    /// Who threw it.
    By,
}

fn thrown(vm: &Vm, throwable: Ref, side: &str, say: impl Fn(Thrown, &str) -> String) -> Defect {
    let class = vm.class_of(throwable);
    let is_assertion = {
        let mut current = Some(class);
        let mut found = false;
        while let Some(c) = current {
            found |= c.name == "java/lang/AssertionError";
            current = c.superclass;
        }
        found
    };
    let trace = vm.backtrace(throwable);
    let sites: Vec<Site> = trace.iter().map(|(method, pc)| Site { method, pc: *pc }).collect();
    // What only the test's driver threw belongs to the test.
    let test = vm.tested().map(|method| Site { method, pc: 0 });
    let site = sites.iter().find(|s| s.is_user()).or(sites.first()).copied().or(test);
    // One line, whatever a matcher has to say.
    let described = vm.describe_throwable(throwable);
    let described = described.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = described.split_once(": ").map_or("", |(_, text)| text);
    let about = report::Thrown {
        class: class.binary_name(),
        text: text.to_owned(),
        by_the_program: sites
            .first()
            .is_none_or(|site| site.is_user() && site.calls_constructor()),
    };
    let kind = if is_assertion {
        Kind::AssertionFailure
    } else {
        Kind::UncaughtException
    };
    let message = if is_assertion {
        let text = if text.is_empty() {
            String::new()
        } else {
            format!(": {text}")
        };
        say(Thrown::Assertion, &text)
    } else {
        say(Thrown::Other, &format!(": {described}"))
    };
    let mut related: Vec<Related> = sites
        .iter()
        .filter(|s| s.is_user())
        .take(5)
        .map(|s| Related {
            message: format!("in {}", s.method.name),
            location: s.location(),
        })
        .collect();
    if let Some(first) = related.first_mut() {
        first.message = format!("{} {}", say(Thrown::By, ""), simple_name(&class.binary_name()));
    }
    Defect {
        kind,
        message,
        sides: vec![format!(
            "{side}{} {}",
            class.binary_name(),
            site.map_or_else(String::new, |s| s.identity())
        )],
        subject: Some(Subject::Thrown(about)),
        location: site.map_or_else(nowhere, |s| s.location()),
        related,
    }
}

/// All that futures keep where a run has ended by itself, or hangs for nothing but idle workers. Where a thread died nothing is
/// said: it may be the one that would have asked.
pub fn swallowed(vm: &Vm) -> Vec<Defect> {
    if vm.facts.exited.is_some() || !vm.uncaught.is_empty() {
        return Vec::new();
    }
    vm.kept_throwables()
        .into_iter()
        .map(|throwable| kept(vm, throwable))
        .collect()
}
