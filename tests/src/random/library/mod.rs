//! Programs about the library: two or three threads, a few calls each of a few shared objects out of a table.
//!
//! Where a table's text has a name behind a `$`, something drawn is in the program: `$c` a number, `$k` a key, `$r` a
//! read of a shared field, `$x` a statement about one, `$T` a thread. `$body` is a block.

mod kinds;
mod machine;
mod table;

use std::marker::PhantomData;

use super::rng::Rng;
use super::statistics::Expected;
use super::subject::{Modelled, Nature, Subject};
pub use table::{Kind, Library, Machine, Table};

/// A program about `java.util.concurrent`.
pub type Program = Drawn<Library>;
/// A program about what the machine itself does: copies, views, loaders, handlers, groups, time.
pub type MachineProgram = Drawn<Machine>;

/// A statement, as Java.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The row of the table that it is about; its declarations must be there.
    kind: usize,
    /// One line; a block begins where it has `$body`.
    text: String,
    /// What is in the block.
    body: Vec<Stmt>,
}

/// A program that was drawn from a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn<T> {
    table: PhantomData<T>,
    name: String,
    /// What the threads do.
    bodies: Vec<Vec<Stmt>>,
    /// The last thread is `main`, between starting and joining the others.
    main_is_one: bool,
    /// The declarations of the kinds that were drawn.
    declared: Vec<(usize, Vec<String>)>,
    /// `main` prints what the objects are like in the end.
    prints_objects: bool,
}

/// Calls whose end depends on a clock: the real machine may let any of them end first.
const TIMED: &[&str] = &["timer.", "sched.", ".wait(1", ".join(1", "parkNanos", "MILLISECONDS"];

struct Maker {
    rng: Rng,
    table: &'static [Kind],
    kinds: Vec<usize>,
    threads: u32,
    depth: u32,
    filled: u32,
    /// Of a hundred accesses to shared fields so many are to plain ones.
    plain: u32,
    /// Of a hundred statements so many are about fields and monitors.
    shared: u32,
}

impl<T: Table> Drawn<T> {
    fn draw(seed: u64) -> Drawn<T> {
        let mut rng = Rng::new(seed ^ T::SALT);
        let threads = if rng.percent(65) { 2 } else { 3 };
        let some = 1 + rng.below(2) as usize;
        let mut kinds = vec![0];
        while kinds.len() <= some {
            let total: u32 = T::KINDS.iter().map(|kind| kind.weight).sum();
            let mut at = rng.below(total);
            let drawn = T::KINDS.iter().position(|kind| {
                let here = at < kind.weight;
                at = at.saturating_sub(kind.weight);
                here
            });
            kinds.extend(drawn.filter(|kind| !kinds.contains(kind)));
        }
        let plain = rng.pick(&[0, 30, 70]);
        let mut maker = Maker {
            rng,
            table: T::KINDS,
            kinds,
            threads,
            depth: 0,
            filled: 0,
            plain,
            shared: 25,
        };
        let declared = maker
            .kinds
            .clone()
            .into_iter()
            .map(|kind| {
                (
                    kind,
                    T::KINDS[kind].declares.iter().map(|line| maker.fill(line)).collect(),
                )
            })
            .collect();
        let mut bodies: Vec<Vec<Stmt>> = (0..threads)
            .map(|_| {
                let most = if threads == 2 { 3 } else { 2 };
                let length = 2 + maker.rng.below(most);
                (0..length).map(|_| maker.statement()).collect()
            })
            .collect();
        let (main_is_one, prints_objects) = (maker.rng.percent(30), maker.rng.percent(50));
        // Few calls of the library alone: most of their orders differ in what they answer.
        if maker.rng.percent(30) {
            maker.shared = 0;
            bodies = (0..threads)
                .map(|thread| {
                    let more = maker.rng.below(2);
                    let length = match thread {
                        0 => 2 + more,
                        1 => 1 + more,
                        _ => 1,
                    };
                    (0..length).map(|_| maker.statement()).collect()
                })
                .collect();
        }
        // One thread holds a lock throughout: calls of the library without that lock come in between all the same.
        if maker.rng.percent(20) {
            let body = std::mem::take(&mut bodies[0]);
            bodies[0].push(Stmt {
                kind: 0,
                text: "synchronized (L) { $body }".to_owned(),
                body,
            });
        }
        // One thread interrupts another: any call may be the one that is interrupted, or is not any more.
        if maker.rng.percent(15) {
            let text = maker.fill("$T.interrupt();");
            let body = &mut bodies[maker.rng.below(threads) as usize];
            let at = maker.rng.below(body.len() as u32 + 1) as usize;
            let interrupt = Stmt {
                kind: 0,
                text,
                body: Vec::new(),
            };
            body.insert(at, interrupt);
        }
        Drawn {
            table: PhantomData,
            name: format!("{}{seed}", T::PREFIX),
            bodies,
            main_is_one,
            declared,
            prints_objects,
        }
    }

    fn uses(&self, kind: usize) -> bool {
        fn any(body: &[Stmt], kind: usize) -> bool {
            body.iter().any(|s| s.kind == kind || any(&s.body, kind))
        }
        self.bodies.iter().any(|body| any(body, kind))
    }

    fn used(&self) -> impl Iterator<Item = (&'static Kind, &Vec<String>)> {
        let used = self.declared.iter().filter(|(kind, _)| *kind == 0 || self.uses(*kind));
        used.map(|(kind, lines)| (&T::KINDS[*kind], lines))
    }

    fn emit(&self, pauses: bool) -> String {
        let mut java = Java {
            text: String::new(),
            name: self.name.clone(),
            indent: 0,
            pauses,
        };
        for package in T::PACKAGES {
            java.line(&format!("import {package}.*;"));
        }
        java.line("");
        java.line(&format!("public class {} {{", self.name));
        java.indent = 1;
        for (_, lines) in self.used() {
            lines.iter().for_each(|line| java.line(line));
        }
        for thread in 0..self.bodies.len() {
            java.line(&format!("static Thread T{thread};"));
            java.line(&format!("static String out{thread};"));
        }
        for (thread, body) in self.bodies.iter().enumerate() {
            java.line("");
            java.line(&format!("static void run{thread}() {{"));
            java.indent = 2;
            java.line("String s = \"\";");
            java.line("try {");
            java.indent = 3;
            java.body(body);
            java.indent = 2;
            java.line("} catch (RuntimeException e) {");
            java.line("    throw e;");
            java.line("} catch (Exception e) {");
            java.line("    s += e.getClass().getSimpleName();");
            java.line("}");
            java.line(&format!("out{thread} = s;"));
            java.indent = 1;
            java.line("}");
        }
        java.line("");
        java.line("public static void main(String[] args) throws Exception {");
        java.indent = 2;
        let started = self.bodies.len() - usize::from(self.main_is_one);
        for thread in 0..self.bodies.len() {
            if thread < started {
                java.line(&format!("T{thread} = new Thread({}::run{thread});", self.name));
            } else {
                java.line(&format!("T{thread} = Thread.currentThread();"));
            }
        }
        for thread in 0..started {
            java.line(&format!("T{thread}.start();"));
        }
        if self.main_is_one {
            java.line(&format!("run{started}();"));
            java.line("Thread.interrupted();");
        }
        for thread in 0..started {
            java.line(&format!("T{thread}.join();"));
        }
        for (kind, _) in self.used() {
            if !kind.shut.is_empty() {
                java.line(kind.shut);
            }
        }
        let mut printed: Vec<String> = (0..self.bodies.len()).map(|thread| format!("out{thread}")).collect();
        if self.prints_objects {
            printed.extend(
                self.used()
                    .flat_map(|(kind, _)| kind.shown)
                    .map(|shown| (*shown).to_owned()),
            );
        }
        java.line(&format!(
            "System.out.println(\"<\" + {} + \">\");",
            printed.join(" + \" \" + ")
        ));
        java.indent = 1;
        java.line("}");
        java.indent = 0;
        java.line("}");
        java.text
    }
}

struct Java {
    text: String,
    /// Of the program's class, for `$This`.
    name: String,
    indent: usize,
    pauses: bool,
}

impl Java {
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text += &"    ".repeat(self.indent);
        }
        self.text += &line.replace("$This", &self.name);
        self.text += "\n";
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            if self.pauses {
                self.line("Stress.pause();");
            }
            if let Some((before, after)) = stmt.text.split_once("$body") {
                self.line(before.trim_end());
                self.indent += 1;
                self.body(&stmt.body);
                self.indent -= 1;
                self.line(after.trim_start());
            } else {
                self.line(&stmt.text);
            }
        }
    }
}

impl Maker {
    fn statement(&mut self) -> Stmt {
        let kind = if self.rng.percent(self.shared) {
            0
        } else {
            self.kinds[1 + self.rng.below(self.kinds.len() as u32 - 1) as usize]
        };
        let calls = self.table[kind].calls;
        loop {
            let call = self.rng.pick(calls);
            let has_block = call.contains("$body");
            if has_block && self.depth > 0 {
                continue;
            }
            let mut text = self.fill(call);
            // A value is kept or dropped; a read is only done to keep its value.
            if let Some(value) = text.strip_prefix('=') {
                text = if self.rng.percent(75) {
                    format!("s += {value} + \" \";")
                } else {
                    format!("{value};")
                };
            } else if let Some(value) = text.strip_prefix('?') {
                text = format!("s += {value} + \" \";");
            }
            let body = if has_block { self.block() } else { Vec::new() };
            return Stmt { kind, text, body };
        }
    }

    fn block(&mut self) -> Vec<Stmt> {
        self.depth += 1;
        let length = 1 + self.rng.below(2);
        let body = (0..length).map(|_| self.statement()).collect();
        self.depth -= 1;
        body
    }

    /// Puts something drawn for each name behind a `$`.
    fn fill(&mut self, text: &str) -> String {
        self.filled += 1;
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            filled += before;
            // The names that somebody else replaces.
            if after.starts_with("body") || after.starts_with("This") {
                filled += "$";
                rest = after;
                continue;
            }
            filled += &match after.chars().next() {
                Some('c') => (1 + self.rng.below(3)).to_string(),
                Some('k') => self.rng.below(2).to_string(),
                Some('r') => self.read().to_owned(),
                Some('x') => self.access(),
                Some('n') => self.filled.to_string(),
                Some('T') => format!("T{}", self.rng.below(self.threads)),
                other => unreachable!("`{text}` has ${other:?}"),
            };
            rest = &after[1..];
        }
        filled + rest
    }

    fn field(&mut self) -> &'static str {
        if self.rng.percent(self.plain) {
            self.rng.pick(&["a", "b"])
        } else {
            self.rng.pick(&["v", "w"])
        }
    }

    fn read(&mut self) -> &'static str {
        if self.rng.percent(15) { "at.get()" } else { self.field() }
    }

    fn access(&mut self) -> String {
        let field = self.field();
        match self.rng.below(10) {
            0..=3 => format!("{field} = {};", 1 + self.rng.below(3)),
            4 | 5 => format!("{field}++;"),
            6 | 7 => format!("{field} = {} + 1;", self.read()),
            8 => "at.incrementAndGet();".to_owned(),
            _ => format!("synchronized (L) {{ {field} = {}; }}", self.read()),
        }
    }
}

/// A body with one statement less, or one statement replaced by what is in it.
fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        let mut without = body.to_vec();
        let stmt = without.remove(at);
        if !stmt.body.is_empty() {
            let mut opened = without.clone();
            opened.splice(at..at, stmt.body.iter().cloned());
            all.push(opened);
            for smaller in smaller_bodies(&stmt.body) {
                let mut changed = body.to_vec();
                changed[at].body = smaller;
                all.push(changed);
            }
        }
        all.push(without);
    }
    all
}

impl<T: Table> Subject for Drawn<T> {
    const MOST_TRANSITIONS: u64 = 60_000;
    const EXPECTED: Expected = T::EXPECTED;

    fn random(seed: u64) -> Drawn<T> {
        Drawn::draw(seed)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn rename(&mut self, name: String) {
        self.name = name;
    }

    fn java(&self, pauses: bool) -> String {
        self.emit(pauses)
    }

    fn size(&self) -> usize {
        self.emit(false).len()
    }

    fn smaller(&self) -> Vec<Drawn<T>> {
        let mut all = Vec::new();
        for thread in 0..self.bodies.len() {
            for body in smaller_bodies(&self.bodies[thread]) {
                let mut changed = self.clone();
                changed.bodies[thread] = body;
                all.push(changed);
            }
        }
        if self.prints_objects {
            all.push(Drawn {
                prints_objects: false,
                ..self.clone()
            });
        }
        // Nobody speaks of the last thread.
        let last = self.bodies.len() - 1;
        if last > 1
            && self.bodies[last].is_empty()
            && !self.main_is_one
            && !self.emit(false).contains(&format!("T{last}.i"))
        {
            let mut changed = self.clone();
            changed.bodies.pop();
            all.push(changed);
        }
        all
    }

    fn nature(&self) -> Nature {
        let java = self.emit(false);
        Nature {
            draw: Rng::new(dropwire_classes::content_hash(self.name.as_bytes())).word(),
            waits: [
                "wait()",
                "await",
                "acquire()",
                "take()",
                "put(",
                "join()",
                "get()",
                "park",
            ]
            .iter()
            .any(|call| self.bodies.iter().flatten().any(|s| s.text.contains(call)) && java.contains(call)),
            calls_the_library: true,
            is_about_the_library: true,
            takes_time: TIMED.iter().any(|call| java.contains(call)),
            // The daemons that there are do not matter: `main` waits for all others, and their ends are compared.
            has_daemons: false,
            exits: false,
            asks: [false; 3],
        }
    }

    fn model(&self, _: bool, _: usize) -> Modelled {
        Modelled::Nowhere
    }
}
