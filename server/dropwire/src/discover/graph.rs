//! Which `main` methods and tests can start a second thread, by a call graph over the user's own classes.
//!
//! Over-approximates: a created object's methods may all be called back. A target that turns out to be sequential costs
//! one run; one that is missed costs a bug.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::class_summary::{self, ClassFacts, Classes, Member};
use super::junit::{self, Test};

/// The targets that can start a second thread: classes with a `main`, and tests.
pub fn threaded_targets(classes: &Classes<'_>) -> Vec<String> {
    Graph::of(classes, &|_| true).threaded_targets()
}

/// Who calls whom, from the `main` methods of a module. Built once, asked often.
pub struct Graph<'a> {
    known: &'a Classes<'a>,
    /// Classes whose `main` is asked for.
    mains: Vec<&'a ClassFacts>,
    /// Tests that are asked for.
    tests: Vec<Test<'a>>,
    /// Classes that say that threads may share their objects.
    objects: Vec<&'a ClassFacts>,
    numbers: HashMap<Node<'a>, usize>,
    nodes: Vec<Node<'a>>,
    /// By number: what may run after a node.
    edges: Vec<Vec<usize>>,
    /// By number: the user classes in which it runs, or was looked for.
    enters: Vec<Vec<&'a str>>,
    /// By number: it is a library method that starts a thread.
    starts: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node<'a> {
    /// A method, as the caller names it: class, name, descriptor.
    Call(&'a str, &'a str, &'a str),
    /// A class that is initialised or created: anything of it may run, and so may what it inherits.
    Touch(&'a str),
    /// A test: the class in which it runs, its method, and what runs before and after it.
    Test(&'a str, &'a str, &'a str),
}

impl<'a> Graph<'a> {
    /// The graph of these classes, from the `main` methods and tests of those that are `own`, by internal name.
    pub fn of(known: &'a Classes<'a>, own: &dyn Fn(&str) -> bool) -> Graph<'a> {
        Graph::with_methods(known, own, &BTreeSet::new())
    }

    /// The same, and from methods that somebody asks for by name: `shop.Till#audit`.
    pub fn with_methods(known: &'a Classes<'a>, own: &dyn Fn(&str) -> bool, asked_for: &BTreeSet<String>) -> Graph<'a> {
        let mains = known
            .values()
            .copied()
            .filter(|class| class.has_main() && own(&class.name));
        let mut graph = Graph {
            known,
            mains: mains.collect(),
            tests: known
                .values()
                .copied()
                .filter(|class| own(&class.name))
                .flat_map(|class| junit::tests(class, known))
                .collect(),
            objects: shared_objects(known, own),
            numbers: HashMap::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            enters: Vec::new(),
            starts: Vec::new(),
        };
        for class in graph.mains.clone() {
            graph.number(Node::Touch(&class.name));
            graph.number(main_node(class));
        }
        for test in graph.tests.clone() {
            graph.number(test_node(&test));
        }
        for class in graph.objects.clone() {
            graph.number(Node::Touch(&class.name));
            for node in of_methods(&dropwire_check::fixture_method(&class.name), known) {
                graph.number(node);
            }
        }
        for node in asked_for.iter().flat_map(|target| of_methods(target, known)) {
            graph.number(node);
        }
        let mut next = 0;
        while let Some(node) = graph.nodes.get(next).copied() {
            let edges = match node {
                Node::Call(class, name, descriptor) => graph.call(next, class, name, descriptor),
                Node::Touch(class) => graph.touch(next, class),
                Node::Test(class, name, descriptor) => graph.test(class, name, descriptor),
            };
            graph.edges[next] = edges;
            next += 1;
        }
        graph
    }

    /// The targets that can start a second thread: classes with a `main`, and tests; and objects that threads may share.
    pub fn threaded_targets(&self) -> Vec<String> {
        let threaded = self.can_start_threads();
        let starts = |class: &&&ClassFacts| self.numbers_of(class).iter().any(|&root| threaded[root]);
        let mains = self.mains.iter().filter(starts).map(|class| class.binary_name());
        let starts_in_test = |test: &&Test<'_>| self.number_of_test(test).is_some_and(|root| threaded[root]);
        mains
            .chain(self.tests.iter().filter(starts_in_test).map(Test::target))
            .chain(self.objects.iter().map(|class| object_target(&class.binary_name())))
            .collect()
    }

    /// The tests of a class, whether or not they start threads.
    pub fn tests_of(&self, class: &str) -> Vec<String> {
        let here = self.tests.iter().filter(|test| test.class.binary_name() == class);
        here.map(Test::target).collect()
    }

    /// The user classes that a target can reach, whether or not it starts threads.
    pub fn reachable(&self, target: &str) -> BTreeSet<String> {
        let mut open = if target.contains('#') {
            // More may be said than is needed: types of parameters, the number of a case.
            let is = |test: &&Test<'_>| {
                let rest = target.strip_prefix(test.target().as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', '[']))
            };
            let test = self.tests.iter().find(is);
            match test.and_then(|test| self.number_of_test(test)) {
                Some(test) => vec![test],
                None => {
                    let nodes = of_methods(target, self.known).into_iter();
                    nodes.filter_map(|node| self.numbers.get(&node).copied()).collect()
                }
            }
        } else {
            let class = self.known.get(target.replace('.', "/").as_str());
            class.map(|class| self.numbers_of(class)).unwrap_or_default()
        };
        let mut seen: HashSet<usize> = open.iter().copied().collect();
        let mut classes = BTreeSet::new();
        while let Some(node) = open.pop() {
            classes.extend(self.enters[node].iter().map(|&class| class.to_owned()));
            open.extend(self.edges[node].iter().filter(|&&edge| seen.insert(edge)));
        }
        classes
    }

    /// By number, backwards from the library methods that start threads.
    fn can_start_threads(&self) -> Vec<bool> {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&to| callers[to].push(from));
        }
        let mut can = self.starts.clone();
        let mut open: Vec<usize> = (0..can.len()).filter(|&node| can[node]).collect();
        while let Some(node) = open.pop() {
            for &caller in &callers[node] {
                if !can[caller] {
                    can[caller] = true;
                    open.push(caller);
                }
            }
        }
        can
    }

    fn numbers_of(&self, class: &ClassFacts) -> Vec<usize> {
        let roots = [Node::Touch(&class.name), main_node(class)];
        // Lifetimes differ, so by lookup; a class that had no `main` when this was built has no numbers.
        roots
            .iter()
            .filter_map(|root| self.numbers.get(root).copied())
            .collect()
    }

    fn number_of_test(&self, test: &Test<'_>) -> Option<usize> {
        self.numbers.get(&test_node(test)).copied()
    }

    fn number(&mut self, node: Node<'a>) -> usize {
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len();
        self.numbers.insert(node, number);
        self.nodes.push(node);
        self.edges.push(Vec::new());
        self.enters.push(Vec::new());
        self.starts.push(false);
        number
    }

    fn number_member(&mut self, member: &'a Member) -> usize {
        self.number(Node::Call(&member.class, &member.name, &member.descriptor))
    }

    /// A method that may run: where it is found, going up from the named class; or one of a library class.
    fn call(&mut self, at: usize, class: &'a str, name: &str, descriptor: &str) -> Vec<usize> {
        let mut class = class;
        let mut passed = BTreeSet::new();
        loop {
            let Some(facts) = self.known.get(class).copied() else {
                self.starts[at] |= starts_thread(class, name);
                return Vec::new();
            };
            // A circle of superclasses is half a build.
            if !passed.insert(class) {
                return Vec::new();
            }
            self.enters[at].push(&facts.name);
            // Whoever is given one starts the threads that it makes.
            let makes_threads = |interface: &String| interface == "java/util/concurrent/ThreadFactory";
            self.starts[at] |= facts.interfaces.iter().any(makes_threads);
            let own = |method: &&class_summary::MethodFacts| method.name == name && method.descriptor == descriptor;
            if let Some(method) = facts.methods.iter().find(own) {
                let mut edges: Vec<usize> = method.calls.iter().map(|call| self.number_member(call)).collect();
                edges.extend(method.touches.iter().map(|class| self.number(Node::Touch(class))));
                return edges;
            }
            match &facts.super_class {
                Some(parent) => class = parent,
                None => return Vec::new(),
            }
        }
    }

    /// The test itself, its class, and what runs before and after it.
    fn test(&mut self, class: &'a str, name: &'a str, descriptor: &'a str) -> Vec<usize> {
        let mut edges = vec![
            self.number(Node::Call(class, name, descriptor)),
            self.number(Node::Touch(class)),
        ];
        let Some(facts) = self.known.get(class).copied() else {
            return edges;
        };
        let mut all = junit::lineage(facts, self.known);
        all.extend(junit::around(facts, self.known));
        for class in all {
            edges.push(self.number(Node::Touch(&class.name)));
            let around = |method: &&class_summary::MethodFacts| junit::is_around_tests(class, method, self.known);
            let around: Vec<_> = class.methods.iter().filter(around).collect();
            for method in around {
                edges.push(self.number(Node::Call(&class.name, &method.name, &method.descriptor)));
            }
        }
        edges
    }

    fn touch(&mut self, at: usize, class: &'a str) -> Vec<usize> {
        let Some(facts) = self.known.get(class).copied() else {
            self.starts[at] |= starts_thread(class, "<init>");
            return Vec::new();
        };
        self.enters[at].push(&facts.name);
        let mut edges = Vec::new();
        // Static methods, `main` of another class among them, run only if they are called; tests, if they are asked for.
        // Nobody calls back an object of a test class that inherits nothing.
        let is_test_class = junit::has_tests(facts, self.known);
        let plain = facts.super_class.as_deref() == Some("java/lang/Object") && facts.interfaces.is_empty();
        let quiet = |method: &class_summary::MethodFacts| {
            is_test_class && !method.name.starts_with('<') && (plain || junit::is_test(facts, method, self.known))
        };
        let may_run =
            |method: &&class_summary::MethodFacts| (!method.is_static || method.name == "<clinit>") && !quiet(method);
        let running: Vec<_> = facts.methods.iter().filter(may_run).collect();
        for method in running {
            edges.push(self.number(Node::Call(&facts.name, &method.name, &method.descriptor)));
        }
        for parent in facts.super_class.iter().chain(&facts.interfaces) {
            if self.known.contains_key(parent.as_str()) {
                edges.push(self.number(Node::Touch(parent)));
            }
        }
        edges
    }
}

/// The target that is an object of a class: `shop.Till#new`.
pub fn object_target(class: &str) -> String {
    format!("{class}#{}", dropwire_check::OBJECT)
}

/// Classes whose authors say that threads may share their objects. A test's are made by its tests.
fn shared_objects<'a>(known: &'a Classes<'a>, own: &dyn Fn(&str) -> bool) -> Vec<&'a ClassFacts> {
    let mut all: Vec<&ClassFacts> = known.values().copied().collect();
    all.retain(|class| class.is_shared && !class.is_abstract && own(&class.name) && !junit::has_tests(class, known));
    all
}

/// The methods that a target names, and their class.
fn of_methods<'a>(target: &str, known: &'a Classes<'a>) -> Vec<Node<'a>> {
    let Some((class, method)) = target.split_once('#') else {
        return Vec::new();
    };
    // Several, of a sequence of calls.
    let name = |call: &'_ str| match call.starts_with("new(") {
        true => "<init>".to_owned(),
        false => call.split(['(', '[']).next().unwrap_or(call).to_owned(),
    };
    let names: Vec<String> = method.split('#').map(name).collect();
    let Some(class) = known.get(class.replace('.', "/").as_str()).copied() else {
        return Vec::new();
    };
    let named = class.methods.iter().filter(|method| names.contains(&method.name));
    let calls = named.map(|method| Node::Call(&class.name, &method.name, &method.descriptor));
    calls.chain([Node::Touch(&class.name)]).collect()
}

fn main_node(class: &ClassFacts) -> Node<'_> {
    let descriptor = class.main().map_or(class_summary::MAIN.1, |main| &main.descriptor);
    Node::Call(&class.name, class_summary::MAIN.0, descriptor)
}

fn test_node<'a>(test: &Test<'a>) -> Node<'a> {
    Node::Test(&test.class.name, &test.method.name, &test.method.descriptor)
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
