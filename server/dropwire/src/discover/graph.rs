//! Which `main` methods can start a second thread, by a call graph over the user's own classes.
//!
//! Over-approximates: a created object's methods may all be called back. A target that turns out to be sequential costs
//! one run; one that is missed costs a bug.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{ClassFacts, Member};

/// A found target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTarget {
    /// Internal name of the class whose `main` runs.
    pub class: String,
    /// Internal names of the user classes that it can reach; only a change to one of them can change its answer.
    pub reaches: BTreeSet<String>,
}

/// The classes of one module's class roots, by internal name.
pub type Classes<'a> = BTreeMap<&'a str, &'a ClassFacts>;

/// Every class with a `main` from which a second thread can be started.
pub fn threaded_mains(classes: &Classes<'_>) -> Vec<FoundTarget> {
    let with_main = classes.values().filter(|class| class.has_main());
    let reached = with_main.map(|class| (class, Reach::from(class, classes)));
    reached
        .filter(|(_, reach)| reach.starts_thread)
        .map(|(class, reach)| FoundTarget {
            class: class.name.clone(),
            reaches: reach.classes,
        })
        .collect()
}

/// The user classes that one class's `main` can reach, whether or not it starts threads.
pub fn reachable(class: &str, classes: &Classes<'_>) -> BTreeSet<String> {
    classes
        .get(class)
        .map(|class| Reach::from(class, classes).classes)
        .unwrap_or_default()
}

struct Reach<'a> {
    known: &'a Classes<'a>,
    starts_thread: bool,
    classes: BTreeSet<String>,
    members: BTreeSet<Member>,
    open: Vec<Member>,
}

impl<'a> Reach<'a> {
    fn from(class: &ClassFacts, known: &'a Classes<'a>) -> Reach<'a> {
        let mut reach = Reach {
            known,
            starts_thread: false,
            classes: BTreeSet::new(),
            members: BTreeSet::new(),
            open: Vec::new(),
        };
        reach.touch(&class.name);
        reach.call(&class.main());
        while let Some(member) = reach.open.pop() {
            reach.enter(&member);
        }
        reach
    }

    fn call(&mut self, member: &Member) {
        if self.members.insert(member.clone()) {
            self.open.push(member.clone());
        }
    }

    /// A method that may run: where it is found, going up from the named class; or one of a library class.
    fn enter(&mut self, member: &Member) {
        let mut class = member.class.as_str();
        loop {
            let Some(facts) = self.known.get(class).copied() else {
                self.starts_thread |= starts_thread(class, &member.name);
                return;
            };
            self.classes.insert(facts.name.clone());
            let own = |method: &&super::facts::MethodFacts| {
                method.name == member.name && method.descriptor == member.descriptor
            };
            if let Some(method) = facts.methods.iter().find(own) {
                method.calls.iter().for_each(|call| self.call(call));
                method.touches.iter().for_each(|class| self.touch(class));
                return;
            }
            match &facts.super_class {
                Some(parent) => class = parent,
                None => return,
            }
        }
    }

    /// A class that is initialised or created: anything of it may run, and so may what it inherits.
    fn touch(&mut self, class: &str) {
        let Some(facts) = self.known.get(class).copied() else {
            self.starts_thread |= starts_thread(class, "<init>");
            return;
        };
        if !self.classes.insert(facts.name.clone()) && self.members.contains(&everything(class)) {
            return;
        }
        self.members.insert(everything(class));
        // `main` of another class runs only if it is called.
        for method in facts
            .methods
            .iter()
            .filter(|method| !(method.is_static && method.name == "main"))
        {
            if !method.is_static || method.name == "<clinit>" {
                self.call(&Member {
                    class: facts.name.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                });
            }
        }
        facts.super_class.iter().chain(&facts.interfaces).for_each(|parent| {
            if self.known.contains_key(parent.as_str()) {
                self.touch(parent);
            }
        });
    }
}

/// Marks a class as touched in the set of members: no method has such a name.
fn everything(class: &str) -> Member {
    Member {
        class: class.to_owned(),
        name: "*".into(),
        descriptor: String::new(),
    }
}

/// Whether a method of a library class starts a thread, now or later.
fn starts_thread(class: &str, method: &str) -> bool {
    match class {
        "java/lang/Thread" | "java/lang/VirtualThread" => {
            matches!(method, "start" | "startVirtualThread")
        }
        "java/util/Timer" => method == "<init>",
        "java/util/concurrent/CompletableFuture" | "java/util/concurrent/CompletionStage" => {
            method.ends_with("Async") || method.starts_with("orTimeout") || method.starts_with("completeOnTimeout")
        }
        "java/util/Arrays" | "java/util/Collection" | "java/util/stream/StreamSupport" => {
            method.starts_with("parallel")
        }
        _ if class.starts_with("java/lang/Thread$Builder") => method == "start",
        _ if class.starts_with("java/util/stream/") => method == "parallel",
        _ if class.starts_with("java/util/concurrent/") => is_executor(class),
        // A collection's own class may be named: `ArrayList.parallelStream`.
        _ => method == "parallelStream",
    }
}

fn is_executor(class: &str) -> bool {
    let name = class.rsplit('/').next().unwrap_or(class);
    name.contains("Executor")
        || name.starts_with("ForkJoin")
        || name == "RecursiveTask"
        || name == "RecursiveAction"
        || name.starts_with("StructuredTaskScope")
}

#[cfg(test)]
mod tests;
