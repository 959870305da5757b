//! Why a report says less than it could: one sentence without a full stop for each reason.

use std::fmt;

use crate::facts::property::Problem;
use crate::facts::reason::{AskedZ3, Cause, LeftOut, NotFollowed, Reason};

/// The sentences, in order.
pub fn sentences(reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(Reason::to_string).collect()
}

/// What several causes say, as one line.
pub fn joined(causes: Vec<Cause>) -> String {
    sentences(&causes.into_iter().map(Reason::from).collect::<Vec<_>>()).join("; ")
}

/// Why nothing was tested, where the assumption of a test throws this on every path.
pub fn skipped(thrown: &str) -> String {
    format!("{}; nothing was tested", super::note::assumption(thrown))
}

/// `12 ms`, `3.2 s`, `4 min 10 s`.
pub fn duration(seconds: f64) -> String {
    if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1000.0)
    } else if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds as u64;
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(case) = &self.case {
            write!(f, "{case}: ")?;
        }
        f.write_str(&cause(&self.cause))?;
        match self.paths {
            Some(paths) => write!(f, " ({paths} paths)"),
            None => Ok(()),
        }
    }
}

fn cause(cause: &Cause) -> String {
    match cause {
        Cause::Time { limit: None } => "the time limit was reached".into(),
        Cause::Time { limit: Some(limit) } => {
            format!("the time limit of {} was reached", duration(*limit as f64 / 1000.0))
        }
        Cause::TotalTime => "the time limit for all targets (limits.total-time) was reached before it ran".into(),
        Cause::Memory { limit } => match limit.map(|limit| limit >> 20) {
            None | Some(0) => "the memory limit was reached".into(),
            Some(mebibytes) => format!("the memory limit of {mebibytes} MiB was reached"),
        },
        Cause::MemoryOfWorkers { limit } => format!(
            "its workers together reached the memory limit of {} MiB (limits.memory)",
            limit >> 20
        ),
        Cause::Transitions { limit } => format!("the limit of {limit} transitions was reached"),
        Cause::Depth { limit } => format!("the depth limit of {limit} transitions was reached"),
        Cause::Interrupted { partial: false } => "interrupted".into(),
        Cause::Interrupted { partial: true } => "interrupted; the report contains what was found by then".into(),
        Cause::Cancelled => "cancelled".into(),
        Cause::NotModelled { what } | Cause::Machine { what } | Cause::Unreadable { what } => what.clone(),
        Cause::NoObject {
            class,
            is_abstract,
            fixture,
        } => {
            let why = match is_abstract {
                true => "it is abstract",
                false => "no arguments can be generated for any of its constructors",
            };
            // A program cannot add a class to a package of the JDK.
            let write = match class.starts_with("java.") {
                true => String::new(),
                false => {
                    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
                    format!("write the class {fixture} with `static {simple} create()`, or ")
                }
            };
            format!("no object of {class} is made: {why}; {write}name a static method that returns one (object.new)")
        }
        Cause::MissingClass {
            class,
            class_path,
            absent,
        } => {
            let owner = class_path
                .as_ref()
                .map_or_else(String::new, |owner| format!(" of {owner}"));
            let remark = absent_entries(absent).map_or_else(String::new, |remark| format!("; {remark}"));
            format!("class {class} is not on the class path{owner}{remark}")
        }
        Cause::InconsistentClasses { what } => format!("inconsistent class files ({what}): rebuild the project"),
        Cause::Skipped { thrown } => format!("skipped: {}", skipped(thrown)),
        Cause::NoCases => "there are no cases, so nothing was tested".into(),
        Cause::ObjectNotMade { thrown } => format!("the object could not be made ({thrown}), so nothing was tested"),
        Cause::NothingReturned => "no method of the object returned on any path, so nothing was tested".into(),
        Cause::ScenariosLeftOut { explored } => format!(
            "only the {explored} smallest scenarios were explored; reduce the methods (--methods), threads or calls"
        ),
        Cause::NoSpecification { scenarios, problem } => format!(
            "the results of {scenarios} scenarios were not checked: their sequential executions could not all be followed ({problem})"
        ),
        Cause::FirstFinding => "stopped at the first finding, as asked".into(),
        Cause::EveryRunIgnored => "the program ignores every run that ends (Verify.ignoreIf)".into(),
        Cause::NoEnd => "no run ended, and no finding says why; depth-first search (--search dfs) may find out".into(),
        Cause::PotentialFindings { left: 1 } => "one potential finding was neither confirmed nor ruled out".into(),
        Cause::PotentialFindings { left } => format!("{left} potential findings were neither confirmed nor ruled out"),
        Cause::NotFollowed { defect, problem } => match problem {
            Some(problem) => format!("{defect}: {problem}"),
            None => format!("{defect}: there was no time to replay its run"),
        },
        Cause::NotReproduced { finding, problem } => {
            format!("the trail of \"{finding}\" did not reproduce in a fresh process: {problem}")
        }
        Cause::PreemptionBound { preemptions } => {
            format!(
                "schedules with more than {preemptions} preemption{} were not explored (search.preemptions)",
                if *preemptions == 1 { "" } else { "s" }
            )
        }
        Cause::Window { left_out } => format!(
            "only the threads on which a warning depends were scheduled: what {} would do was not explored",
            left_out.join(", ")
        ),
        Cause::Listener { name } => {
            format!("the listener {name} pruned paths, which were not explored")
        }
        Cause::Simulation {
            schedules,
            analysed,
            seed,
        } => {
            let how = if *analysed { "analysed" } else { "explored" };
            format!(
                "simulation only: {schedules} random schedules {how} (seed {seed}); no exhaustive search was performed"
            )
        }
        Cause::RunsGivenUp { runs, longest } => format!(
            "{runs} of the random runs were aborted before their end; a run has at most {longest} steps (--max-depth), and is \
             aborted if its threads only spin"
        ),
        Cause::PropertyNotUnderstood {
            property,
            origin: _,
            atom,
            problem,
        } => format!("property {property}: `{atom}`: {}", self::problem(problem)),
        Cause::PropertiesNotDecided { properties } => format!(
            "this search strategy decides only invariants; not decided: {}",
            properties.join(", ")
        ),
        Cause::GraphTooLarge { properties } => format!(
            "the search has too many states to decide properties over time; not decided: {}",
            properties.join(", ")
        ),
        Cause::CollectorAwaited => {
            "the program waits for the garbage collector, which clears no reference here; what comes after \
                                    it was not explored"
                .into()
        }
        Cause::ClockPolled => "a loop polls the clock; what follows when its time runs out was not explored; \
                               --set search.timeouts=always explores it"
            .into(),
        Cause::Daemons { states } => {
            format!("the search whether daemon threads can unblock the others was stopped after {states} states")
        }
        Cause::Bitstate { omitted } => format!(
            "bitstate hashing may mistake new states for visited ones; at the end about {}.{:02} % of them",
            omitted / 100,
            omitted % 100
        ),
        Cause::KeyDiffers => {
            "a key kept up to date differs from the key computed from scratch: please report this".into()
        }
        Cause::NotRestored { problem: None } => "a state could not be restored: please report this".into(),
        Cause::NotRestored { problem: Some(problem) } => {
            format!("a state could not be restored: {problem}: please report this")
        }
        Cause::RestoredDiffers => "a restored state differs from the original: please report this".into(),
        Cause::ValuesLeftOut { what, tried } => format!(
            "a symbolic value reached {what} and cannot stay symbolic there; {tried} of its values were explored (symbolic.values)"
        ),
        Cause::DecisionsOfAPath { limit } => {
            format!("a path was cut off after {limit} branches on symbolic values (symbolic.branches)")
        }
        Cause::ConditionNotDecided { z3 } => {
            let more = match z3 {
                AskedZ3::Asked => "",
                AskedZ3::Missing => "; z3 may, if there is one on the PATH",
                AskedZ3::NotAllowed => "; z3 may, with symbolic.solver=both",
            };
            format!("the solver could not decide whether a path is feasible; that path was not explored{more}")
        }
        Cause::InputsLeftOut { what } => left_out(what),
        Cause::PreconditionNeverHolds { method } => {
            format!("{method} returned true for no input that was explored; nothing was verified")
        }
        Cause::PathNotFollowed { problem } => format!(
            "symbolic execution could not follow a path to its end: {}",
            match problem {
                NotFollowed::Overflow => {
                    "an integer overflows in some interleaving, and what the others do was not explored"
                }
                NotFollowed::Endless => "it did not end",
                NotFollowed::NotCalled => "the method was not called",
                NotFollowed::ValueLost => "a symbolic value was lost track of",
                NotFollowed::NoInputs =>
                    "no inputs of it were found that the precondition allows, and it may have some",
            }
        ),
        Cause::NotStarted { what } => what.clone(),
        Cause::WorkerDied { what, bug: false } => what.clone(),
        Cause::WorkerDied { what, bug: true } => format!("{what} (a bug of Dropwire, please report it)"),
    }
}

/// That entries of a class path do not exist; nothing where all do.
pub fn absent_entries(absent: &[String]) -> Option<String> {
    const SHOWN: usize = 5;
    let shown = absent
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match absent.len() {
        0 => None,
        1 => Some(format!("its entry {shown} does not exist")),
        2..=SHOWN => Some(format!("its entries {shown} do not exist")),
        all => Some(format!("its entries {shown} and {} more do not exist", all - SHOWN)),
    }
}

/// Why an atom of a property has no meaning.
fn problem(problem: &Problem) -> String {
    match problem {
        Problem::NoFormula => "not a formula".into(),
        Problem::Syntax { at, message } => format!("at character {at}: {message}"),
        Problem::NoFairness { said } => format!("fairness = \"{said}\": expected one of none, weak, strong"),
        Problem::TooLarge => "the formula is too large, or has a future operator inside a past operator".into(),
        Problem::NoClass { name } => format!("no prefix of {name} is a class on the class path"),
        Problem::NoField { class, field } => format!("class {class} has no field {field}"),
        Problem::NotStatic { class, field } => format!(
            "{class}.{field} is not static; expected a static field that leads to the object, such as shop.Main.queue.size, \
             or `all(…)` or `some(…)` around what is said of every or some instance"
        ),
        Problem::StaticOfObject { class, field } => format!("{class}.{field} is static; write it as {class}.{field}"),
        Problem::OfTheJdk { class } => format!("fields of {class}, a class of the JDK, cannot be observed"),
        Problem::NoObject { descriptor, field } => format!(
            "the value before {field} is not an object ({descriptor}); an array has elements, as slots[0], and a length"
        ),
        Problem::NoArray { descriptor, field } => format!("{field} is not an array ({descriptor}) and has no elements"),
        Problem::NoMethod { class, method } => format!(
            "class {class} is not one of the program's own, or declares no method {method} with a body; expected the class \
             whose method runs"
        ),
        Problem::NoMonitor { variable } => format!("{variable} is not a reference, and has no monitor"),
        Problem::UnknownLock { variable, class } => format!(
            "{variable} leads to a {class}, which does not say whether it is locked; expected a monitor, a ReentrantLock, or the \
             read or write lock of a ReentrantReadWriteLock"
        ),
        Problem::TooManyThreads => format!(
            "expected no more than {} names of threads in all properties",
            dropwire_vm::MOST_NAMES
        ),
        Problem::NoInstance => {
            "`all(…)` and `some(…)` expect a field of an instance, such as shop.Account.balance".into()
        }
        Problem::TwoClasses { one, other } => {
            format!("`all(…)` and `some(…)` speak of instances of one class, not of {one} and {other}")
        }
        Problem::NotBoolean { variable } => format!("{variable} is not boolean; expected a comparison"),
        Problem::NotComparable => {
            "expected two numbers, two booleans, or two references, compared by == or != unless they are numbers".into()
        }
        Problem::NoSuchQuestion { function } => {
            format!(
                "`{function}(…)` is not known; expected `at(…)`, `entered(…)`, `left(…)`, `threads(…)`, `locked(…)`, `blocked(…)`, \
                 `waiting(…)`, `runnable(…)`, `terminated(…)`, `all(…)`, `some(…)` or a comparison of fields"
            )
        }
    }
}

fn left_out(what: &LeftOut) -> String {
    match what {
        LeftOut::Objects { class, limit } => {
            format!("inputs with more than {limit} objects of class {class} were left out (symbolic.objects)")
        }
        LeftOut::Arrays { limit } => format!("arrays longer than {limit} were left out (symbolic.length)"),
        LeftOut::Strings { limit } => format!(
            "strings longer than {limit}, and those with characters above U+00FF, were left out (symbolic.length)"
        ),
        LeftOut::Type { name } => format!("no object of type {name} can be made as an input; only null was explored"),
        LeftOut::InstanceMethods { class } => format!(
            "class {class} has no constructor that other classes can call; its instance methods were not explored"
        ),
        LeftOut::SameString => {
            "the program asks whether two strings are the same object; strings that are inputs were explored as different objects".into()
        }
    }
}
