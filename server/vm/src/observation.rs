//! What programs may observe of the steps of the library: each kind is assumed not to happen until it does.

/// What a program may look at without waiting for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Observation {
    /// Whether a thread is still alive. Until somebody looks, the end of a thread is part of its last operation: who
    /// only joins it cannot tell the difference (the end is a left mover; Lipton, CACM 1975).
    Ends,
    /// Whether a lock is free. Until somebody looks, `unlock` is part of the operation before it, as the release of a
    /// monitor is.
    Locks,
    /// How many threads and tasks a pool has. Until somebody looks, a worker's own bookkeeping is one step.
    Pools,
    /// What a pool's refusal of a task says of the pool. Until somebody asks for the message, it is no look at the pool.
    Refusals,
    /// How much a concurrent map says it holds. Until somebody looks, a map counts what is put in the step that puts it; then each access to
    /// its counters shows.
    Counts,
    /// Whether a task that runs was cancelled. Until a task is cancelled, taking a task and the task's first step
    /// are one step.
    Cancels,
    /// Whether a task is done, without waiting for it. Until somebody looks, or is interrupted who waits for one, a task is done in the step of its
    /// last operation.
    Futures,
    /// The count of a latch, without waiting for it. Until somebody looks, it is counted down in the step of the operation before.
    Latches,
    /// That a pool is stopped. Until somebody stops one, a worker begins its first task in the step that starts it.
    Stops,
    /// How many functions hang on a future, what is forced upon it, or that two things hang on it: then others may call them. Until somebody
    /// looks, they are added and called in the step of who does it.
    Dependents,
    /// Whether a future is complete whose sources are. Until somebody looks, a future completes in the step of its source.
    Completions,
    /// What a concurrent map holds, element by element. Until somebody goes through one, its table is made in the step that puts
    /// the first element.
    Elements,
    /// What a logger of `java.util.logging` was configured with: its handlers, levels, filters, bundles. Until somebody looks, loggers are silent.
    Logs,
    /// What loggers write to a standard stream. Until the program puts a stream of its own there, loggers are silent.
    LogOutput,
    /// What adders sum up to while others add. Until somebody looks, an addition is one step that meets no other.
    Sums,
    /// Where throwables were made. Until somebody asks for a trace, it decides nothing and is no part of a state.
    Traces,
    /// Default names and ids of threads, which are counted. Until somebody looks, threads that threads make have numbers of their own.
    Numbers,
    /// That another thread than `main` takes from the counts of threads, where their numbers are looked at. Until then `main` takes
    /// from them unseen.
    Makers,
    /// Which handler takes what a thread dies of. Until somebody sets one while the thread lives, it is found in the step that throws.
    Handlers,
    /// Whether the end of the program has begun. Until somebody adds or removes a hook, nothing comes between `exit` and the end.
    Hooks,
    /// What a new thread is given: by its maker a priority and a loader, by its group a place and a limit of priorities. Until somebody
    /// changes that for others, or takes a group's monitor, a thread is made in one step.
    Limits,
    /// That a pair of a reference and a stamp or mark gave way to another one of the same reference. Until somebody sets a pair or attempts
    /// a stamp, a pair is replaced in the step that reads it.
    Pairs,
    /// What a deque holds, without taking it. Until somebody looks, an element is taken in the step that finds it.
    Peeks,
    /// The default locale and time zone. Until somebody sets one while others live, what is made of both is made in one step.
    Defaults,
    /// Who waits in the queue of a lock or another synchronizer. Until somebody asks while others live, or waits for what others need not
    /// (several permits, no readers), who finds it taken is in the queue in the same step, and out of it in the step that takes it.
    Queues,
    /// What another thread waits for. Until somebody asks for its state, a monitor is released in the step of the last operation before, and an
    /// operation of the library meets no monitor that another one holds meanwhile.
    States,
    /// That a thread waits for a lock inside an operation of the library: it uses up a permit (`LockSupport.unpark`), and its state, its
    /// blocker and its trace say so. Until user code parks or asks for them, an operation meets no lock that another one holds meanwhile, a lock is let go in
    /// the step of the operation before, and a print takes no lock of its stream's own.
    Permits,
    /// Who holds the monitor of a standard stream, which each print takes. Until user code takes it, a print is invisible.
    Streams,
    /// That a fork-join pool is shut down while others submit. Until somebody shuts one down while others than workers live, a task is pushed
    /// in the step that finds the pool open, and the pool is stopped in the step that finds it at rest.
    Submissions,
    /// What a fork-join task gave, while it runs. Until somebody completes or cancels one while others live, or asks for its result without waiting,
    /// it runs in the step that finds it not done.
    Results,
    /// What a lock or a task tells beside whether it is taken or done: its owner, its text. Until somebody asks while others live, a lock is
    /// taken or let go in the step that sets its owner, and a task is done in the step that sets its outcome.
    Details,
    /// That `notify` takes one who joins a thread, and waits on it. Until somebody notifies one on a thread, or asks whether another thread is
    /// interrupted, who joins it waits for its end alone.
    Joiners,
    /// What is behind a field that the user calls a firewall. Until the field is reached by reflection, a handle or its offset, threads reach
    /// nothing through it.
    Firewalls,
    /// That a thread ends between any two of its operations, for another one throws an exception in it. Until `Thread.stop` meets a thread that lives,
    /// no other thread sees the intermediate states of a critical section.
    Deaths,
}

impl Observation {
    pub(crate) const ALL: [Observation; 34] = [
        Observation::Ends,
        Observation::Locks,
        Observation::Pools,
        Observation::Refusals,
        Observation::Counts,
        Observation::Cancels,
        Observation::Futures,
        Observation::Latches,
        Observation::Stops,
        Observation::Dependents,
        Observation::Completions,
        Observation::Elements,
        Observation::Logs,
        Observation::LogOutput,
        Observation::Sums,
        Observation::Traces,
        Observation::Numbers,
        Observation::Makers,
        Observation::Handlers,
        Observation::Hooks,
        Observation::Limits,
        Observation::Pairs,
        Observation::Peeks,
        Observation::Defaults,
        Observation::Queues,
        Observation::States,
        Observation::Permits,
        Observation::Streams,
        Observation::Submissions,
        Observation::Results,
        Observation::Details,
        Observation::Joiners,
        Observation::Firewalls,
        Observation::Deaths,
    ];

    /// Whether it matters only where another thread may be in the middle of an operation when somebody looks.
    pub(crate) fn is_of_others(self) -> bool {
        [
            Observation::Elements,
            Observation::Sums,
            Observation::Pairs,
            Observation::Peeks,
            Observation::Defaults,
            Observation::Queues,
            Observation::Results,
            Observation::Details,
            Observation::Futures,
            Observation::Latches,
        ]
        .contains(&self)
    }

    /// Whether all that somebody sees who looks at this lies in fields and monitors, so that each look and each change of it is an access that is
    /// noted (`touches.rs`), or is noted where somebody looks, as whether a thread lives. The rest is the machine's own: names, numbers, handlers.
    pub(crate) fn is_in_cells(self) -> bool {
        [
            Observation::Ends,
            Observation::Joiners,
            Observation::Locks,
            Observation::Pools,
            Observation::Counts,
            Observation::Cancels,
            Observation::Futures,
            Observation::Latches,
            Observation::Stops,
            Observation::Elements,
            Observation::Sums,
            Observation::Pairs,
            Observation::Peeks,
            Observation::Queues,
            Observation::Details,
            Observation::Permits,
        ]
        .contains(&self)
    }

    /// What a call that looks at this looks at as well.
    pub(crate) fn also(self) -> &'static [Observation] {
        match self {
            Observation::Queues => &[Observation::Locks],
            // A task is completed within its run.
            Observation::Refusals => &[Observation::Pools],
            Observation::Details => &[Observation::Locks, Observation::Cancels, Observation::Futures],
            Observation::Cancels => &[Observation::Futures],
            _ => &[],
        }
    }

    /// Its name in reports of what was refuted.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Observation::Ends => "ends",
            Observation::Locks => "locks",
            Observation::Pools => "pools",
            Observation::Refusals => "refusals",
            Observation::Counts => "counts",
            Observation::Cancels => "cancels",
            Observation::Futures => "futures",
            Observation::Latches => "latches",
            Observation::Stops => "stops",
            Observation::Dependents => "dependents",
            Observation::Completions => "completions",
            Observation::Elements => "elements",
            Observation::Logs => "logs",
            Observation::LogOutput => "log-output",
            Observation::Sums => "sums",
            Observation::Traces => "traces",
            Observation::Numbers => "numbers",
            Observation::Makers => "makers",
            Observation::Handlers => "handlers",
            Observation::Hooks => "hooks",
            Observation::Limits => "limits",
            Observation::Pairs => "pairs",
            Observation::Peeks => "peeks",
            Observation::Defaults => "defaults",
            Observation::Queues => "queues",
            Observation::States => "states",
            Observation::Permits => "permits",
            Observation::Streams => "streams",
            Observation::Submissions => "submissions",
            Observation::Results => "results",
            Observation::Details => "details",
            Observation::Joiners => "joiners",
            Observation::Firewalls => "firewalls",
            Observation::Deaths => "deaths",
        }
    }
}
