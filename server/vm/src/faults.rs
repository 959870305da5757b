//! Faults planted on purpose, to show that the correctness machinery notices them. They exist only with the cargo
//! feature `planted-faults`, which no build of the product has; without it every question is a constant `false`.

/// A fault that can be planted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Fault {
    /// `notify` finds a waiter and does not wake it.
    NotifyLost,
    /// `notifyAll` wakes one waiter.
    NotifyAllWakesOne,
    /// `notify` always takes the first waiter.
    NotifyTakesTheFirst,
    /// An interrupted thread cannot be notified any more.
    InterruptLeavesTheWaitSet,
    /// A wait never returns without a reason.
    NeverSpurious,
    /// A recursive acquisition counts twice.
    MonitorCountedTwice,
    /// After a wait a monitor is held once more than before.
    WaitMiscounts,
    /// A wait does not release the monitor.
    WaitKeepsMonitor,
    /// An interrupt does not wake who waits.
    InterruptLost,
    /// The interrupt flag survives the exception that it caused.
    InterruptKept,
    /// No interrupt comes between an operation's question for one and the rest of it.
    InterruptsNeverMeanwhile,
    /// An access relies on a lock that only other accesses can name.
    LocksNamedByOthers,
    /// A task is done in the step of its last operation, whoever looks.
    TasksDoneUnnoticed,
    /// Steps that were taken for independent stay so.
    IndependenceNeverRefuted,
    /// A path that comes back to one of its states may leave threads out all around.
    ThreadsLeftOutAround,
    /// What depends on a step that is asleep does not wake it up.
    NothingWakesUp,
    /// What is learned behind a step that is left out, because it is asleep, is not known of where threads stand now.
    SleepersLookFromHere,
    /// That a step begins to initialise a class is in no cell.
    InitialisationsBeginUnnoticed,
    /// A step that ends the program takes nothing away from others.
    EndsCommute,
    /// Beside daemon threads it makes no difference which of the others ends last.
    LastEndsCommute,
    /// Whether a thread has a permit is in no cell.
    PermitsUntouched,
    /// Whether a thread is interrupted is in no cell.
    InterruptsUntouched,
    /// The delays of a queue to which its taker has added once run out as a last resort.
    ElementsComeBackAtOnce,
    /// A persistent set may have spurious wakeups alone.
    SetsThatNeedNotMove,
    /// What class loaders and bootstrap methods of the program link is in no cell.
    LinkageUnnoticed,
    /// States are the same that differ in who made their objects, though cells are named by that.
    KeysWithoutMakers,
    /// A step falls asleep though it leads back to where the path came from.
    SleepsInALoop,
    /// A worker is idle in the step of its task's last operation, though somebody looks at its thread.
    WorkersIdleUnnoticed,
    /// A worker has begun its first task before its pool is stopped.
    PoolsStoppedLater,
    /// What an operation has offered, it withdraws in the same step.
    WithdrawsAtOnce,
    /// An operation's question for an interrupt is part of the step that read what the operation waits for.
    QuestionFollowsAtOnce,
    /// No operation of the library waits for a lock inside another one.
    LocksInsideNeverHeld,
    /// Nor a monitor, though somebody asks what threads wait for.
    MonitorsInsideNeverHeld,
    /// `unpark` of a thread that is not parked yet leaves no permit.
    PermitDropped,
    /// A join does not wait.
    JoinReturnsAtOnce,
    /// A class that another thread initialises may be used.
    InitNotExclusive,
    /// What an array holds does not escape with it.
    EscapeStopsAtArrays,
    /// A volatile access is nobody else's business.
    VolatileInvisible,
    /// Statics of primitive types are not in the key.
    KeyWithoutStatics,
    /// Whether a thread waits or wants its monitor back is not in the key.
    KeyWithoutWaiting,
    /// A key does not say for which operation of an instruction a thread waits.
    KeyWithoutOperation,
    /// A thread that was parked for something else makes an access at once.
    AccessBehindAnything,
    /// What a thread shows of a range when it parks may be less than it touches then.
    MoreThanWasShown,
    /// Where throwables were made is not in the key, although somebody asks.
    KeyWithoutTraces,
    /// Which initialisations failed, and how, is not in the key.
    KeyWithoutFailures,
    /// How many threads were made is not in the key.
    KeyWithoutNumbers,
    /// A local variable of a primitive type is taken for dead.
    LiveLocalMasked,
    /// Undo leaves out a chunk of memory.
    UndoMissesChunk,
    /// Undo leaves out the wait of a thread.
    UndoMissesThread,
    /// A component of the key is not refreshed when its thread has moved by a wakeup.
    StaleComponent,
    /// What an object holds is not read again when it was written.
    StaleContent,
    /// An object to which a static leads says what it said before, though it was written.
    StaticTermKept,
    /// Some new states are taken for old ones.
    NewTakenForOld,
    /// The last of three or more ways on is not taken.
    LastWayForgotten,
    /// A race on a volatile field.
    VolatileRaces,
    /// No race on the elements of arrays.
    ArrayRacesIgnored,
    /// What is taken for protected by a lock is not looked at again.
    ProtectionNotChecked,
    /// What atomic operations access refutes no protection.
    OperationsNotChecked,
    /// No call inside an operation of the library is a step of its own.
    PartsAreNoSteps,
    /// No call inside an operation of the library that is always a step is one.
    UnconditionalPartsAreNoSteps,
    /// Who has ended is in the middle of nothing, awaited or not.
    EndsTakenForAwaited,
    /// Accesses meet only where they begin at the same address.
    OverlapIgnored,
    /// Memory off the heap is nobody else's business.
    OffHeapWithoutGate,
    /// What natives read and write in arrays is nobody else's business.
    NativesWithoutGate,
    /// Arrays that the JDK gives to the program stay its own.
    ArraysNotHandedOut,
    /// A compare-and-set that succeeds is taken for a read.
    ComparisonsOnlyRead,
    /// Who knows where a static field is is taken for one who waits for its initialiser.
    InitialisersAlwaysAwaited,
    /// Static fields are taken for the initialiser's own when it has ended, too.
    InitialiserNeverEnds,
    /// A write that only a property sees is no step of its own.
    WritesUnobserved,
    /// A write by which a property comes to hold or fail is taken for one that it does not see.
    RangesMerged,
    /// Nor is leaving a method.
    ReturnsUnobserved,
    /// Objects of a class that a property speaks of are not remembered.
    InstancesUncounted,
    /// The call of a method that a property sees is no step of its own.
    CallsUnobserved,
    /// No thread has just entered a method.
    EntriesUnobserved,
    /// No thread has just left a method.
    ExitsUnobserved,
    /// What takes or releases a monitor that only a property sees is no step of its own.
    MonitorsUnobserved,
    /// Nor is an operation of the library.
    OperationsUnobserved,
    /// No thread stops where it may have to wait.
    ArrivalsUnobserved,
    /// Which threads have ended is not noted.
    EndsUnobserved,
    /// Symbolic values are not in the key.
    KeyWithoutSymbolicValues,
    /// Where other threads run, too, an element that is read at a symbolic index is one of all.
    ElementsNotPinned,
    /// No call of a sequence is seen to change anything.
    ChangesUnnoticed,
    /// Where preconditions read what is not decided it is null.
    UndecidedIsNull,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 83] = [
        Fault::NotifyLost,
        Fault::NotifyAllWakesOne,
        Fault::NotifyTakesTheFirst,
        Fault::InterruptLeavesTheWaitSet,
        Fault::NeverSpurious,
        Fault::MonitorCountedTwice,
        Fault::WaitMiscounts,
        Fault::WaitKeepsMonitor,
        Fault::InterruptLost,
        Fault::InterruptKept,
        Fault::InterruptsNeverMeanwhile,
        Fault::TasksDoneUnnoticed,
        Fault::IndependenceNeverRefuted,
        Fault::ThreadsLeftOutAround,
        Fault::NothingWakesUp,
        Fault::SleepersLookFromHere,
        Fault::InitialisationsBeginUnnoticed,
        Fault::ElementsComeBackAtOnce,
        Fault::SetsThatNeedNotMove,
        Fault::EndsCommute,
        Fault::PermitsUntouched,
        Fault::InterruptsUntouched,
        Fault::LastEndsCommute,
        Fault::LinkageUnnoticed,
        Fault::KeysWithoutMakers,
        Fault::SleepsInALoop,
        Fault::WorkersIdleUnnoticed,
        Fault::PoolsStoppedLater,
        Fault::WithdrawsAtOnce,
        Fault::LocksNamedByOthers,
        Fault::QuestionFollowsAtOnce,
        Fault::LocksInsideNeverHeld,
        Fault::MonitorsInsideNeverHeld,
        Fault::PermitDropped,
        Fault::JoinReturnsAtOnce,
        Fault::InitNotExclusive,
        Fault::EscapeStopsAtArrays,
        Fault::VolatileInvisible,
        Fault::KeyWithoutStatics,
        Fault::KeyWithoutWaiting,
        Fault::KeyWithoutOperation,
        Fault::AccessBehindAnything,
        Fault::MoreThanWasShown,
        Fault::KeyWithoutTraces,
        Fault::KeyWithoutFailures,
        Fault::KeyWithoutNumbers,
        Fault::LiveLocalMasked,
        Fault::UndoMissesChunk,
        Fault::UndoMissesThread,
        Fault::StaleComponent,
        Fault::StaleContent,
        Fault::StaticTermKept,
        Fault::NewTakenForOld,
        Fault::LastWayForgotten,
        Fault::VolatileRaces,
        Fault::ArrayRacesIgnored,
        Fault::ProtectionNotChecked,
        Fault::OperationsNotChecked,
        Fault::PartsAreNoSteps,
        Fault::UnconditionalPartsAreNoSteps,
        Fault::EndsTakenForAwaited,
        Fault::OverlapIgnored,
        Fault::OffHeapWithoutGate,
        Fault::NativesWithoutGate,
        Fault::ArraysNotHandedOut,
        Fault::ComparisonsOnlyRead,
        Fault::InitialisersAlwaysAwaited,
        Fault::InitialiserNeverEnds,
        Fault::WritesUnobserved,
        Fault::RangesMerged,
        Fault::ReturnsUnobserved,
        Fault::InstancesUncounted,
        Fault::CallsUnobserved,
        Fault::EntriesUnobserved,
        Fault::ExitsUnobserved,
        Fault::MonitorsUnobserved,
        Fault::OperationsUnobserved,
        Fault::ArrivalsUnobserved,
        Fault::EndsUnobserved,
        Fault::KeyWithoutSymbolicValues,
        Fault::ElementsNotPinned,
        Fault::ChangesUnnoticed,
        Fault::UndecidedIsNull,
    ];
}

#[cfg(feature = "planted-faults")]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault in all machines of this thread, or removes it.
#[cfg(feature = "planted-faults")]
pub fn plant(fault: Option<Fault>) {
    PLANTED.with(|planted| planted.set(fault));
}

/// Whether this fault is planted.
#[cfg(feature = "planted-faults")]
#[inline]
pub fn planted(fault: Fault) -> bool {
    PLANTED.with(|planted| planted.get() == Some(fault))
}

/// Whether this fault is planted: never, in a build without the feature `planted-faults`.
#[cfg(not(feature = "planted-faults"))]
#[inline(always)]
pub const fn planted(_: Fault) -> bool {
    false
}
