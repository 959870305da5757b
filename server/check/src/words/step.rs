//! What a step of a trail does.

use crate::facts::defect::MemberUse;
use crate::facts::location::Location;
use crate::facts::object::{Access, Instance, Memory, Object};
use crate::facts::step::{Remark, StepFacts, StepOp};
use crate::facts::wait::Wait;
use crate::site::simple_name;
use crate::trail::Step;

/// What a step does, in parts that views may set apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// `lock`; empty for a call.
    pub verb: String,
    /// `drawer`; may be empty.
    pub object: String,
    /// What follows the object: `after wait`; mostly empty.
    pub rest: &'static str,
}

impl Phrase {
    fn new(verb: impl Into<String>, object: impl Into<String>) -> Phrase {
        Phrase {
            verb: verb.into(),
            object: object.into(),
            rest: "",
        }
    }

    /// All of it in one line.
    pub fn sentence(&self) -> String {
        let parts = [&self.verb[..], &self.object[..], self.rest];
        let said = parts.iter().filter(|part| !part.is_empty());
        said.copied().collect::<Vec<_>>().join(" ")
    }
}

/// `lock drawer`, `write Account.balance`.
pub fn operation(op: &StepOp) -> String {
    phrase(op, &Reader::Anywhere, None).sentence()
}

/// The same of an object that is distinguished from others.
pub(crate) fn operation_on(op: &StepOp, instance: Option<&Instance>) -> String {
    phrase(op, &Reader::Anywhere, instance).sentence()
}

/// What a step of a trail does, for who has its place before his eyes; a lock that is distinguished by its instance.
pub fn phrase_of(step: &Step) -> Phrase {
    match &step.facts {
        Some(facts) => phrase_on(&facts.op, step.location.as_ref(), step.scene.object.as_ref()),
        // A trail of an older build.
        None => Phrase::new(step.operation.clone(), ""),
    }
}

/// What a step does, for who has its place before his eyes: in a method of `Till`, `read Till.drawer` is `read drawer`, and
/// `read Till$Drawer.sum` is `read Drawer.sum`.
pub fn phrase_at(op: &StepOp, location: Option<&Location>) -> Phrase {
    phrase_on(op, location, None)
}

fn phrase_on(op: &StepOp, location: Option<&Location>, instance: Option<&Instance>) -> Phrase {
    match location {
        Some(location) => phrase(op, &Reader::In(simple_name(&location.class)), instance),
        None => phrase(op, &Reader::Anywhere, instance),
    }
}

/// Which object a step is about, where its phrase leaves that open and the object is distinguished from others: whose field it is, or
/// on what a variable's name calls a method.
pub fn which(step: &Step) -> Option<String> {
    let instance = step.scene.object.as_ref()?;
    let op = &step.facts.as_ref()?.op;
    let in_object = |memory: &Memory| matches!(memory, Memory::Field { .. } | Memory::Whole { .. });
    if let StepOp::Access { memory, .. } = op {
        let own = step.scene.library.is_none() && in_object(memory);
        return own.then(|| super::instance(instance));
    }
    if let StepOp::Call { receiver, .. } = op {
        super::distinguished(receiver.as_ref()?, Some(instance))?;
        return Some(super::instance(instance));
    }
    None
}

/// What else there is to say of a step; often empty.
pub fn note(facts: &StepFacts) -> String {
    if let StepOp::Blocked { wait } = &facts.op
        && let Some(holder) = wait.holder()
    {
        return super::held_by(holder);
    }
    match &facts.remark {
        None => String::new(),
        Some(Remark::Concurrent) => "at the same time".into(),
        Some(Remark::Wakes { thread: Some(name), .. }) => format!("wakes {name}"),
        Some(Remark::Wakes { waiter, thread: None }) => format!("wakes waiter {waiter}"),
        Some(Remark::ComesTooLate) => "wakes none: each was interrupted before".into(),
        Some(Remark::WithoutTheLock) => "without the lock".into(),
        Some(Remark::ThoughImmutable) => "though it is @Immutable".into(),
    }
}

/// Who reads: the class that he has before his eyes need not be named.
enum Reader<'a> {
    Anywhere,
    /// In a method of this class, as `Till$Drawer`.
    In(&'a str),
}

impl Reader<'_> {
    /// `Till.drawer`, as this reader needs it.
    fn member(&self, class: &str, member: &str) -> String {
        let class = simple_name(class);
        match self {
            Reader::Anywhere => format!("{class}.{member}"),
            Reader::In(here) => {
                let outermost = here.split('$').next().unwrap_or_default();
                if class == *here || class == outermost {
                    return member.to_owned();
                }
                match class.strip_prefix(outermost).and_then(|inner| inner.strip_prefix('$')) {
                    Some(inner) if !outermost.is_empty() => format!("{inner}.{member}"),
                    Some(_) | None => format!("{class}.{member}"),
                }
            }
        }
    }

    /// `Drawer` of `Till$Drawer`, for a reader in `Till`.
    fn class(&self, class: &str) -> String {
        let class = simple_name(class);
        let outermost = match self {
            Reader::Anywhere => "",
            Reader::In(here) => here.split('$').next().unwrap_or_default(),
        };
        let inner = class.strip_prefix(outermost).and_then(|inner| inner.strip_prefix('$'));
        inner.filter(|_| !outermost.is_empty()).unwrap_or(class).to_owned()
    }

    fn object(&self, object: &Object) -> String {
        match object {
            Object::Static { class, field } => self.member(class, field),
            Object::Class { class } => format!("{}.class", self.class(class)),
            Object::This { class } => match self {
                Reader::In(here) if here.rsplit('$').next() == Some(class) => "this".to_owned(),
                Reader::In(_) | Reader::Anywhere => super::object(object),
            },
            Object::Null
            | Object::Thread { .. }
            | Object::Field { .. }
            | Object::Local { .. }
            | Object::Instance { .. } => super::object(object),
        }
    }

    /// A thread, where it is clear that it is one: by its name alone.
    fn thread(&self, thread: &Object) -> String {
        match thread {
            Object::Thread { name } => name.clone(),
            Object::Null
            | Object::Class { .. }
            | Object::Static { .. }
            | Object::Field { .. }
            | Object::This { .. }
            | Object::Local { .. }
            | Object::Instance { .. } => self.object(thread),
        }
    }

    /// A lock: by its instance where its name is one that another object may have a line further on.
    fn lock(&self, lock: &Object, instance: Option<&Instance>) -> String {
        super::distinguished(lock, instance).unwrap_or_else(|| self.object(lock))
    }

    fn memory(&self, memory: &Memory) -> String {
        match memory {
            Memory::Field { class, field } => self.member(class, field),
            Memory::Elements { array, first, last } => super::memory(&Memory::Elements {
                array: self.class(array),
                first: *first,
                last: *last,
            }),
            Memory::Whole { .. } | Memory::OffHeap { .. } => super::memory(memory),
        }
    }
}

fn phrase(op: &StepOp, reader: &Reader<'_>, instance: Option<&Instance>) -> Phrase {
    match op {
        StepOp::Begin => Phrase::new("begins", ""),
        StepOp::Continue => Phrase::new("goes on", ""),
        StepOp::Start { thread } => Phrase::new("start", reader.thread(thread)),
        StepOp::Lock { lock } => Phrase::new("lock", reader.lock(lock, instance)),
        StepOp::Unlock { lock } => Phrase::new("unlock", reader.lock(lock, instance)),
        StepOp::Relock { lock } => Phrase {
            rest: "after wait",
            ..Phrase::new("reacquire", reader.lock(lock, instance))
        },
        StepOp::Wait { object } => Phrase::new("wait on", reader.lock(object, instance)),
        StepOp::Awake { object } => Phrase::new("wakes from wait on", reader.lock(object, instance)),
        StepOp::Notify { object } => Phrase::new("notify", reader.lock(object, instance)),
        StepOp::NotifyAll { object } => Phrase::new("notifyAll", reader.lock(object, instance)),
        StepOp::Access { access, memory } => Phrase::new(access_verb(*access), reader.memory(memory)),
        StepOp::Copy { from, to } => {
            let side = |side: &Option<Memory>| match side {
                Some(memory) => reader.memory(memory),
                None => "unshared memory".to_owned(),
            };
            Phrase::new("copy", format!("{} to {}", side(from), side(to)))
        }
        StepOp::Park => Phrase::new("park", ""),
        StepOp::Unpark { thread } => Phrase::new("unpark", reader.thread(thread)),
        StepOp::Sleep => Phrase::new("sleep", ""),
        StepOp::Join { thread } => Phrase::new("join", reader.thread(thread)),
        StepOp::Interrupt { thread } => Phrase::new("interrupt", reader.thread(thread)),
        StepOp::Initialise { class } => Phrase::new("initialise", reader.class(class)),
        StepOp::Call {
            class,
            receiver,
            method,
        } => Phrase::new("", call(class, receiver.as_ref(), method, reader)),
        StepOp::Leave {
            class,
            method,
            throwable,
        } => {
            let left = call(class, None, method, reader);
            match throwable {
                None => Phrase::new("returns from", left),
                Some(thrown) => Phrase::new("leaves", format!("{left} by {}", simple_name(thrown))),
            }
        }
        StepOp::Choose => Phrase::new("chooses", ""),
        StepOp::Chosen {
            method,
            name,
            among,
            value,
        } => chosen(method, name.as_deref(), *among, value),
        StepOp::Perturbed { values } => {
            let said = values.iter().map(|of| format!("{} = {}", of.what, of.value));
            Phrase::new("perturbed:", said.collect::<Vec<_>>().join(", "))
        }
        StepOp::CallUnderTest { call } => Phrase::new("calls", call.clone()),
        StepOp::ScenarioUnderTest { threads } => {
            let lists: Vec<String> = threads.iter().map(|calls| calls.join("; ")).collect();
            Phrase::new("chooses the scenario", lists.join(" ‖ "))
        }
        StepOp::SpuriousWakeup => Phrase::new("spurious wakeup", ""),
        StepOp::Timeout => Phrase::new("the wait times out", ""),
        StepOp::LeaveGroup => Phrase::new("leaves its thread group", ""),
        StepOp::End => Phrase::new("ends", ""),
        StepOp::Exit => Phrase::new("exit", ""),
        StepOp::Throw { class } => Phrase::new("throws", reader.class(class)),
        StepOp::Unobserved { class } => Phrase {
            rest: "is never retrieved",
            ..Phrase::new("ends;", reader.class(class))
        },
        StepOp::Blocked { wait } => blocked(wait, reader),
        StepOp::Violate { act, member } => Phrase::new(violates(*act), member.clone()),
    }
}

fn chosen(method: &str, name: Option<&str>, among: Option<(i64, i64)>, value: &str) -> Phrase {
    let name = name.map(|name| format!("\"{name}\""));
    let among = among.map(|(first, last)| format!("{first}..{last}"));
    let said: Vec<String> = name.into_iter().chain(among).collect();
    if said.is_empty() {
        return Phrase::new("chooses", value.to_owned());
    }
    Phrase::new("", format!("{method}({}) = {value}", said.join(", ")))
}

fn access_verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
        Access::VolatileRead => "volatile read",
        Access::VolatileWrite => "volatile write",
        Access::AtomicUpdate => "atomic update",
    }
}

fn call(class: &str, receiver: Option<&Object>, method: &str, reader: &Reader<'_>) -> String {
    let of = match receiver {
        None => return reader.member(class, &format!("{method}()")),
        // Without the article.
        Some(Object::Instance { class }) => class.clone(),
        Some(
            object @ (Object::Null
            | Object::Class { .. }
            | Object::Thread { .. }
            | Object::Static { .. }
            | Object::Field { .. }
            | Object::This { .. }
            | Object::Local { .. }),
        ) => reader.thread(object),
    };
    format!("{of}.{method}()")
}

/// What a thread that waits does: `waits to lock ledger`, `waits on box`.
pub(super) fn waits(wait: &Wait) -> String {
    blocked(wait, &Reader::Anywhere).sentence()
}

fn blocked(wait: &Wait, reader: &Reader<'_>) -> Phrase {
    match wait {
        Wait::Lock { lock, instance, .. } => Phrase::new("waits to lock", reader.lock(lock, instance.as_ref())),
        Wait::Initialisation { class, .. } => Phrase::new("waits for the", super::initialisation(class)),
        Wait::End { thread } => Phrase::new("waits for the end of", reader.object(thread)),
        Wait::Notification { object } => Phrase::new("waits on", reader.object(object)),
        Wait::Call { class, method } => {
            Phrase::new("waits in", format!("{}.{method}", simple_name(class).replace('$', ".")))
        }
        Wait::Permit => Phrase::new("is parked", ""),
        Wait::Network { wait } => {
            let (verb, object) = super::network::waits(wait);
            Phrase::new(verb, object)
        }
        Wait::Other => Phrase::new("is blocked", ""),
    }
}

fn violates(act: MemberUse) -> &'static str {
    match act {
        MemberUse::Read => "reads",
        MemberUse::Write | MemberUse::Change => "writes",
        MemberUse::Call => "calls",
        MemberUse::Use => "uses",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(class: &str, op: &StepOp) -> String {
        let location = Location {
            class: class.into(),
            ..Location::nowhere()
        };
        phrase_at(op, Some(&location)).sentence()
    }

    fn access(access: Access, class: &str, field: &str) -> StepOp {
        StepOp::Access {
            access,
            memory: Memory::Field {
                class: class.into(),
                field: field.into(),
            },
        }
    }

    #[test]
    fn the_class_before_the_readers_eyes_is_not_named() {
        let read = |class| access(Access::Read, class, "sum");
        assert_eq!(said("shop.Till", &read("shop.Till")), "read sum");
        assert_eq!(said("shop.Till", &read("shop.Till$Drawer")), "read Drawer.sum");
        assert_eq!(said("Till$Drawer", &read("Till$Drawer")), "read sum");
        assert_eq!(
            said("Till$Drawer", &access(Access::VolatileWrite, "Till", "sum")),
            "volatile write sum"
        );
        assert_eq!(said("Other", &read("shop.Till")), "read Till.sum");
        assert_eq!(operation(&read("shop.Till$Drawer")), "read Till$Drawer.sum");
        let element = StepOp::Access {
            access: Access::Read,
            memory: Memory::Elements {
                array: "Till$Drawer".into(),
                first: Some(1),
                last: Some(1),
            },
        };
        assert_eq!(said("Till", &element), "read Drawer[1]");
        let call = StepOp::Call {
            class: "java.util.concurrent.ThreadPoolExecutor".into(),
            receiver: None,
            method: "getTask".into(),
        };
        assert_eq!(said("java.util.concurrent.ThreadPoolExecutor", &call), "getTask()");
        assert_eq!(operation(&call), "ThreadPoolExecutor.getTask()");
    }

    #[test]
    fn objects_as_their_users_know_them() {
        let class = || Object::Class { class: "Till".into() };
        assert_eq!(said("Till", &StepOp::Lock { lock: class() }), "lock Till.class");
        let this = || Object::This { class: "Drawer".into() };
        assert_eq!(
            said("Till$Drawer", &StepOp::Relock { lock: this() }),
            "reacquire this after wait"
        );
        assert_eq!(said("Tiller", &StepOp::Wait { object: this() }), "wait on this Drawer");
        let call = |receiver| StepOp::Call {
            class: "java.util.concurrent.atomic.AtomicLong".into(),
            receiver: Some(receiver),
            method: "get".into(),
        };
        let visitors = Object::Static {
            class: "Till".into(),
            field: "visitors".into(),
        };
        assert_eq!(said("Till", &call(visitors.clone())), "visitors.get()");
        assert_eq!(operation(&call(visitors)), "Till.visitors.get()");
        let unnamed = Object::Instance {
            class: "AtomicLong".into(),
        };
        assert_eq!(operation(&call(unnamed)), "AtomicLong.get()");
        let sell = Object::Thread { name: "sell".into() };
        assert_eq!(operation(&StepOp::Start { thread: sell.clone() }), "start sell");
        assert_eq!(operation(&StepOp::Interrupt { thread: sell }), "interrupt sell");
    }

    #[test]
    fn ranges() {
        let elements = |first, last| {
            super::super::memory(&Memory::Elements {
                array: "byte".into(),
                first,
                last,
            })
        };
        assert_eq!(elements(Some(3), Some(3)), "byte[3]");
        assert_eq!(elements(Some(0), Some(15)), "byte[0..15]");
        assert_eq!(elements(None, Some(15)), "byte[…]");
    }
}
