//! What a verdict may have to take for granted.

/// What a program has made use of on any path: what a verdict may have to take for granted.
#[derive(Clone, Copy, Debug, Default)]
pub struct FeaturesUsed {
    /// A library operation ran as one step while others lived.
    pub atomic_operations: bool,
    /// A wait with a time.
    pub timed_waits: bool,
    /// A sleep, or a task's delay, while others lived.
    pub sleeps: bool,
    /// `Object.wait`, or user code that parks.
    pub waits: bool,
    /// A clock was read outside of library operations.
    pub clock: bool,
    /// A daemon could still have moved when the last other thread had ended.
    pub daemons: bool,
    /// The program asked for a garbage collection, which clears no reference here.
    pub collector: bool,
    /// The program made a weak, soft or phantom reference, which nobody clears here but the program, or has a class with
    /// a finaliser, which does not run.
    pub references: bool,
    /// Something that differs from run to run without any thread's doing: a random generator without a seed, an identity
    /// hash, the order of an immutable set or of shutdown hooks.
    pub random: bool,
    /// The number of processors was asked for, by the user or by a pool that goes by it.
    pub processors: bool,
    /// A virtual thread was started.
    pub virtual_threads: bool,
    /// Several were started on one path.
    pub several_virtual_threads: bool,
    /// A virtual thread waited, or went round in a loop, and kept its carrier.
    pub kept_carriers: bool,
    /// A stack reached its limit.
    pub stack_limit: bool,
    /// `Thread.getState` or another thread's stack was asked for: of several legal answers it gave one.
    pub thread_states: bool,
    /// `Thread.stop` threw an exception in a thread that lived.
    pub stops: bool,
    /// What the user says about methods or fields took a boundary away.
    pub attributes: bool,
    /// A firewall of the user was not followed.
    pub firewalls: bool,
    /// A logging library was answered by the silent provider.
    pub silent_logging: bool,
    /// Plain, opaque, acquire, release or weak access to an atomic, a read that a stamp validates later, or a race on a plain field of the library's own:
    /// explored as sequentially consistent.
    pub weak_access: bool,
    /// The program called a fence of `VarHandle` or `Unsafe`.
    pub fences: bool,
    /// A `StampedLock` gave a stamp for reading without the lock.
    pub stamps: bool,
    /// A file below the directory for temporary files was looked at, which is empty at first here and nobody else's.
    pub in_memory_tmp: bool,
    /// A file of this machine was looked at that the program may read: all paths see it as it was found.
    pub files_as_found: bool,
    /// A socket was made, or an address looked up: there is one machine on the network.
    pub in_memory_network: bool,
    /// Standard input was read, which is empty here.
    pub input: bool,
    /// What the machine and its user are like was asked for: environment variables, properties, locale, time zone, memory; or a heap of
    /// this machine's size overflowed.
    pub environment: bool,
    /// The beans of `java.lang.management` came up, on a machine that has little to tell.
    pub stub_mxbeans: bool,
    /// The program ignored a path.
    pub ignored_paths: bool,
    /// The program asked what it had counted over all paths.
    pub counters: bool,
}
