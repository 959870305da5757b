//! What is wrong, in one line, and the part that each place has in it.

use crate::facts::defect::{
    Accessing, Facts, Held, Idle, InCycle, MemberUse, MethodName, Obstacle, Promise, Role, Thrower, Tried, Waiting,
};
use crate::facts::object::Access;
use crate::facts::property::{Failure, Known, Monitored, Reading};
use crate::facts::wait::Wait;
use crate::report::Finding;
use crate::site::simple_name;
use crate::trail::{Input, Trail};

use super::{accesses, initialisation, memory, method, object, shorten, waits_and_holder};

/// What is said of a defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The name of the kind that the sentence begins with, if it does.
    pub title: Option<Title>,
    /// What follows it, as `sell holds …` or `on Account.balance: …`; or all of the sentence.
    pub detail: String,
}

/// How a sentence begins with the name of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// `Deadlock: …`
    Alone(&'static str),
    /// `Data race on …`
    GoesOn(&'static str),
}

impl Message {
    fn of(title: Title, detail: String) -> Message {
        Message {
            title: Some(title),
            detail,
        }
    }

    /// The sentence.
    pub fn sentence(&self) -> String {
        let detail = &self.detail;
        match self.title {
            Some(Title::Alone(title)) => format!("{title}: {detail}"),
            Some(Title::GoesOn(title)) => format!("{title} {detail}"),
            None => detail.clone(),
        }
    }
}

/// What a finding says: what is wrong and, where it is no more than predicted, how hard it was tried to reach it.
pub fn of_finding(finding: &Finding) -> Message {
    let Some(facts) = &finding.facts else {
        return Message {
            title: None,
            detail: finding.message.clone(),
        };
    };
    let mut message = message(facts);
    if let Some(tried) = &finding.tried {
        message.detail.push_str(&format!("; {}", self::tried(tried)));
    }
    message
}

fn tried(tried: &Tried) -> String {
    match tried {
        Tried::SearchGoesOn => "the search goes on".into(),
        Tried::NotReached { random, directed: None } => format!("not reached in {random} random runs"),
        Tried::NotReached {
            random,
            directed: Some(directed),
        } => format!("not reached in {random} random runs and up to {directed} directed ones"),
        Tried::NotFollowed { steps } => {
            format!("a run of {steps} steps reached it, but there was no time to replay it")
        }
    }
}

/// `x = 2147483647, c = 'a'`: the inputs of a run; none if there are none. Of several calls, `new shop.Till(), add(x = 1), take()`.
pub fn inputs(trail: &Trail) -> Option<String> {
    if trail.calls.is_empty() {
        return (!trail.inputs.is_empty()).then(|| listed(&trail.inputs));
    }
    let taken: usize = trail.calls.iter().map(|call| call.parameters).sum();
    let (before, mut open) = trail.inputs.split_at(trail.inputs.len().saturating_sub(taken));
    let object = (!before.is_empty()).then(|| listed(before));
    let calls = trail.calls.iter().map(|call| {
        let own;
        (own, open) = open.split_at(call.parameters.min(open.len()));
        format!("{}({})", call.method, listed(own))
    });
    Some(object.into_iter().chain(calls).collect::<Vec<_>>().join(", "))
}

fn listed(inputs: &[Input]) -> String {
    let one = |input: &Input| match (input.ty.as_str(), input.value.as_str()) {
        ("char", value) => format!("{} = '{value}'", input.name),
        ("java.lang.String", value) if value != "null" && !value.starts_with('"') => {
            format!("{} = {value:?}", input.name)
        }
        (_, value) => format!("{} = {value}", input.name),
    };
    inputs.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// `low > high && next != null`: what holds of the inputs of a run, shortened; none if nothing has to.
pub fn condition(parts: &[String]) -> Option<String> {
    const LONGEST: usize = 300;
    let is_loose = |part: &&String| part.contains(" || ") || part.contains(" ? ");
    let one = |part: &String| match parts.len() > 1 && is_loose(&part) {
        true => format!("({part})"),
        false => part.clone(),
    };
    let mut text = String::new();
    for (at, part) in parts.iter().map(one).enumerate() {
        if text.chars().count() + part.chars().count() > LONGEST && at > 0 {
            text.push_str(&format!(" && … ({} more)", parts.len() - at));
            break;
        }
        text.push_str(if at == 0 { "" } else { " && " });
        text.push_str(&part);
    }
    (!parts.is_empty()).then_some(text)
}

/// What is wrong, in one line.
pub fn message(facts: &Facts) -> Message {
    let name = super::kind::title(facts.kind());
    let alone = |detail| Message::of(Title::Alone(name), detail);
    let goes_on = |detail| Message::of(Title::GoesOn(name), detail);
    match facts {
        Facts::DeadlockCycle { cycle } => alone(match &cycle[..] {
            [one] => format!("{} waits for itself", one.thread),
            _ => {
                let parts: Vec<String> = cycle.iter().map(in_cycle).collect();
                shorten(&parts, "; ")
            }
        }),
        Facts::Stuck { waiting } => {
            let parts: Vec<String> = waiting.iter().map(waits).collect();
            alone(format!("{}; all of these threads are blocked", shorten(&parts, "; ")))
        }
        Facts::Race {
            memory: what,
            accesses: [one, other],
            volatile: _,
            never_adjacent,
        } => {
            let order = if *never_adjacent {
                "no happens-before order"
            } else {
                "no common lock"
            };
            let side = |side: &Accessing| format!("{} {}", side.thread, accesses(side.access));
            goes_on(format!("on {}: {}, {}, {order}", memory(what), side(one), side(other)))
        }
        Facts::Thrown {
            thrower,
            thrown,
            assertion,
        } => {
            let text = match &thrown.text[..] {
                "" => String::new(),
                text => format!(": {text}"),
            };
            match (thrower, assertion) {
                (Thrower::Thread { name }, true) => {
                    Message::of(Title::GoesOn("Assertion failed"), format!("in {name}{text}"))
                }
                (Thrower::Task, true) => Message::of(
                    Title::GoesOn("Assertion failed"),
                    format!("in a task, never retrieved from its Future{text}"),
                ),
                (Thrower::Thread { name }, false) => goes_on(format!("in {name}: {}{text}", thrown.class)),
                (Thrower::Task, false) => Message {
                    title: None,
                    detail: format!(
                        "Exception in a task, never retrieved from its Future: {}{text}",
                        thrown.class
                    ),
                },
            }
        }
        Facts::LockDiscipline {
            thread,
            act,
            class,
            member,
            promise,
        } => {
            let (does, what) = (does(*act), method(class, member));
            alone(match promise {
                Promise::Immutable => {
                    format!("{thread} {does} {what}, which others can see, though it is @Immutable")
                }
                Promise::GuardedBy { lock } => {
                    format!("{thread} {does} {what} without the lock (@GuardedBy(\"{lock}\"))")
                }
            })
        }
        Facts::BlockedInAtomic {
            waiting,
            class,
            method: name,
        } => alone(format!(
            "{} inside {}, which is declared atomic",
            waits(waiting),
            method(class, name)
        )),
        Facts::ThreadLeak { threads, awaits } => alone(idle(threads, *awaits)),
        Facts::RepeatedState { thread } => alone(format!(
            "{thread} repeats the same state forever, and no other thread can move"
        )),
        Facts::Endless { threads } => {
            let who = match &threads[..] {
                [one] => format!("{one} loops"),
                _ => format!("{} loop", shorten(threads, " and ")),
            };
            alone(format!("{who} forever: no reachable state ends the program"))
        }
        Facts::Livelock { moving, starved, steps } => {
            let round = match steps {
                1 => "the last step repeats".to_owned(),
                steps => format!("the last {steps} steps repeat"),
            };
            alone(match &starved[..] {
                [] => format!(
                    "{} may go on forever without getting anywhere: {round}",
                    shorten(moving, " and ")
                ),
                starved => format!(
                    "{} may starve while {} goes on forever: {round}",
                    shorten(starved, " and "),
                    shorten(moving, " and ")
                ),
            })
        }
        Facts::NotObstructionFree {
            call, obstacle, thread, ..
        } => alone(match obstacle {
            Obstacle::Blocked { waiting } => {
                format!("{}, so {call} does not return if {thread} runs alone", waits(waiting))
            }
            Obstacle::Repeats { steps } => format!(
                "{call} does not return if {thread} runs alone: {}",
                match steps {
                    1 => "the last step repeats".to_owned(),
                    steps => format!("the last {steps} steps repeat"),
                }
            ),
        }),
        Facts::InvariantViolation {
            property,
            formula,
            readings,
            origin: _,
        } => alone(format!("{property}: {formula} does not hold{}", values(readings))),
        Facts::PropertyViolation {
            property,
            formula,
            failure,
            readings,
            origin: _,
        } => {
            let how = match failure {
                Failure::Already => "whatever follows".to_owned(),
                Failure::AtTheEnd => "because the run ends here".to_owned(),
                Failure::ForEver { steps: 1 } => "because the last step repeats forever".to_owned(),
                Failure::ForEver { steps } => format!("because the last {steps} steps repeat forever"),
            };
            alone(format!(
                "{property}: {formula} does not hold, {how}{}",
                values(readings)
            ))
        }
        Facts::NotLinearizable {
            scenario,
            consistency,
            unexplained,
            specification: _,
            sequential: _,
        } => alone(super::scenario::unexplained(scenario, *consistency, unexplained)),
        Facts::BrokenInvariant {
            scenario,
            invariant,
            threw,
        } => alone(super::scenario::broken(scenario, invariant, *threw)),
    }
}

/// What a plain run has shown of a property.
pub fn monitored(monitored: &Monitored) -> String {
    let Monitored {
        property,
        known,
        begun,
        at_the_end,
        readings,
        location: _,
    } = monitored;
    match (known, at_the_end) {
        (Known::True, _) => format!("{property}: true"),
        (Known::False, false) => format!("{property}: false{}", values(readings)),
        (Known::False, true) => format!("{property}: false, because the run ends here{}", values(readings)),
        (Known::NotYet, _) if !begun => format!("{property}: not yet; no class that it names was initialised"),
        (Known::NotYet, _) => format!("{property}: not yet"),
    }
}

/// `; Queue.size is -1`.
fn values(readings: &[Reading]) -> String {
    let value = |reading: &Reading| match &reading.value {
        Some(value) => format!("{} is {value}", reading.variable),
        None => format!("{} has no value (null on the way)", reading.variable),
    };
    let values: Vec<String> = readings.iter().map(value).collect();
    match &values[..] {
        [] => String::new(),
        values => format!("; {}", shorten(values, ", ")),
    }
}

/// `sell waits to lock ledger, held by audit`.
fn waits(waiting: &Waiting) -> String {
    format!("{} {}", waiting.thread, waits_and_holder(&waiting.wait))
}

/// `sell holds drawer and waits to lock ledger`.
fn in_cycle(side: &InCycle) -> String {
    let (who, wants) = (&side.thread, wanted(&side.wait));
    let holds = side.holds.as_ref().map(|held| match held {
        Held::Lock { lock, instance } => super::lock(lock, instance.as_ref()),
        Held::Initialisation { class } => initialisation(class),
    });
    match holds {
        Some(holds) => format!("{who} holds {holds} and {wants}"),
        None => format!("{who} {wants}"),
    }
}

/// What a thread of a cycle waits for: also the end of another one.
fn wanted(wait: &Wait) -> String {
    match wait {
        Wait::End { thread } => format!("waits for the end of {}", object(thread)),
        Wait::Lock { .. }
        | Wait::Initialisation { .. }
        | Wait::Notification { .. }
        | Wait::Call { .. }
        | Wait::Permit
        | Wait::Network { .. }
        | Wait::Other => super::step::waits(wait),
    }
}

fn does(act: MemberUse) -> &'static str {
    match act {
        MemberUse::Read => "reads",
        MemberUse::Write => "writes",
        MemberUse::Call => "calls",
        MemberUse::Use => "uses the object of",
        MemberUse::Change => "changes",
    }
}

/// Why a program does not end whose last threads are idle workers: `thread pool never shut down: pool-1-thread-1 is idle and …`.
pub(crate) fn idle(threads: &[String], awaits: Idle) -> String {
    let waiting = match threads {
        [one, other] => format!("{one} and {other} are idle"),
        [one] => format!("{one} is idle"),
        [one, rest @ ..] => format!("{one} and {} more are idle", rest.len()),
        [] => "no thread is idle".into(),
    };
    match awaits {
        Idle::Tasks => {
            format!("thread pool never shut down: {waiting}, and no live thread can submit work or shut the pool down")
        }
        Idle::TimerTasks => {
            format!("timer never cancelled: {waiting}, and no live thread can schedule a task or cancel it")
        }
        Idle::Connections => {
            format!("server never closed: {waiting}, and no live thread can connect to it or close it")
        }
    }
}

/// The part that a place has.
pub fn role(role: &Role) -> String {
    match role {
        Role::WaitsInCycle { thread, wait } => match wait.holder() {
            Some(holder) => format!("{thread} {}, {}", wanted(wait), super::held_by(holder)),
            None => format!("{thread} {}", wanted(wait)),
        },
        Role::Waits { thread, wait } => format!("{thread} {}", waits_and_holder(wait)),
        Role::Accesses {
            thread,
            access,
            memory: what,
        } => access_of(thread, *access, &memory(what)),
        Role::Inside {
            name: MethodName { class, method: name },
        } => format!("inside {}", method(class, name)),
        Role::Throws { thrower, class } => match thrower {
            Thrower::Thread { name } => format!("{name} throws {}", simple_name(class)),
            Thrower::Task => format!("the task throws {}", simple_name(class)),
        },
        Role::Frame { method } => format!("in {method}"),
        Role::Started { thread } => format!("{thread} was started here"),
        Role::GoesRound { thread } => format!("{thread} loops here"),
        Role::SaysThreadSafe { class } => format!("{} says that it is @ThreadSafe", simple_name(class)),
        Role::Fence => {
            "a fence does not order plain accesses in the Java memory model; it does on known hardware, but does not count here"
                .into()
        }
        Role::CalledInScenario { method } => format!("{method} is called by the threads of the scenario"),
        Role::Called { method } => format!("{method} was called here"),
        Role::Protected {
            thread,
            access,
            memory: what,
            locks,
        } => {
            let locks = match &locks[..] {
                [] => "no lock has protected every access so far".to_owned(),
                [one] => format!("{one} has protected every access so far"),
                many => format!("{} have protected every access so far", many.join(" and ")),
            };
            format!("{}: {locks}", access_of(thread, *access, &memory(what)))
        }
    }
}

/// `sell writes Account.balance`.
fn access_of(thread: &str, access: Access, what: &str) -> String {
    format!("{thread} {} {what}", accesses(access))
}
