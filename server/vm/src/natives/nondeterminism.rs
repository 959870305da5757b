//! What differs from one JVM to the next without any thread's doing: here it is always the same, and a verdict says so where
//! the program could tell.

use super::{NativeCall, NativeResult, Outcome, int};
use crate::heap::{HEADER, Ref};
use crate::image::class::Method;
use crate::natives::call::Replacement;
use crate::vm::Vm;

/// As many processors the machine is said to have where nobody says otherwise (`vm.processors`): a pool that leaves one to its caller
/// still has several workers.
const PROCESSORS: i32 = 4;

const FORK_JOIN: &str = "java/util/concurrent/ForkJoinPool";

/// Before these methods somebody takes note; their bodies run as they are.
pub(crate) const LISTENERS: &[Replacement] = &[
    in_some_order("java/util/ImmutableCollections$Set12", "iterator"),
    in_some_order("java/util/ImmutableCollections$Set12", "toArray"),
    in_some_order("java/util/ImmutableCollections$SetN", "iterator"),
    in_some_order("java/util/ImmutableCollections$SetN", "toArray"),
    in_some_order("java/util/ImmutableCollections$MapN$MapNIterator", "<init>"),
    Replacement {
        class: "java/lang/ApplicationShutdownHooks",
        name: "runHooks",
        descriptor: "",
        run: order_of_hooks,
        why: "hooks are started in the order of their identity hashes, which the JDK does not specify",
    },
    Replacement {
        class: FORK_JOIN,
        name: "createWorker",
        descriptor: "",
        run: common_worker,
        why: "how many workers the common pool has follows from the machine",
    },
    of_common_pool("getCommonPoolParallelism"),
    of_common_pool("getParallelism"),
    of_common_pool("toString"),
    Replacement {
        class: "java/util/concurrent/SubmissionPublisher",
        name: "<init>",
        descriptor: "()V",
        run: sized_by_processors,
        why: "on how many processors the JVM runs decides between the common pool and a thread for each task",
    },
    for_async("asyncSupplyStage"),
    for_async("asyncRunStage"),
    for_async("defaultExecutor"),
    weakly("java/lang/ref/SoftReference"),
    weakly("java/lang/ref/WeakReference"),
    weakly("java/lang/ref/PhantomReference"),
    Replacement {
        class: "java/util/concurrent/Executors",
        name: "newSingleThreadExecutor",
        descriptor: "",
        run: collectable_pool,
        why: "a collector that finds the pool dropped lets it end",
    },
    Replacement {
        class: "java/lang/ThreadGroup",
        name: "activeCount",
        descriptor: "",
        run: threads_of_group,
        why: "a JVM has threads of its own in the group at the root",
    },
    collectable_groups("activeGroupCount"),
    collectable_groups("enumerate"),
    collectable_groups("list"),
    of_the_machine("java/lang/System", "getProperties"),
    Replacement {
        class: "java/lang/System",
        name: "lineSeparator",
        descriptor: "",
        run: end_of_line,
        why: "the answer describes the machine",
    },
    of_the_machine("java/lang/ProcessEnvironment", "environment"),
    of_the_machine("java/lang/System", "getenv"),
    of_the_machine("java/util/Locale", "getDefault"),
    of_the_machine("java/util/TimeZone", "getDefaultRef"),
    of_the_machine("java/nio/charset/Charset", "defaultCharset"),
    in_default_charset("java/net/URLEncoder", "encode"),
    in_default_charset("java/net/URLDecoder", "decode"),
    of_the_machine("java/awt/GraphicsEnvironment", "isHeadless"),
    // Which classes a JVM has loaded differs.
    of_the_machine("java/lang/Package", "getPackages"),
    of_the_machine("java/nio/ByteOrder", "nativeOrder"),
    of_the_machine("sun/nio/fs/UnixFileSystem", "getSeparator"),
    // Where memory off the heap begins.
    address_asked("java/nio/ByteBuffer", "alignmentOffset"),
    address_asked("java/nio/DirectByteBuffer", "address"),
    address_asked("jdk/internal/foreign/NativeMemorySegmentImpl", "address"),
    address_asked("jdk/internal/misc/Unsafe", "allocateMemory"),
    address_asked("jdk/internal/misc/Unsafe", "reallocateMemory"),
    Replacement {
        class: "java/lang/Class",
        name: "getName",
        descriptor: "",
        run: name_of_class,
        why: "the name of a hidden class, as that of a lambda expression, has a part that each JVM chooses",
    },
    // Some JVMs compute these by instructions of their own, exact but for the last bit.
    of_the_machine("java/lang/Math", "cbrt"),
    of_the_machine("java/lang/Math", "log10"),
    of_the_machine("java/lang/Math", "tanh"),
    // A JVM has threads of its own, and how many depends on its settings.
    of_the_machine("java/lang/Thread", "getAllStackTraces"),
    of_the_machine("java/lang/Thread", "getId"),
    of_the_machine("java/lang/Thread", "threadId"),
    Replacement {
        class: "java/lang/Thread",
        name: "join",
        descriptor: "(Ljava/time/Duration;)Z",
        run: state_asked,
        why: "refuses a thread whose state is NEW, which a JVM sets a moment after the thread is alive",
    },
    relative("java/io/File", "getAbsolutePath"),
    relative("java/io/File", "getCanonicalPath"),
    relative("sun/nio/fs/UnixPath", "toAbsolutePath"),
    any_order_of_methods("getMethods"),
    any_order_of_methods("getDeclaredMethods"),
    date_of_a_record("getMillis"),
    date_of_a_record("getInstant"),
    Replacement {
        class: "java/util/TimerTask",
        name: "scheduledExecutionTime",
        descriptor: "",
        run: date_asked,
        why: "the timer read the clock for itself",
    },
    Replacement {
        class: "java/lang/VirtualThread",
        name: "toString",
        descriptor: "",
        run: state_asked,
        why: "names the carrier, if it has one",
    },
    Replacement {
        class: "java/lang/System",
        name: "getProperty",
        descriptor: "",
        run: property,
        why: "some properties describe the machine and its user",
    },
    Replacement {
        class: "java/lang/System",
        name: "setProperty",
        descriptor: "",
        run: new_property,
        why: "properties of the scheduler of virtual threads have no effect",
    },
];

const fn relative(class: &'static str, name: &'static str) -> Replacement {
    Replacement {
        class,
        name,
        descriptor: "",
        run: made_absolute,
        why: "a relative path begins at the working directory",
    }
}

const fn of_the_machine(class: &'static str, name: &'static str) -> Replacement {
    Replacement {
        class,
        name,
        descriptor: "",
        run: asked_of_the_machine,
        why: "the answer describes the machine and its user",
    }
}

const fn address_asked(class: &'static str, name: &'static str) -> Replacement {
    Replacement {
        class,
        name,
        descriptor: "",
        run: asked_for_an_address,
        why: "where memory off the heap begins is up to each JVM",
    }
}

const fn in_default_charset(class: &'static str, name: &'static str) -> Replacement {
    Replacement {
        class,
        name,
        descriptor: "(Ljava/lang/String;)Ljava/lang/String;",
        run: asked_of_the_machine,
        why: "without a charset, it takes the one that it found when its class was initialised",
    }
}

const fn weakly(class: &'static str) -> Replacement {
    Replacement {
        class,
        name: "<init>",
        descriptor: "",
        run: weak_reference,
        why: "when a collector clears a reference, and whether it ever does, is up to each JVM",
    }
}

const fn collectable_groups(name: &'static str) -> Replacement {
    Replacement {
        class: "java/lang/ThreadGroup",
        name,
        descriptor: "",
        run: groups_asked,
        why: "since 19 a group refers to its subgroups weakly",
    }
}

const fn of_common_pool(name: &'static str) -> Replacement {
    Replacement {
        class: FORK_JOIN,
        name,
        descriptor: "",
        run: size_of_common_pool,
        why: "how many workers the common pool has follows from the machine",
    }
}

const fn any_order_of_methods(name: &'static str) -> Replacement {
    Replacement {
        class: "java/lang/Class",
        name,
        descriptor: "",
        run: order_of_methods,
        why: "methods are in no particular order, and each run of a JVM may have its own",
    }
}

const fn date_of_a_record(name: &'static str) -> Replacement {
    Replacement {
        class: "java/util/logging/LogRecord",
        name,
        descriptor: "",
        run: date_asked,
        why: "the logger read the clock for itself",
    }
}

const fn for_async(name: &'static str) -> Replacement {
    Replacement {
        class: "java/util/concurrent/CompletableFuture",
        name,
        descriptor: "",
        run: async_stage,
        why: "on how many processors the JVM runs decides between the common pool and a thread for each stage",
    }
}

const fn in_some_order(class: &'static str, name: &'static str) -> Replacement {
    Replacement {
        class,
        name,
        descriptor: "",
        run: any_order,
        why: "each JVM salts the order of immutable sets and maps at its start",
    }
}

/// `vm.processors`: what a pool of the common kind sizes itself by must not depend on the machine. Library code that spins
/// before it waits does not, as on a machine with one.
pub(super) fn processors(c: &mut NativeCall<'_>) -> NativeResult {
    let caller = c.vm.image.method(c.this_thread().method_id()).class();
    if crate::rules::spins(caller.name) {
        return int(1);
    }
    c.vm.used.processors |= c.vm.is_user_behind(c.thread, |method| is_factory(method.class().name));
    let method = c.vm.image.method(c.this_thread().method_id());
    // Java 8 has a method of its own for it.
    let for_common_pool = method.name == "makeCommonPool" || method.descriptor == "(B)V";
    int(c.vm.processors(caller.name == FORK_JOIN && for_common_pool))
}

impl Vm {
    /// As many processors the program sees. The common pool is as large as two of them allow unless somebody asked for a
    /// number: each asynchronous stage then has a thread of its own, up to JDK 24, as on a machine whose pool was made small.
    fn processors(&self, for_common_pool: bool) -> i32 {
        const SMALL: i32 = 2;
        match self.mode.processors {
            Some(processors) => processors as i32,
            None if for_common_pool && self.image.universe.jdk.feature < 25 => SMALL,
            None => PROCESSORS,
        }
    }

    /// How many virtual threads can run at once: each needs a carrier.
    pub(crate) fn carriers(&self) -> usize {
        self.processors(false) as usize
    }
}

/// Whether it is the user who asks, in a search, perhaps through classes that pass it on.
fn user_asks(c: &NativeCall<'_>, passes_on: impl Fn(&str) -> bool) -> bool {
    c.vm.mode.exploring && c.vm.is_user_behind(c.thread, |method| passes_on(method.class().name))
}

/// Takes note of an identity hash or an order that the user could see.
pub(super) fn note(c: &mut NativeCall<'_>) {
    note_with(c, |_| false);
}

/// The same, where others pass it on as well.
fn note_with(c: &mut NativeCall<'_>, passes_on: impl Fn(&Method) -> bool) {
    c.vm.used.random |=
        c.vm.is_user_behind(c.thread, |method| is_front(method) || passes_on(method));
}

fn any_order(c: &mut NativeCall<'_>) -> NativeResult {
    note(c);
    Ok(Outcome::Fallthrough)
}

/// Shutdown hooks are started one after the other; of several, one order is explored.
fn order_of_hooks(c: &mut NativeCall<'_>) -> NativeResult {
    let hooks = c.vm.static_field(c.method.class(), "hooks") as Ref;
    c.vm.used.random |= c.vm.mode.exploring && hooks != 0 && c.vm.field(hooks, "size") > 1;
    Ok(Outcome::Fallthrough)
}

fn common_worker(c: &mut NativeCall<'_>) -> NativeResult {
    let common = c.vm.static_field(c.method.class(), "common");
    c.vm.used.processors |= u64::from(c.reference(0)) == common;
    Ok(Outcome::Fallthrough)
}

/// A static method asks of the common pool.
fn size_of_common_pool(c: &mut NativeCall<'_>) -> NativeResult {
    let common = c.vm.static_field(c.method.class(), "common");
    let of_common = c.method.is_static() || u64::from(c.reference(0)) == common;
    if of_common {
        return sized_by_processors(c);
    }
    Ok(Outcome::Fallthrough)
}

fn sized_by_processors(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.processors |= user_asks(c, is_factory);
    Ok(Outcome::Fallthrough)
}

fn order_of_methods(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.random |= user_asks(c, |_| false);
    Ok(Outcome::Fallthrough)
}

fn date_asked(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.clock |= user_asks(c, |class| class.starts_with("java/util/logging/"));
    Ok(Outcome::Fallthrough)
}

fn collectable_pool(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.references |= user_asks(c, |_| false);
    Ok(Outcome::Fallthrough)
}

fn groups_asked(c: &mut NativeCall<'_>) -> NativeResult {
    const WEAK_GROUPS: u32 = 19;
    let weak = c.vm.image.universe.jdk.feature >= WEAK_GROUPS;
    c.vm.used.references |= weak && user_asks(c, |_| false);
    threads_of_group(c)
}

/// The group at the root has no parent.
fn threads_of_group(c: &mut NativeCall<'_>) -> NativeResult {
    if c.vm.mode.exploring && c.vm.field(c.reference(0), "parent") == 0 {
        note_environment(c);
    }
    Ok(Outcome::Fallthrough)
}

/// Buffers and arenas use addresses without showing them to the program.
fn asked_for_an_address(c: &mut NativeCall<'_>) -> NativeResult {
    let passes_on =
        |method: &Method| is_front(method) || method.name == "alignedSlice" || method.class().name == "sun/misc/Unsafe";
    c.vm.used.environment |= c.vm.mode.exploring && c.vm.is_user_behind(c.thread, passes_on);
    Ok(Outcome::Fallthrough)
}

fn name_of_class(c: &mut NativeCall<'_>) -> NativeResult {
    if c.vm.mode.exploring && c.class_arg(0).is_hidden() {
        note_with(c, |method| method.class().name == "java/lang/Class");
    }
    Ok(Outcome::Fallthrough)
}

fn async_stage(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.method.class();
    // The executor that is passed, where one is, may be the user's. Java 8 has another name for its own.
    let own = ["ASYNC_POOL", "asyncPool"].map(|name| c.vm.static_field(class, name));
    let is_own = !c.method.is_static() || own.contains(&u64::from(c.reference(0)));
    c.vm.used.processors |= is_own && c.vm.mode.exploring;
    Ok(Outcome::Fallthrough)
}

fn weak_reference(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.references |= user_asks(c, makes_references);
    Ok(Outcome::Fallthrough)
}

/// Takes note that the program asks what the machine is like.
pub(super) fn note_environment(c: &mut NativeCall<'_>) {
    c.vm.used.environment |= user_asks(c, goes_by_the_machine);
}

fn asked_of_the_machine(c: &mut NativeCall<'_>) -> NativeResult {
    note_environment(c);
    Ok(Outcome::Fallthrough)
}

/// What is printed to a stream goes to the user's terminal in most programs.
fn end_of_line(c: &mut NativeCall<'_>) -> NativeResult {
    let writes = |class: &str| goes_by_the_machine(class) && class != "java/io/PrintStream";
    c.vm.used.environment |= user_asks(c, writes);
    Ok(Outcome::Fallthrough)
}

fn state_asked(c: &mut NativeCall<'_>) -> NativeResult {
    c.vm.used.thread_states |= c.vm.mode.exploring;
    Ok(Outcome::Fallthrough)
}

/// A `File` has its path as text, a `Path` as bytes.
fn made_absolute(c: &mut NativeCall<'_>) -> NativeResult {
    let path = c.vm.field(c.reference(0), "path") as Ref;
    // Who makes a `File` without its constructor has none.
    if c.vm.mode.exploring && path != 0 {
        let first = match c.vm.class_of(path).is_array() {
            true if c.vm.heap.length(path) == 0 => None,
            true => Some(c.vm.heap.read(u64::from(path + HEADER) * 8, 0) as u8),
            false => c.vm.text(path).bytes().next(),
        };
        if first != Some(b'/') {
            note_environment(c);
        }
    }
    Ok(Outcome::Fallthrough)
}

fn property(c: &mut NativeCall<'_>) -> NativeResult {
    const FAMILIES: [&str; 7] = ["user.", "os.", "sun.", "native.", "stdout.", "stderr.", "java.vm."];
    const OTHERS: [&str; 8] = [
        "file.encoding",
        "file.separator",
        "java.class.path",
        "java.home",
        "java.io.tmpdir",
        "java.library.path",
        "line.separator",
        "path.separator",
    ];
    let key = c.reference(0);
    if c.vm.mode.exploring && key != 0 {
        let key = c.vm.text(key);
        if OTHERS.contains(&&*key) || FAMILIES.iter().any(|family| key.starts_with(family)) {
            note_environment(c);
        }
    }
    Ok(Outcome::Fallthrough)
}

/// The number of carriers stays as `vm.processors` says.
fn new_property(c: &mut NativeCall<'_>) -> NativeResult {
    let key = c.reference(0);
    c.vm.used.processors |= c.vm.mode.exploring && key != 0 && c.vm.text(key).starts_with(crate::jvm_args::CARRIERS);
    Ok(Outcome::Fallthrough)
}

/// What answers, formats or reads by the machine's settings, for its caller.
fn goes_by_the_machine(class: &str) -> bool {
    const PLACES: [&str; 25] = [
        "java/awt/",
        "java/io/",
        "java/lang/Boolean",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Process",
        "java/lang/Runtime",
        "java/lang/String",
        "java/lang/System",
        "java/lang/Thread",
        "java/lang/Throwable",
        "java/net/",
        "java/nio/file/",
        // With the package of actions: up to 17 the JDK asks for most properties so.
        "java/security/AccessController",
        "java/sql/",
        "java/text/",
        "java/time/",
        "java/util/Calendar",
        "java/util/Date",
        "java/util/Formatter",
        "java/util/GregorianCalendar",
        "java/util/Properties",
        "java/util/ResourceBundle",
        "java/util/Scanner",
        "sun/security/action/",
    ];
    const SETTINGS: [&str; 3] = ["java/util/Locale", "java/util/TimeZone", "java/nio/charset/Charset"];
    SETTINGS.contains(&class) || PLACES.iter().any(|place| class.starts_with(place))
}

/// Makers of pools as large as the machine, and those who describe it.
fn is_factory(class: &str) -> bool {
    const PLACES: [&str; 4] = [
        "com/sun/",
        "javax/management/",
        "sun/management/",
        "java/lang/management/",
    ];
    [FORK_JOIN, "java/util/concurrent/Executors", "java/lang/Runtime"].contains(&class)
        || PLACES.iter().any(|place| class.starts_with(place))
}

/// What makes references to what its caller gives it, or to what only its caller holds. What else in the JDK makes some, for caches and
/// thread-locals, copes with their loss.
fn makes_references(class: &str) -> bool {
    const MAKERS: [&str; 5] = [
        "java/lang/ref/",
        "java/util/function/",
        "java/util/logging/",
        "java/util/stream/",
        "jdk/internal/ref/",
    ];
    // Its caches hold softly what it can make again.
    const CACHES: [&str; 3] = [
        "java/util/Locale",
        "java/util/ResourceBundle",
        "java/util/ServiceLoader",
    ];
    let collection = class.strip_prefix("java/util/").is_some_and(|rest| !rest.contains('/'));
    MAKERS.iter().any(|maker| class.starts_with(maker))
        || collection && !CACHES.iter().any(|cache| class.starts_with(cache))
}

/// Collections, what calls `hashCode` or `toString` for others, and what answers these from its parts.
fn is_front(method: &Method) -> bool {
    const OTHERS: [&str; 10] = [
        "java/lang/AbstractStringBuilder",
        "java/lang/AssertionError",
        "java/lang/Enum",
        "java/lang/Iterable",
        "java/lang/Object",
        "java/lang/String",
        "java/lang/StringBuffer",
        "java/lang/StringBuilder",
        "java/lang/StringConcatHelper",
        "java/lang/System",
    ];
    const PLACES: [&str; 4] = [
        "java/io/Print",
        "java/io/Writer",
        "java/text/MessageFormat",
        "java/util/",
    ];
    // Executors keep their workers, and what has failed, in tables that no program sees.
    const POOLS: [&str; 2] = [
        "java/util/concurrent/ForkJoin",
        "java/util/concurrent/ThreadPoolExecutor",
    ];
    let class = method.class();
    let of_a_pool = POOLS.iter().any(|pool| class.name.starts_with(pool));
    let answers = !class.is_user() && ["hashCode", "toString"].contains(&method.name);
    answers || !of_a_pool && (OTHERS.contains(&class.name) || PLACES.iter().any(|place| class.name.starts_with(place)))
}
