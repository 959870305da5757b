//! The programs: what they may consist of, and how one is drawn at random.

use super::rng::Rng;

/// An `int` that threads may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A plain static: `a`, `b`.
    Plain(u8),
    /// The volatile static `v`.
    Volatile,
    /// An element of the static array `arr`.
    Element(u8),
    /// The plain field `f` of the box in the local variable `o`, which may be null.
    Field,
    /// Its volatile field `w`.
    VolatileField,
    /// The static `x` of the class `Z0` or `Z1`, which a thread may have to initialise first.
    Lazy(u8),
}

/// A reference to a box that threads may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxPlace {
    /// The plain static `shared`.
    Shared,
    /// The volatile static `gate`.
    Gate,
    /// An element of the static array `slots`.
    Slot(u8),
    /// The field `next` of the box in `o`.
    Next,
}

/// What is locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// One of two static objects, `L0` and `L1`.
    Static(u8),
    /// The box in `o`.
    Own,
}

/// What is done with the `AtomicInteger`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atomic {
    /// `at.incrementAndGet()`.
    Increment,
    /// `r = at.get()`.
    Get,
    /// `at.set(c)`.
    Set(i8),
    /// `r = at.compareAndSet(c, d) ? 1 : 0`.
    CompareAndSet(i8, i8),
}

/// A statement. Each thread has the local variables `int r` and `Box o`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `place = c`.
    Set(Place, i8),
    /// `place++`.
    Add(Place),
    /// `r = place`.
    Load(Place),
    /// `place = r`.
    Store(Place),
    /// `o = new Box(c)`; with `true` the constructor publishes the box before it is done.
    New(i8, bool),
    /// `o = place`, unless that is null.
    LoadBox(BoxPlace),
    /// `place = o`.
    StoreBox(BoxPlace),
    /// `synchronized (lock) { … }`.
    Sync(Lock, Vec<Stmt>),
    /// `o.inc()`: a synchronized method.
    Inc,
    /// `while (place == c) lock.wait()`, or `if`, or no test; an interruption sets `r` to 7.
    Wait(Lock, Option<(Place, i8)>, bool),
    /// `lock.notify()`.
    Notify(Lock),
    /// `lock.notifyAll()`.
    NotifyAll(Lock),
    /// `if (place == c) { … }`.
    If(Place, i8, Vec<Stmt>),
    /// `if (r == c) { … }`.
    IfLocal(i8, Vec<Stmt>),
    /// `for (int i = 0; i < n; i++) { … }`.
    Repeat(u8, Vec<Stmt>),
    /// On the `AtomicInteger`.
    Atomic(Atomic),
    /// `rl.lock(); try { … } finally { rl.unlock(); }`.
    Reentrant(Vec<Stmt>),
    /// `while (place == c) rc.awaitUninterruptibly()`.
    Await(Place, i8),
    /// `rc.signal()`.
    Signal,
    /// `rc.signalAll()`.
    SignalAll,
    /// `throw new RuntimeException()`, behind a test that the compiler does not see through.
    Throw,
    /// `try { … } catch (RuntimeException e) { r = 8; }`.
    Try(Vec<Stmt>),
    /// `assert place != c`.
    Assert(Place, i8),
    /// `T.interrupt()`.
    Interrupt(u8),
    /// `r = Thread.interrupted() ? 1 : 0`.
    Interrupted,
    /// `T.join()`; an interruption sets `r` to 7.
    Join(u8),
    /// `Thread.yield()`.
    Yield,
    /// `System.exit(0)`.
    Exit,
    /// `r = T.isAlive() ? 1 : 0`.
    IsAlive(u8),
    /// `r = T.isInterrupted() ? 1 : 0`.
    IsInterrupted(u8),
    /// `T.join(1_000_000)`; an interruption sets `r` to 7.
    JoinFor(u8),
}

impl Stmt {
    /// The statements inside.
    pub fn body(&self) -> Option<&Vec<Stmt>> {
        match self {
            Stmt::Sync(_, body)
            | Stmt::If(_, _, body)
            | Stmt::IfLocal(_, body)
            | Stmt::Repeat(_, body)
            | Stmt::Reentrant(body)
            | Stmt::Try(body) => Some(body),
            Stmt::Set(..)
            | Stmt::Add(_)
            | Stmt::Load(_)
            | Stmt::Store(_)
            | Stmt::New(..)
            | Stmt::LoadBox(_)
            | Stmt::StoreBox(_)
            | Stmt::Inc
            | Stmt::Wait(..)
            | Stmt::Notify(_)
            | Stmt::NotifyAll(_)
            | Stmt::Atomic(_)
            | Stmt::Await(..)
            | Stmt::Signal
            | Stmt::SignalAll
            | Stmt::Throw
            | Stmt::Assert(..)
            | Stmt::Interrupt(_)
            | Stmt::Interrupted
            | Stmt::Join(_)
            | Stmt::Yield
            | Stmt::Exit
            | Stmt::IsAlive(_)
            | Stmt::IsInterrupted(_)
            | Stmt::JoinFor(_) => None,
        }
    }

    /// The statements inside, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Vec<Stmt>> {
        match self {
            Stmt::Sync(_, body)
            | Stmt::If(_, _, body)
            | Stmt::IfLocal(_, body)
            | Stmt::Repeat(_, body)
            | Stmt::Reentrant(body)
            | Stmt::Try(body) => Some(body),
            _ => None,
        }
    }

    /// Whether this statement or one inside is such.
    pub fn any(&self, is: &impl Fn(&Stmt) -> bool) -> bool {
        is(self) || self.body().is_some_and(|body| body.iter().any(|s| s.any(is)))
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its class.
    pub name: String,
    /// What the threads do; the last one is `main`, which starts the others first.
    pub bodies: Vec<Vec<Stmt>>,
    /// Class initialisers of `Z0` and `Z1`; they touch no boxes and no locks.
    pub lazy: [Vec<Stmt>; 2],
    /// The box that each thread is handed when it is made: none, one for all, one of its own.
    pub handed: Handed,
    /// The first box is in `shared` from the start.
    pub shared_from_start: bool,
    /// Each thread leaves its `r` in a static of its own at its end, which `main` prints.
    pub prints_locals: bool,
    /// Threads are anonymous subclasses, not lambdas.
    pub subclasses: bool,
    /// Which threads but `main` are daemons.
    pub daemons: Vec<bool>,
    /// `main` joins the threads that are no daemons in the end.
    pub joins: bool,
}

/// What threads are handed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handed {
    /// Nothing.
    Nothing,
    /// The same box, `main` included.
    One,
    /// A box each.
    Each,
}

impl Program {
    /// Whether some statement is such.
    pub fn any(&self, is: &impl Fn(&Stmt) -> bool) -> bool {
        self.bodies.iter().chain(&self.lazy).flatten().any(|s| s.any(is))
    }

    /// Whether it waits or notifies, on monitors or on the condition.
    pub fn waits(&self) -> bool {
        self.any(&|s| {
            matches!(
                s,
                Stmt::Wait(..)
                    | Stmt::Notify(_)
                    | Stmt::NotifyAll(_)
                    | Stmt::Await(..)
                    | Stmt::Signal
                    | Stmt::SignalAll
            )
        })
    }

    /// Whether it uses `ReentrantLock` or its condition, whose inner steps are many.
    pub fn uses_locks_of_the_library(&self) -> bool {
        self.any(&|s| matches!(s, Stmt::Reentrant(_) | Stmt::Await(..) | Stmt::Signal | Stmt::SignalAll))
    }

    /// Whether it uses the class `Zk`.
    pub fn uses_lazy(&self, k: u8) -> bool {
        let is = |p: &Place| *p == Place::Lazy(k);
        self.any(&|s| match s {
            Stmt::Set(p, _) | Stmt::Add(p) | Stmt::Load(p) | Stmt::Store(p) => is(p),
            Stmt::If(p, ..) | Stmt::Await(p, _) | Stmt::Assert(p, _) | Stmt::Wait(_, Some((p, _)), _) => is(p),
            _ => false,
        })
    }

    /// Whether a thread is a daemon.
    pub fn is_daemon(&self, thread: usize) -> bool {
        self.daemons.get(thread).is_some_and(|is| *is)
    }

    /// Whether some thread is a daemon.
    pub fn has_daemons(&self) -> bool {
        self.daemons.contains(&true)
    }

    /// Whether some thread calls `System.exit`.
    pub fn exits(&self) -> bool {
        self.any(&|s| matches!(s, Stmt::Exit))
    }

    /// Whether some thread asks whether another one is alive.
    pub fn asks_alive(&self) -> bool {
        self.any(&|s| matches!(s, Stmt::IsAlive(_)))
    }

    /// Whether some thread asks whether another one is interrupted.
    pub fn asks_interrupted(&self) -> bool {
        self.any(&|s| matches!(s, Stmt::IsInterrupted(_)))
    }

    /// Whether some thread joins another one for a limited time.
    pub fn joins_for_a_time(&self) -> bool {
        self.any(&|s| matches!(s, Stmt::JoinFor(_)))
    }

    /// The threads that `main` joins in the end.
    pub fn joined(&self) -> impl Iterator<Item = usize> + '_ {
        let others = 0..self.bodies.len() - 1;
        others.filter(|thread| self.joins && !self.is_daemon(*thread))
    }

    /// Whether `main` joins all other threads in the end: then it prints all that they leave.
    pub fn joins_all(&self) -> bool {
        self.joins && !self.has_daemons()
    }

    /// Draws the program of a seed.
    pub fn random(seed: u64) -> Program {
        let mut maker = Maker::new(seed);
        let threads = if maker.rng.percent(60) { 2 } else { 3 };
        let handed = maker
            .rng
            .pick(&[Handed::Nothing, Handed::One, Handed::One, Handed::Each]);
        maker.handed = handed != Handed::Nothing;
        let mut bodies: Vec<Vec<Stmt>> = (0..threads).map(|_| maker.thread(threads)).collect();
        maker.pay(&mut bodies);
        let lazy = [maker.initialiser(1), maker.initialiser(0)];
        let mut program = Program {
            name: format!("R{seed}"),
            bodies,
            lazy,
            handed,
            shared_from_start: maker.rng.percent(40),
            prints_locals: maker.rng.percent(50),
            subclasses: maker.rng.percent(30),
            daemons: vec![false; threads as usize - 1],
            joins: true,
        };
        // Last and from numbers of their own: a seed's program is otherwise what it was before there were daemons and exits.
        maker.rng = Rng::new(!seed);
        maker.daemons(&mut program);
        maker.exit(&mut program.bodies);
        // From numbers of their own once more: daemons and exits stay as they were, too.
        maker.rng = Rng::new(seed.rotate_left(32));
        maker.questions(&mut program);
        program
    }
}

/// What a program is mainly about; the rest comes in now and then.
#[derive(Clone, Copy, PartialEq)]
enum Theme {
    Data,
    Boxes,
    Waiting,
    Library,
    Initialisation,
    Mixed,
}

struct Maker {
    rng: Rng,
    theme: Theme,
    /// Monitors held here, the innermost last; the explicit lock is not among them.
    held: Vec<Lock>,
    locked: bool,
    threads: u8,
    depth: u32,
    /// What was waited for in which thread: somebody else should make it true.
    owed: Vec<(usize, Lock, Place)>,
    thread: usize,
    /// Threads are handed a box.
    handed: bool,
    /// `o` is not null here.
    has_box: bool,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        let mut rng = Rng::new(seed);
        let theme = rng.pick(&[
            Theme::Data,
            Theme::Data,
            Theme::Boxes,
            Theme::Waiting,
            Theme::Waiting,
            Theme::Waiting,
            Theme::Library,
            Theme::Initialisation,
            Theme::Mixed,
            Theme::Mixed,
        ]);
        Maker {
            rng,
            theme,
            held: Vec::new(),
            locked: false,
            threads: 0,
            depth: 0,
            owed: Vec::new(),
            thread: 0,
            handed: false,
            has_box: false,
        }
    }

    fn thread(&mut self, threads: u32) -> Vec<Stmt> {
        self.threads = threads as u8 - 1;
        let length = if threads == 2 {
            4 + self.rng.below(4)
        } else {
            2 + self.rng.below(3)
        };
        self.has_box = self.handed;
        let body = (0..length).map(|_| self.statement()).collect();
        self.thread += 1;
        body
    }

    /// Most waits are ended by some other thread, at its end.
    fn pay(&mut self, bodies: &mut [Vec<Stmt>]) {
        for (thread, lock, place) in std::mem::take(&mut self.owed) {
            if self.rng.percent(20) {
                continue;
            }
            let payer = (thread + 1 + self.rng.below(bodies.len() as u32 - 1) as usize) % bodies.len();
            let last = if self.rng.percent(80) {
                Stmt::NotifyAll(lock)
            } else {
                Stmt::Notify(lock)
            };
            bodies[payer].push(Stmt::Sync(lock, vec![Stmt::Set(place, 1), last]));
        }
    }

    fn block(&mut self) -> Vec<Stmt> {
        self.depth += 1;
        let length = 1 + self.rng.below(2);
        let body = (0..length).map(|_| self.statement()).collect();
        self.depth -= 1;
        body
    }

    fn constant(&mut self) -> i8 {
        self.rng.below(3) as i8
    }

    fn place(&mut self) -> Place {
        let place = self.any_place();
        let needs_box = matches!(place, Place::Field | Place::VolatileField);
        if needs_box && !self.has_box && !self.rng.percent(4) {
            return Place::Plain(1);
        }
        place
    }

    fn any_place(&mut self) -> Place {
        match (self.rng.below(10), self.theme) {
            (0..=4, Theme::Initialisation) => Place::Lazy(self.rng.below(2) as u8),
            (0..=3, Theme::Boxes) => self.rng.pick(&[Place::Field, Place::Field, Place::VolatileField]),
            (0..=4, _) => Place::Plain(self.rng.below(2) as u8),
            (5 | 6, _) => Place::Volatile,
            (7, _) => Place::Element(self.rng.below(2) as u8),
            (8, _) => Place::Field,
            _ if self.rng.percent(30) => Place::Lazy(self.rng.below(2) as u8),
            _ => Place::VolatileField,
        }
    }

    fn box_place(&mut self) -> BoxPlace {
        self.rng.pick(&[
            BoxPlace::Shared,
            BoxPlace::Gate,
            BoxPlace::Slot(0),
            BoxPlace::Slot(1),
            BoxPlace::Next,
        ])
    }

    fn lock(&mut self) -> Lock {
        let lock = self
            .rng
            .pick(&[Lock::Static(0), Lock::Static(0), Lock::Static(1), Lock::Own]);
        if lock == Lock::Own && !self.has_box && !self.rng.percent(4) {
            return Lock::Static(0);
        }
        lock
    }

    /// The monitor that a wait or notification is about: one that is held, but for a few programs that are wrong.
    fn held_lock(&mut self) -> Option<Lock> {
        match self.held.last() {
            Some(lock) if !self.rng.percent(6) => Some(*lock),
            Some(_) => Some(self.lock()),
            None => self.rng.percent(3).then(|| self.lock()),
        }
    }

    fn simple(&mut self) -> Stmt {
        let place = self.place();
        match self.rng.below(10) {
            0..=2 => Stmt::Set(place, self.constant()),
            3..=5 => Stmt::Add(place),
            6 | 7 => Stmt::Load(place),
            _ => Stmt::Store(place),
        }
    }

    fn statement(&mut self) -> Stmt {
        let nested = self.depth < 3;
        let themed = self.rng.percent(45);
        match self.theme {
            Theme::Boxes if themed => self.boxes(),
            Theme::Waiting if themed => self.waiting(),
            Theme::Library if themed => self.library(),
            Theme::Data | Theme::Initialisation if themed => self.simple(),
            _ if nested && self.rng.percent(35) => self.nesting(),
            _ => match self.rng.below(12) {
                0..=4 => self.simple(),
                5 | 6 => self.boxes(),
                7 => self.waiting(),
                8 => self.library(),
                9 => self.threads(),
                _ => self.failing(),
            },
        }
    }

    fn nesting(&mut self) -> Stmt {
        match self.rng.below(10) {
            0..=4 => self.synchronized(),
            5 | 6 => {
                let (place, c) = (self.place(), self.constant());
                Stmt::If(place, c, self.block())
            }
            7 => {
                let c = self.constant();
                Stmt::IfLocal(c, self.block())
            }
            8 => Stmt::Repeat(2, self.block()),
            _ => Stmt::Try(self.block()),
        }
    }

    fn synchronized(&mut self) -> Stmt {
        let lock = self.lock();
        self.held.push(lock);
        let body = self.block();
        self.held.pop();
        Stmt::Sync(lock, body)
    }

    fn boxes(&mut self) -> Stmt {
        match self.rng.below(10) {
            0 | 1 => self.new_box(),
            2..=4 if self.has_box || self.rng.percent(30) => Stmt::LoadBox(self.box_place()),
            5..=7 if self.has_box => Stmt::StoreBox(self.box_place()),
            8 if self.has_box => Stmt::Inc,
            9 if self.has_box => Stmt::Add(Place::Field),
            _ => self.new_box(),
        }
    }

    fn new_box(&mut self) -> Stmt {
        self.has_box |= self.depth == 0;
        Stmt::New(self.constant(), self.rng.percent(20))
    }

    fn waiting(&mut self) -> Stmt {
        let Some(lock) = self.held_lock() else {
            return self.synchronized();
        };
        match self.rng.below(10) {
            0..=3 => {
                let place = self.rng.pick(&[Place::Plain(0), Place::Plain(1), Place::Volatile]);
                if matches!(lock, Lock::Static(_)) {
                    self.owed.push((self.thread, lock, place));
                }
                Stmt::Wait(lock, Some((place, 0)), self.rng.percent(75))
            }
            4 if self.rng.percent(40) => Stmt::Wait(lock, None, false),
            5 | 6 => Stmt::NotifyAll(lock),
            7 | 8 => Stmt::Notify(lock),
            _ => self.simple(),
        }
    }

    fn library(&mut self) -> Stmt {
        if self.locked {
            let place = self.rng.pick(&[Place::Plain(0), Place::Volatile]);
            return match self.rng.below(8) {
                0 | 1 => Stmt::Await(place, 0),
                2 => Stmt::Signal,
                3 => Stmt::SignalAll,
                _ => self.simple(),
            };
        }
        match self.rng.below(10) {
            0 | 1 => Stmt::Atomic(Atomic::Increment),
            2 => Stmt::Atomic(Atomic::Get),
            3 => Stmt::Atomic(Atomic::Set(self.constant())),
            4 => Stmt::Atomic(Atomic::CompareAndSet(self.constant(), self.constant())),
            5 if self.rng.percent(20) => Stmt::Signal,
            _ if self.depth < 3 && (self.theme == Theme::Library || self.rng.percent(30)) => {
                self.locked = true;
                let body = self.block();
                self.locked = false;
                Stmt::Reentrant(body)
            }
            _ => Stmt::Atomic(Atomic::Get),
        }
    }

    fn threads(&mut self) -> Stmt {
        let other = self.rng.below(u32::from(self.threads)) as u8;
        match self.rng.below(6) {
            0..=2 => Stmt::Interrupt(other),
            3 => Stmt::Interrupted,
            4 => Stmt::Join(other),
            _ => Stmt::Yield,
        }
    }

    fn failing(&mut self) -> Stmt {
        match self.rng.below(8) {
            0 if self.rng.percent(50) => Stmt::Throw,
            1 | 2 => Stmt::Assert(self.place(), 2),
            _ => self.simple(),
        }
    }

    /// In some programs threads are daemons.
    fn daemons(&mut self, program: &mut Program) {
        if !self.rng.percent(15) {
            return;
        }
        for is in &mut program.daemons {
            *is = self.rng.percent(50);
        }
        program.joins = !program.has_daemons() || self.rng.percent(50);
    }

    /// In some programs a thread ends the program, outside monitors and locks, sometimes behind a test.
    fn exit(&mut self, bodies: &mut [Vec<Stmt>]) {
        if !self.rng.percent(10) {
            return;
        }
        let thread = self.rng.below(bodies.len() as u32) as usize;
        let body = &mut bodies[thread];
        // Late in the body: what follows matters less than what was before.
        let places = body.len() as u32 + 1;
        let at = self.rng.below(places).max(self.rng.below(places)) as usize;
        match body.get_mut(at) {
            Some(Stmt::If(_, _, inside) | Stmt::IfLocal(_, inside)) => inside.push(Stmt::Exit),
            _ if self.rng.percent(50) => {
                let place = self.rng.pick(&[Place::Plain(0), Place::Plain(1), Place::Volatile]);
                body.insert(at, Stmt::If(place, self.constant(), vec![Stmt::Exit]));
            }
            _ => body.insert(at, Stmt::Exit),
        }
    }

    /// In some programs threads ask about other threads than themselves.
    fn questions(&mut self, program: &mut Program) {
        if !self.rng.percent(20) {
            return;
        }
        let threads = program.bodies.len() as u32;
        for _ in 0..=self.rng.below(3) {
            let asked = self.rng.below(threads - 1) as u8;
            let other = |rng: &mut Rng| ((u32::from(asked) + 1 + rng.below(threads - 1)) % threads) as usize;
            let question = match self.rng.below(10) {
                0..=4 => Stmt::IsAlive(asked),
                5..=7 => Stmt::IsInterrupted(asked),
                _ => Stmt::JoinFor(asked),
            };
            // Who waits for such a lock clears its flag and sets it again: the model does not do this.
            let question = match question {
                Stmt::IsInterrupted(_) if program.uses_locks_of_the_library() => Stmt::IsAlive(asked),
                question => question,
            };
            let interrupted = program.any(&|s| *s == Stmt::Interrupt(asked));
            let wants_interrupt = !matches!(question, Stmt::IsAlive(_)) && !interrupted;
            if wants_interrupt && self.rng.percent(60) {
                let by = other(&mut self.rng);
                self.insert(&mut program.bodies[by], vec![Stmt::Interrupt(asked)]);
            }
            let mut asks = vec![question];
            match self.rng.below(6) {
                0 | 1 => asks.push(Stmt::Store(self.rng.pick(&[Place::Plain(0), Place::Volatile]))),
                2 | 3 => {
                    let answer = self.rng.below(2) as i8;
                    let set = Stmt::Set(self.rng.pick(&[Place::Plain(1), Place::Volatile]), 2);
                    asks.push(Stmt::IfLocal(answer, vec![set]));
                }
                _ => {}
            }
            let by = other(&mut self.rng);
            self.insert(&mut program.bodies[by], asks);
        }
    }

    /// Inserts statements at a random place, or replaces one that only accesses a variable.
    fn insert(&mut self, body: &mut Vec<Stmt>, new: Vec<Stmt>) {
        let at = self.rng.below(body.len() as u32 + 1) as usize;
        let replaces = self.rng.percent(40);
        match body.get_mut(at) {
            Some(stmt) if stmt.body().is_some() && self.rng.percent(60) => {
                if let Some(inside) = stmt.body_mut() {
                    self.insert(inside, new);
                }
            }
            Some(Stmt::Set(..) | Stmt::Add(_) | Stmt::Load(_) | Stmt::Store(_)) if replaces => {
                body.splice(at..=at, new);
            }
            _ => {
                body.splice(at..at, new);
            }
        }
    }

    /// What the initialiser of a class does; it may use the other class.
    fn initialiser(&mut self, other: u8) -> Vec<Stmt> {
        let length = self.rng.below(3);
        (0..length)
            .map(|_| {
                let place = self.rng.pick(&[
                    Place::Plain(0),
                    Place::Plain(1),
                    Place::Volatile,
                    Place::Lazy(other),
                    Place::Lazy(1 - other),
                ]);
                if self.rng.percent(50) {
                    Stmt::Set(place, 1 + self.constant())
                } else {
                    Stmt::Add(place)
                }
            })
            .collect()
    }
}
