//! A program's two readings: Java source, and code for the model. Both are made in one pass, so that every operation of
//! the model knows the line that does it in Java.

use std::fmt::Write;

use super::program::{Atomic, BoxPlace, Handed, Lock, Place, Program, Stmt};

/// What is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A constant.
    Const(i8),
    /// The local variable `r`.
    Local,
    /// What was loaded last, plus one.
    LoadedPlusOne,
}

/// An operation of the model; at most one access to what threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Loads into a register of its own.
    Load(Place),
    /// Stores.
    Store(Place, Value),
    /// Loads into `o`, unless it is null.
    LoadBox(BoxPlace),
    /// Stores `o`.
    StoreBox(BoxPlace),
    /// Makes a box, not yet in `o`.
    Alloc,
    /// Sets `f` of the new box.
    Fill(i8),
    /// Stores the new box in `shared`.
    Leak,
    /// The new box is in `o`.
    Take,
    /// Enters a monitor and remembers which.
    Enter(Lock, u8),
    /// Leaves the monitor that was remembered.
    Exit(u8),
    /// `wait`.
    Wait(Lock),
    /// `notify`.
    Notify(Lock),
    /// `notifyAll`.
    NotifyAll(Lock),
    /// `r = c`.
    SetLocal(i8),
    /// `r =` what was loaded last.
    KeepLoaded,
    /// Jumps unless the value loaded last is this one.
    UnlessLoaded(i8, u16),
    /// Jumps unless `r` is this.
    UnlessLocal(i8, u16),
    /// Jumps.
    Jump(u16),
    /// On the `AtomicInteger`.
    Atomic(Atomic),
    /// `rl.lock()`.
    Lock,
    /// `rl.unlock()`.
    Unlock,
    /// `rc.awaitUninterruptibly()`.
    Await,
    /// `rc.signal()`; with `true` `signalAll()`.
    Signal(bool),
    /// Throws a `RuntimeException`.
    Throw,
    /// Throws an `AssertionError` if the value loaded last is this one.
    Assert(i8),
    /// Catches a `RuntimeException` and sets `r` to 8; anything else flies on.
    Catch,
    /// The exception flies on.
    Rethrow,
    /// `interrupt()` of a thread.
    Interrupt(u8),
    /// `r = Thread.interrupted() ? 1 : 0`.
    Interrupted,
    /// `join()` of a thread.
    Join(u8),
    /// `join(1_000_000)` of a thread.
    JoinFor(u8),
    /// `r =` whether a thread is alive.
    IsAlive(u8),
    /// `r =` whether a thread is interrupted.
    IsInterrupted(u8),
    /// Starts a thread.
    Start(u8),
    /// The initialisation check of a lazy class; the number is the start of its initialiser.
    Init(u8),
    /// The end of its initialiser.
    InitDone(u8),
    /// `xN = r`.
    Result(u8),
    /// `main` prints.
    Print,
    /// `System.exit(0)`.
    Halt,
    /// The end of a thread.
    End,
}

/// An operation, its line in Java, and where an exception continues.
#[derive(Clone, Copy, Debug)]
pub struct Instr {
    /// What.
    pub op: Op,
    /// 1-based.
    pub line: u16,
    /// The handler; `None` ends the thread.
    pub handler: Option<u16>,
}

/// Both readings.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The Java source.
    pub java: String,
    /// The code of all threads and initialisers.
    pub code: Vec<Instr>,
    /// Where each thread starts; the last is `main`.
    pub starts: Vec<u16>,
    /// Where the initialisers of the lazy classes start.
    pub lazy: [u16; 2],
}

struct Emitter {
    java: String,
    line: u16,
    code: Vec<Instr>,
    slots: u8,
    loops: u32,
    indent: usize,
    /// `pause();` after each statement, for runs on the real machine.
    pauses: bool,
}

/// Writes a program. `pauses`: with random delays between statements, for the real machine; the lines differ then.
pub fn emit(program: &Program, pauses: bool) -> Emitted {
    let mut e = Emitter {
        java: String::new(),
        line: 1,
        code: Vec::new(),
        slots: 0,
        loops: 0,
        indent: 0,
        pauses,
    };
    let main = program.bodies.len() - 1;
    e.head(program, main);
    let lazy = [0, 1].map(|k| e.lazy(program, k));
    let mut starts = Vec::new();
    for (index, body) in program.bodies.iter().enumerate() {
        starts.push(e.thread(program, index, body, index == main));
    }
    e.main(program, main);
    e.indent = 0;
    e.text("}");
    Emitted {
        java: e.java,
        code: e.code,
        starts,
        lazy,
    }
}

impl Emitter {
    fn text(&mut self, text: &str) {
        let _ = writeln!(self.java, "{:indent$}{text}", "", indent = self.indent * 4);
        self.line += 1;
    }

    fn op(&mut self, op: Op) -> usize {
        self.op_at(op, self.line)
    }

    fn op_at(&mut self, op: Op, line: u16) -> usize {
        // Whoever guards it sets its handler later.
        self.code.push(Instr {
            op,
            line,
            handler: None,
        });
        self.code.len() - 1
    }

    fn here(&self) -> u16 {
        self.code.len() as u16
    }

    fn patch(&mut self, at: usize, target: u16) {
        self.code[at].op = match self.code[at].op {
            Op::UnlessLoaded(c, _) => Op::UnlessLoaded(c, target),
            Op::UnlessLocal(c, _) => Op::UnlessLocal(c, target),
            Op::Jump(_) => Op::Jump(target),
            other => other,
        };
    }

    fn head(&mut self, program: &Program, main: usize) {
        self.text("import java.util.concurrent.atomic.AtomicInteger;");
        self.text("import java.util.concurrent.locks.*;");
        self.text("");
        let name = &program.name;
        self.text(&format!("public class {name} {{"));
        self.indent = 1;
        self.text("static int a, b;");
        self.text("static volatile int v;");
        self.text("static final int[] arr = new int[2];");
        self.text("static Box shared;");
        self.text("static volatile Box gate;");
        self.text("static final Box[] slots = new Box[2];");
        self.text("static final Object L0 = new Object(), L1 = new Object();");
        self.text("static final AtomicInteger at = new AtomicInteger();");
        if program.uses_locks_of_the_library() {
            self.text("static final ReentrantLock rl = new ReentrantLock();");
            self.text("static final Condition rc = rl.newCondition();");
        }
        let threads: Vec<String> = (0..main).map(|i| format!("t{i}")).collect();
        self.text(&format!("static Thread {};", threads.join(", ")));
        if program.prints_locals {
            let locals: Vec<String> = (0..=main).map(|i| format!("x{i}")).collect();
            self.text(&format!("static int {};", locals.join(", ")));
        }
        if self.pauses {
            self.text("static void pause() { Stress.pause(); }");
        }
        self.text("static class Box {");
        self.text("    int f; volatile int w; Box next;");
        self.text("    Box(int c) { f = c; }");
        self.text("    Box(int c, int d) {");
        self.text("        shared = this;");
        self.text("        f = c;");
        self.text("    }");
        self.text("    synchronized void inc() { f++; }");
        self.text("}");
    }

    /// Line of the box's members, counted from the class's end: `f = c` of the first constructor, and so on.
    fn box_lines(&self) -> BoxLines {
        // The head is always there; its lines are found, not counted.
        let find = |text: &str| {
            let at = self.java.lines().position(|line| line.trim() == text);
            at.map_or(0, |line| line as u16 + 1)
        };
        BoxLines {
            plain: find("Box(int c) { f = c; }"),
            leak: find("shared = this;"),
            fill: find("f = c;"),
            inc: find("synchronized void inc() { f++; }"),
        }
    }

    fn lazy(&mut self, program: &Program, k: u8) -> u16 {
        if !program.uses_lazy(k) {
            return 0;
        }
        self.text(&format!("static class Z{k} {{"));
        self.text("    static int x;");
        self.text("    static {");
        let start = self.here();
        self.indent = 3;
        // Always something, so that javac makes an initialiser.
        self.statement(&Stmt::Set(Place::Lazy(k), 1));
        for stmt in &program.lazy[k as usize] {
            self.statement(stmt);
        }
        self.op(Op::InitDone(k));
        self.indent = 1;
        self.text("    }");
        self.text("}");
        start
    }

    fn thread(&mut self, program: &Program, index: usize, body: &[Stmt], is_main: bool) -> u16 {
        let start = self.here();
        if is_main {
            for other in 0..index {
                self.op(Op::Start(other as u8));
            }
        }
        self.text(&format!("static void run{index}(Box o) {{"));
        self.indent = 2;
        self.text("int r = 0;");
        for stmt in body {
            self.statement(stmt);
        }
        if program.prints_locals {
            self.op(Op::Result(index as u8));
            self.text(&format!("x{index} = r;"));
        }
        self.indent = 1;
        self.text("}");
        if is_main {
            for other in program.joined() {
                self.op(Op::Join(other as u8));
            }
            if !program.joins_all() {
                self.op(Op::Load(Place::Volatile));
            }
            self.op(Op::Print);
        }
        self.op(Op::End);
        start
    }

    fn main(&mut self, program: &Program, main: usize) {
        self.text("public static void main(String[] args) throws Exception {");
        self.indent = 2;
        let mut handed = vec!["null".to_owned(); main + 1];
        match program.handed {
            Handed::Nothing => {}
            Handed::One => {
                self.text("Box h0 = new Box(0);");
                handed.fill("h0".into());
            }
            Handed::Each => {
                for (index, name) in handed.iter_mut().enumerate() {
                    *name = format!("h{index}");
                    self.text(&format!("Box {name} = new Box({index});"));
                }
            }
        }
        if program.shared_from_start {
            let first = if program.handed == Handed::Nothing {
                "new Box(0)"
            } else {
                "h0"
            };
            self.text(&format!("shared = {first};"));
        }
        for (index, handed) in handed.iter().enumerate().take(main) {
            if program.subclasses {
                self.text(&format!(
                    "t{index} = new Thread() {{ public void run() {{ run{index}({handed}); }} }};"
                ));
            } else {
                self.text(&format!("t{index} = new Thread(() -> run{index}({handed}));"));
            }
        }
        for index in (0..main).filter(|index| program.is_daemon(*index)) {
            self.text(&format!("t{index}.setDaemon(true);"));
        }
        for index in 0..main {
            self.text(&format!("t{index}.start();"));
        }
        self.text(&format!("run{main}({});", handed[main]));
        for index in program.joined() {
            self.text(&format!("t{index}.join();"));
        }
        // Bytes, because text would cost more than all the rest.
        let shown = shown_in_the_end(program, main);
        let bytes: Vec<String> = shown.iter().map(|value| format!("(byte) ('0' + {value})")).collect();
        self.text(&format!("byte[] end = {{{}, '\\n'}};", bytes.join(", ")));
        self.text("System.out.write(end, 0, end.length);");
        self.indent = 1;
        self.text("}");
    }

    fn init(&mut self, place: Place) {
        if let Place::Lazy(k) = place {
            self.op(Op::Init(k));
        }
    }

    fn load(&mut self, place: Place) {
        self.init(place);
        self.op(Op::Load(place));
    }

    fn statement(&mut self, stmt: &Stmt) {
        self.statement_itself(stmt);
        if self.pauses {
            self.text("pause();");
        }
    }

    fn statement_itself(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Set(place, c) => {
                self.init(*place);
                self.op(Op::Store(*place, Value::Const(*c)));
                self.text(&format!("{} = {c};", java(*place)));
            }
            Stmt::Add(place) => {
                self.load(*place);
                self.op(Op::Store(*place, Value::LoadedPlusOne));
                self.text(&format!("{}++;", java(*place)));
            }
            Stmt::Load(place) => {
                self.load(*place);
                self.op(Op::KeepLoaded);
                self.text(&format!("r = {};", java(*place)));
            }
            Stmt::Store(place) => {
                self.init(*place);
                self.op(Op::Store(*place, Value::Local));
                self.text(&format!("{} = r;", java(*place)));
            }
            Stmt::New(c, leaks) => self.new_box(*c, *leaks),
            Stmt::LoadBox(place) => {
                self.op(Op::LoadBox(*place));
                self.text(&format!("{{ Box q = {}; if (q != null) o = q; }}", java_box(*place)));
            }
            Stmt::StoreBox(place) => {
                self.op(Op::StoreBox(*place));
                self.text(&format!("{} = o;", java_box(*place)));
            }
            Stmt::Sync(lock, body) => self.synchronized(*lock, body),
            Stmt::Inc => self.inc(),
            Stmt::Wait(lock, test, again) => self.wait(*lock, *test, *again),
            Stmt::Notify(lock) => {
                self.op(Op::Notify(*lock));
                self.text(&format!("{}.notify();", java_lock(*lock)));
            }
            Stmt::NotifyAll(lock) => {
                self.op(Op::NotifyAll(*lock));
                self.text(&format!("{}.notifyAll();", java_lock(*lock)));
            }
            Stmt::If(place, c, body) => {
                self.load(*place);
                let test = self.op(Op::UnlessLoaded(*c, 0));
                self.text(&format!("if ({} == {c}) {{", java(*place)));
                self.body(body);
                self.text("}");
                self.patch(test, self.here());
            }
            Stmt::IfLocal(c, body) => {
                let test = self.op(Op::UnlessLocal(*c, 0));
                self.text(&format!("if (r == {c}) {{"));
                self.body(body);
                self.text("}");
                self.patch(test, self.here());
            }
            Stmt::Repeat(times, body) => self.repeat(*times, body),
            Stmt::Atomic(atomic) => {
                self.op(Op::Atomic(*atomic));
                let text = match atomic {
                    Atomic::Increment => "at.incrementAndGet();".into(),
                    Atomic::Get => "r = at.get();".into(),
                    Atomic::Set(c) => format!("at.set({c});"),
                    Atomic::CompareAndSet(c, d) => format!("r = at.compareAndSet({c}, {d}) ? 1 : 0;"),
                };
                self.text(&text);
            }
            Stmt::Reentrant(body) => self.reentrant(body),
            Stmt::Await(place, c) => {
                let start = self.here();
                self.load(*place);
                let test = self.op(Op::UnlessLoaded(*c, 0));
                self.op(Op::Await);
                self.op(Op::Jump(start));
                self.patch(test, self.here());
                self.text(&format!("while ({} == {c}) rc.awaitUninterruptibly();", java(*place)));
            }
            Stmt::Signal => {
                self.op(Op::Signal(false));
                self.text("rc.signal();");
            }
            Stmt::SignalAll => {
                self.op(Op::Signal(true));
                self.text("rc.signalAll();");
            }
            Stmt::Throw => {
                self.op(Op::Throw);
                self.text("if (L0 != null) throw new RuntimeException();");
            }
            Stmt::Try(body) => self.catching(body),
            Stmt::Assert(place, c) => {
                self.load(*place);
                self.op(Op::Assert(*c));
                self.text(&format!("assert {} != {c};", java(*place)));
            }
            Stmt::Interrupt(k) => {
                self.op(Op::Interrupt(*k));
                self.text(&format!("t{k}.interrupt();"));
            }
            Stmt::Interrupted => {
                self.op(Op::Interrupted);
                self.text("r = Thread.interrupted() ? 1 : 0;");
            }
            Stmt::Join(k) => {
                self.op(Op::Join(*k));
                self.text(&format!(
                    "try {{ t{k}.join(); }} catch (InterruptedException e) {{ r = 7; }}"
                ));
            }
            Stmt::Yield => self.text("Thread.yield();"),
            Stmt::Exit => {
                self.op(Op::Halt);
                self.text("System.exit(0);");
            }
            Stmt::IsAlive(k) => {
                self.op(Op::IsAlive(*k));
                self.text(&format!("r = t{k}.isAlive() ? 1 : 0;"));
            }
            Stmt::IsInterrupted(k) => {
                self.op(Op::IsInterrupted(*k));
                self.text(&format!("r = t{k}.isInterrupted() ? 1 : 0;"));
            }
            Stmt::JoinFor(k) => {
                self.op(Op::JoinFor(*k));
                self.text(&format!(
                    "try {{ t{k}.join(1_000_000); }} catch (InterruptedException e) {{ r = 7; }}"
                ));
            }
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        self.indent += 1;
        for stmt in body {
            self.statement(stmt);
        }
        self.indent -= 1;
    }

    fn new_box(&mut self, c: i8, leaks: bool) {
        let lines = self.box_lines();
        self.op(Op::Alloc);
        if leaks {
            self.op_at(Op::Leak, lines.leak);
            self.op_at(Op::Fill(c), lines.fill);
            self.op(Op::Take);
            self.text(&format!("o = new Box({c}, 0);"));
        } else {
            self.op_at(Op::Fill(c), lines.plain);
            self.op(Op::Take);
            self.text(&format!("o = new Box({c});"));
        }
    }

    /// Code whose exceptions go to a handler that follows it. `enter` opens it, `leave` ends it both ways.
    fn guarded(&mut self, inside: impl FnOnce(&mut Emitter), leave: Op) {
        let first = self.code.len();
        inside(self);
        let end = self.code.len();
        self.op(leave);
        let over = self.op(Op::Jump(0));
        let handler = self.here();
        self.op(leave);
        self.op(Op::Rethrow);
        for instr in &mut self.code[first..end] {
            instr.handler.get_or_insert(handler);
        }
        self.patch(over, self.here());
    }

    fn synchronized(&mut self, lock: Lock, body: &[Stmt]) {
        let slot = self.slots;
        self.slots += 1;
        self.op(Op::Enter(lock, slot));
        self.text(&format!("synchronized ({}) {{", java_lock(lock)));
        self.guarded(|e| e.body(body), Op::Exit(slot));
        self.text("}");
        self.slots -= 1;
    }

    fn reentrant(&mut self, body: &[Stmt]) {
        self.op(Op::Lock);
        self.text("rl.lock();");
        self.text("try {");
        self.guarded(|e| e.body(body), Op::Unlock);
        self.text("} finally { rl.unlock(); }");
    }

    fn inc(&mut self) {
        let (slot, lines) = (self.slots, self.box_lines());
        self.op(Op::Enter(Lock::Own, slot));
        self.op_at(Op::Load(Place::Field), lines.inc);
        self.op_at(Op::Store(Place::Field, Value::LoadedPlusOne), lines.inc);
        self.op(Op::Exit(slot));
        self.text("o.inc();");
    }

    fn wait(&mut self, lock: Lock, test: Option<(Place, i8)>, again: bool) {
        let start = self.here();
        let mut text = format!(
            "try {{ {}.wait(); }} catch (InterruptedException e) {{ r = 7; }}",
            java_lock(lock)
        );
        let Some((place, c)) = test else {
            self.op(Op::Wait(lock));
            self.text(&text);
            return;
        };
        self.load(place);
        let test = self.op(Op::UnlessLoaded(c, 0));
        self.op(Op::Wait(lock));
        if again {
            self.op(Op::Jump(start));
        }
        self.patch(test, self.here());
        text.insert_str(
            0,
            &format!("{} ({} == {c}) ", if again { "while" } else { "if" }, java(place)),
        );
        self.text(&text);
    }

    /// The loop is unrolled in the model: its lines are those of the one loop in Java.
    fn repeat(&mut self, times: u8, body: &[Stmt]) {
        let name = format!("i{}", self.loops);
        self.loops += 1;
        self.text(&format!("for (int {name} = 0; {name} < {times}; {name}++) {{"));
        let (java, line, loops) = (self.java.len(), self.line, self.loops);
        for _ in 0..times {
            self.java.truncate(java);
            (self.line, self.loops) = (line, loops);
            self.body(body);
        }
        self.text("}");
    }

    fn catching(&mut self, body: &[Stmt]) {
        self.text("try {");
        let first = self.code.len();
        self.body(body);
        let end = self.code.len();
        let over = self.op(Op::Jump(0));
        let handler = self.here();
        self.op(Op::Catch);
        for instr in &mut self.code[first..end] {
            instr.handler.get_or_insert(handler);
        }
        self.patch(over, self.here());
        self.text("} catch (RuntimeException e) { r = 8; }");
    }
}

/// What `main` prints in the end. While other threads run, that is what they do not access, and one volatile.
fn shown_in_the_end(program: &Program, main: usize) -> Vec<String> {
    if !program.joins_all() {
        let own = program.prints_locals.then(|| format!("x{main}"));
        return ["v".to_owned()].into_iter().chain(own).collect();
    }
    let mut shown: Vec<String> = ["a", "b", "v", "arr[0]", "arr[1]", "at.get()"].map(String::from).into();
    for reference in ["shared", "gate", "slots[0]"] {
        shown.push(format!("({reference} == null ? -1 : {reference}.f)"));
        shown.push(format!("({reference} == null ? -1 : {reference}.w)"));
    }
    if program.prints_locals {
        shown.extend((0..=main).map(|index| format!("x{index}")));
    }
    shown
}

struct BoxLines {
    plain: u16,
    leak: u16,
    fill: u16,
    inc: u16,
}

fn java(place: Place) -> &'static str {
    match place {
        Place::Plain(0) => "a",
        Place::Plain(_) => "b",
        Place::Volatile => "v",
        Place::Element(0) => "arr[0]",
        Place::Element(_) => "arr[1]",
        Place::Field => "o.f",
        Place::VolatileField => "o.w",
        Place::Lazy(0) => "Z0.x",
        Place::Lazy(_) => "Z1.x",
    }
}

fn java_box(place: BoxPlace) -> &'static str {
    match place {
        BoxPlace::Shared => "shared",
        BoxPlace::Gate => "gate",
        BoxPlace::Slot(0) => "slots[0]",
        BoxPlace::Slot(_) => "slots[1]",
        BoxPlace::Next => "o.next",
    }
}

fn java_lock(lock: Lock) -> &'static str {
    match lock {
        Lock::Static(0) => "L0",
        Lock::Static(_) => "L1",
        Lock::Own => "o",
    }
}
