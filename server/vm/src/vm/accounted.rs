//! Every field of the machine that changes along a path, and why states that differ in it alone are one state or two. A new field
//! does not compile here before it has an entry.
//!
//! - *key*: part of a state's key.
//! - *follows*: a function of what is in the key.
//! - *search*: the same in all states of one search, or what would make it differ begins the search again.
//! - *machine*: how the machine goes about it; no program can observe it.
//! - *report*: for readers; decides nothing.

use super::undo::{Saved, UndoFrame, UndoLog};
use super::{InitFailure, Knowledge, PathFacts, PathState, RunMode, ThisStep, Vm};
use crate::thread::Thread;

#[allow(dead_code)] // It is compiled, never called.
fn fields_of_the_machine(vm: Vm) {
    let Vm {
        image: _,               // machine: a function of the class files; what paths write to classes lies in the heap
        heap: _, // key: objects that can be reached, monitors, identity hashes, who could reach them (`canonical`)
        threads: _, // key: those that live; see below. Of the others nothing is visible but by their objects
        path: _, // see below
        mode: _, // see below
        knowledge: _, // see below
        refuted: _, // search
        instructions: _, // machine
        slow_instructions: _, // machine
        instructions_before: _, // machine
        known: _, // search
        used: _, // search: what a verdict lists, on any path
        undo: _, // see below
        by_path: _, // follows: from the threads
        order: _, // follows
        canonical: _, // machine: what is remembered of the key
        stand_in: _, // machine
        prefix_starts: _, // search
        allocation_sites: _, // key: where allocation sites count
        clock: _, // search: it does not move in one
        this_step: _, // see below
        collections: _, // machine
        tracked: _, // machine
        cancellation: _, // machine
        observer: _, // machine
        footprint: _, // machine
        step_recorder: _, // report
        instruction_hook: _, // machine
    } = vm;
}

#[allow(dead_code)] // As above.
fn fields_of_a_path(path: PathState) {
    let PathState {
        facts: _,         // see below
        output: _,        // report: the program cannot read it
        hashes: _,        // key: with the objects that have one
        uncaught: _,      // report; and follows: that a handler runs is seen by the frames of its thread
        violations: _,    // report
        init_failures: _, // key; program InitialiserFailedInEitherThread
        hidden: _, // follows, but for the number in a hidden class's name: the classes are referred to by what counts
        modules: _, // follows: from the module objects that the loaders refer to
        native_memory: _, // key: once somebody has written to it
    } = path;
}

#[allow(dead_code)] // As above.
fn facts_of_a_path(facts: PathFacts) {
    let PathFacts {
        output: _,            // report: a length
        hashes: _,            // key: as the hashes themselves
        shutting_down: _,     // follows: from the frames of who runs the hooks, and from the JDK's own list of them
        exited: _,            // key
        uncaught: _,          // report: a length
        violations: _,        // report: a length
        now: _,               // key: once user code has read a clock
        clock_reads: _,       // report: whether a failure is looked at once more with a clock that moves
        collector_asked: _,   // report: whether a failure is owed to a collector that clears nothing
        native_top: _,        // follows: from the addresses that the program holds
        native_changed: _,    // key: with the memory
        init_failures: _,     // key: a length
        marked: _,            // machine
        escape_info_stale: _, // machine
        strayed: _,           // machine
        settling: _,          // machine
        hidden: _,            // a length, as above
        modules: _,           // a length, as above
        named_objects: _,     // key: a length
        numbers: _,           // key: programs NumberOfUnusedThread, TwoThreadsMakeThreads
        ids: _,               // key: program NamesAreCountedForAll
        ended_names: _,       // key: program StatesOfThreads of the properties
    } = facts;
}

#[allow(dead_code)] // As above.
fn fields_of_the_mode(mode: RunMode) {
    let RunMode {
        exploring: _,          // search
        in_boot: _,            // search
        quantum: _,            // search
        reduction: _,          // search
        jdk_atomic: _,         // search
        machine_steps: _,      // search
        processors: _,         // search
        generators: _,         // search
        enumerate_random: _,   // search
        silent_logging: _,     // search
        jvm_args: _,           // search
        stdin: _,              // search
        options: _,            // search
        time_passes: _,        // search
        collects_often: _,     // machine
        keys_tell_output: _,   // search
        keys_tell_makers: _,   // search
        observed: _,           // search
        monitored: _,          // search
        parks_where_stated: _, // search
        tested: _,             // search
        object: _,             // search
    } = mode;
}

#[allow(dead_code)] // As above.
fn fields_of_a_thread(thread: Thread) {
    let Thread {
        object: _,          // key
        stack: _,           // key: live slots, locked monitors, flags of frames
        fp: _,              // key: as frames
        pc: _,              // key
        sp: _,              // follows: from method and instruction
        depth: _,           // key
        status: _,          // key
        pending: _,         // key where it says more than the instruction does
        path: _,            // key: as its hash
        path_hash: _,       // key
        children: _,        // follows: two threads of one path are the same to each other
        ids: _,             // search: counted apart only while ids are unobserved (`Observation::Numbers`)
        created: _,         // search: likewise names
        hashes: _,          // key
        permit: _,          // key
        daemon: _,          // key
        is_virtual: _,      // follows: from the class of its object
        mounted: _,         // key where there are more virtual threads than carriers; else each has one
        skew: _,            // key
        read_clock: _,      // key
        skew_unread: _,     // key
        skew_seen: _,       // key
        waited: _,          // key
        since: _,           // key
        ticks: _,           // key
        lone_ticks: _,      // key
        awaited: _,         // key: whether a thread has ended and no other has waited for it
        started_at: _,      // report
        timed_out: _,       // key
        resumed_depth: _,   // machine: within a step
        epoch: _,           // machine
        changed: _,         // machine
        observed_name: _,   // key: where a property speaks of it
        async_exception: _, // key
    } = thread;
}

#[allow(dead_code)] // As above.
fn fields_of_knowledge(knowledge: Knowledge) {
    let Knowledge {
        mutable_fixed: _,  // search
        watched_groups: _, // search; once set, groups and their books are in the key: program StartedOutOfOrder
        leaked_finals: _,  // search
        leaked_statics: _, // search
        assumptions: _,    // search
        protection: _,     // search
        traces_count: _,   // search; once set, traces are in the key: programs ThrownHereOrThere, TraceSetByTwoThreads
        unclear: _,        // report
        replaced: _,       // report
        perturbed: _,      // report
        recording: _,      // report
        counters: _,       // search: an observation of it, which the verdict lists
        unlearned: _,      // machine: what a later search learns of classes that are defined again
    } = knowledge;
}

#[allow(dead_code)] // As above.
fn fields_of_a_step(step: ThisStep) {
    let ThisStep {
        current: _,             // machine: who moved last
        in_time: _,             // machine: within a step
        resumes: _,             // machine: within a step
        arrives: _,             // machine: the step alone
        asks: _,                // machine: within a step
        waited: _,              // machine: within a step
        operation: _,           // machine: within a step
        chosen: _,              // machine: within a step
        jumped: _,              // machine: within a step
        made: _,                // report
        wrote: _,               // report
        function: _,            // machine: within a step
        enabledness_changed: _, // machine: what the last step did
        followers: _,           // machine: emptied when a step begins
        linked: _,              // machine: empty between steps
    } = step;
}

#[allow(dead_code)] // As above.
fn fields_of_undo(undo: UndoLog) {
    let UndoLog {
        frames: _,      // machine
        native_log: _,  // machine: undo
        saved: _,       // machine
        saved_slots: _, // machine
        epoch: _,       // machine
        last_epoch: _,  // machine
    } = undo;
}

#[allow(dead_code)] // As above.
fn what_is_kept_beside_them(failure: InitFailure, frame: UndoFrame, saved: Saved) {
    let InitFailure {
        class: _,     // key
        text: _,      // key: it is the message of a cause
        backtrace: _, // key: it is the trace of a cause
    } = failure;
    let UndoFrame {
        facts: _,         // as the facts
        saved_threads: _, // machine
        saved_slots: _,   // machine
        threads: _,       // machine
        native_log: _,    // machine
    } = frame;
    let Saved {
        index: _, // machine
        head: _,  // as the thread
        part: _,  // machine
    } = saved;
}

/// Fields of the JDK's classes that are left out of keys say why; so do the machine's own that are added to these.
#[test]
fn what_is_left_out_of_keys_is_computed_on_demand() {
    let hidden: Vec<&str> = crate::hidden_fields::TABLE
        .iter()
        .filter(|row| row.3 & crate::image::class::field_flag::NOT_IN_KEY != 0)
        .map(|row| row.2)
        .collect();
    assert_eq!(hidden, [crate::hidden_fields::SCOPED_VALUE_CACHE]);
}
