//! Throwables that left their thread, and those that a future keeps and nobody has asked for.

use cafebabe::bytecode::Opcode;
use dropwire_classes::cafebabe;
use dropwire_vm::heap::Ref;
use dropwire_vm::{Pending, ThreadId, Uncaught, Vm, rules};

use super::deadlock;
use super::property::{Judgement, Moment, Property, State};
use super::thread_leak;
use crate::facts::defect::{Defect, Facts, Participant, Role, Thrower, Thrown};
use crate::facts::location::Location;
use crate::facts::note::Note;
use crate::site::{Site, jumps_back};
use crate::{names, object_harness};

/// No throwable leaves a thread.
#[derive(Default)]
pub(super) struct NoUncaught {
    /// How many of those on the present path have been reported.
    reported: usize,
}

impl Property for NoUncaught {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Reached]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let vm = state.vm;
        let new = &vm.path.uncaught[self.reported..];
        let passed_on = |thrown: &Uncaught| {
            new.iter()
                .any(|other| other.throwable == thrown.throwable && !other.handled)
        };
        for thrown in new {
            if thrown.handled && passed_on(thrown) {
                continue;
            }
            if thrown.handled {
                judgement.notes.push(handled(vm, thrown));
            } else if object_harness::throw_counts(vm, thrown) && !is_thread_death(vm, thrown) {
                judgement.defects.push(uncaught(vm, thrown));
            }
        }
        self.reported = vm.path.uncaught.len();
    }

    fn go_back(&mut self, vm: &Vm) {
        self.reported = self.reported.min(vm.path.uncaught.len());
    }

    fn catch_up(&mut self, vm: &Vm) {
        self.reported = vm.path.uncaught.len();
    }
}

/// Whether a thread has ended as `Thread.stop` makes it end: up to Java 19 the handler of all threads says nothing of it.
fn is_thread_death(vm: &Vm, thrown: &Uncaught) -> bool {
    vm.image.universe.jdk.feature < 20 && vm.class_of(thrown.throwable).name == "java/lang/ThreadDeath"
}

/// Somebody asks each task for what it threw.
pub(super) struct NoUnobserved;

impl Property for NoUnobserved {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Ended, Moment::Stuck]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let vm = state.vm;
        let leaks = || !deadlock::in_cycle(vm) && !thread_leak::thread_leaks(vm).is_empty();
        if state.moment == Moment::Ended || leaks() {
            judgement.defects.extend(unobserved(vm));
        }
    }
}

fn handled(vm: &Vm, thrown: &Uncaught) -> Note {
    Note::Handled {
        thread: names::object(vm, thrown.thread, vm.thread(thrown.thread).object),
        thrown: vm.describe_throwable(thrown.throwable),
        location: uncaught(vm, thrown).location,
    }
}

/// A throwable that left `main` or a thread's `run`, or that the default handler alone took.
pub fn uncaught(vm: &Vm, uncaught: &Uncaught) -> Defect {
    let thrower = Thrower::Thread {
        name: uncaught.name.to_owned(),
    };
    thrown(vm, uncaught.throwable, "", thrower)
}

/// A throwable that a future keeps, at the end of a run in which nobody asked for it.
pub fn kept(vm: &Vm, throwable: Ref) -> Defect {
    thrown(vm, throwable, "kept ", Thrower::Task)
}

fn thrown(vm: &Vm, throwable: Ref, side: &str, thrower: Thrower) -> Defect {
    let class = vm.class_of(throwable);
    let mut superclasses = std::iter::successors(Some(class), |class| class.superclass);
    let assertion = superclasses.any(|class| class.name == "java/lang/AssertionError");
    let trace = vm.backtrace(throwable);
    let sites: Vec<Site> = trace.iter().map(|(method, pc)| Site { method, pc: *pc }).collect();
    // What only the test's driver or its framework threw belongs to the test.
    let test = vm.tested().map(|method| Site { method, pc: 0 });
    let library = sites
        .first()
        .filter(|site| test.is_none() || !rules::is_test_library(site.method.class().name));
    let site = sites.iter().find(|s| s.is_user()).or(library).copied().or(test);
    let thrown = Thrown {
        class: class.binary_name(),
        text: text(vm, throwable),
        by_the_program: sites
            .first()
            .is_none_or(|site| site.is_user() && site.calls_constructor()),
    };
    let frames = sites.iter().filter(|s| s.is_user()).take(5).enumerate();
    let participants = frames.map(|(depth, site)| Participant {
        role: match depth {
            0 => Role::Throws {
                thrower: thrower.clone(),
                class: thrown.class.clone(),
            },
            _ => Role::Frame {
                method: site.method.name.to_owned(),
            },
        },
        location: site.location(),
    });
    Defect {
        participants: participants.collect(),
        sides: vec![format!(
            "{side}{} {}",
            thrown.class,
            site.map_or_else(String::new, |s| s.identity(vm))
        )],
        facts: Facts::Thrown {
            thrower,
            thrown,
            assertion,
        },
        location: site.map_or_else(Location::nowhere, |s| s.location()),
    }
}

/// What a throwable says, in one line, whatever a matcher has to say.
fn text(vm: &Vm, throwable: Ref) -> String {
    let text = match vm.field(throwable, "detailMessage") as Ref {
        0 => return String::new(),
        message => vm.text(message),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All that futures keep where a run has ended, or hangs for nothing but idle workers. A test that has passed leaves futures behind that failed on
/// purpose; no assertion does so.
fn unobserved(vm: &Vm) -> Vec<Defect> {
    let passed = vm.ended_by_test_driver();
    if !passed && somebody_may_have_asked(vm) {
        return Vec::new();
    }
    let all = vm.kept_throwables().into_iter();
    all.map(|throwable| kept(vm, throwable))
        .filter(|defect| !passed || matches!(defect.facts, Facts::Thrown { assertion: true, .. }))
        .collect()
}

/// Whether a thread that the end of the program came before, or one that died, may be the one that would have asked.
fn somebody_may_have_asked(vm: &Vm) -> bool {
    let exits = |thread: ThreadId| matches!(vm.thread(thread).pending, Pending::Exit);
    let cut_off = |thread: ThreadId| !exits(thread) && !thread_leak::is_idle(vm, thread);
    vm.path.facts.exited.is_some() && vm.live().any(cut_off)
        || vm.path.uncaught.iter().any(|dead| had_more_to_do(vm, dead.throwable))
}

/// Whether code of the program's own would have called something if a throwable had not been thrown, where that is known.
fn had_more_to_do(vm: &Vm, throwable: Ref) -> bool {
    let calls = |(_, opcode): &(usize, Opcode<'_>)| match opcode {
        Opcode::Invokestatic(m)
        | Opcode::Invokespecial(m)
        | Opcode::Invokevirtual(m)
        | Opcode::Invokeinterface(m, _) => m.name_and_type.name != "<init>",
        Opcode::Invokedynamic(_) => true,
        _ => false,
    };
    let more = |site: &Site| {
        let opcodes = site.opcodes();
        let behind = match opcodes.iter().any(|(_, opcode)| jumps_back(opcode)) {
            true => 0,
            false => site.pc as usize + 1,
        };
        opcodes.get(behind..).is_some_and(|behind| behind.iter().any(calls))
    };
    let trace = vm.backtrace(throwable);
    let sites = trace.iter().map(|(method, pc)| Site { method, pc: *pc });
    trace.is_empty() || sites.filter(Site::is_user).any(|site| more(&site))
}
