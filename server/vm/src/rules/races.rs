//! Whose business a race inside the library is, as data.

use super::is_mock_machinery;
use crate::image::class::{Class, Method};

/// Classes of the JDK that several threads may use at once, as their documentation says, values, which nobody can change, and
/// the virtual machine's own machinery, by prefix: races in what they declare are by design. What is not here is reported at the
/// user's call.
const SAFE: &[&str] = &[
    "dropwire/",
    "java/lang/",
    "java/util/concurrent/",
    "jdk/internal/",
    // Values: what they compute when they are asked for it, every thread computes the same.
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/math/MathContext",
    "java/net/Inet",
    "java/net/URI",
    "java/net/URL",
    "java/time/",
    "java/util/Base64",
    "java/util/Currency",
    "java/util/ImmutableCollections",
    "java/util/Locale",
    "java/util/Optional",
    "java/util/UUID",
    "java/util/regex/Pattern",
    "java/nio/charset/Charset",
    "sun/nio/cs/",
    "sun/security/x509/",
    "sun/util/calendar/ZoneInfo",
    "sun/util/locale/",
    // Documented as safe for use by several threads, or synchronized as a whole.
    "java/io/ClassCache",
    "java/io/FileDescriptor",
    "java/io/ObjectStreamClass",
    "java/io/ObjectStreamField",
    "java/io/PrintStream",
    "java/nio/channels/",
    "java/nio/file/",
    "java/security/Provider",
    "java/security/SecureRandom",
    "java/security/Security",
    "java/util/Hashtable",
    "java/util/ListResourceBundle",
    "java/util/Properties",
    "java/util/Random",
    "java/util/ResourceBundle",
    "java/util/Stack",
    "java/util/Timer",
    "java/util/Vector",
    "java/util/logging/",
    "java/util/zip/ZipFile",
    "sun/invoke/",
    "sun/launcher/",
    "sun/misc/",
    "sun/nio/ch/",
    "sun/nio/fs/",
    "sun/reflect/",
    "sun/security/jca/",
];

/// Among these: what guards nothing.
const UNSAFE: &[&str] = &[
    "java/lang/AbstractStringBuilder",
    "java/lang/ProcessBuilder",
    "java/lang/StringBuilder",
    // `Thread.Builder` is documented as not thread safe; its factories are.
    "java/lang/ThreadBuilders$BaseThreadBuilder",
    "java/lang/ThreadBuilders$PlatformThreadBuilder",
    "java/lang/ThreadBuilders$VirtualThreadBuilder",
    "java/lang/module/ModuleDescriptor$Builder",
    "java/net/URLConnection",
    "java/net/URLClassLoader",
    "java/nio/charset/CharsetDecoder",
    "java/nio/charset/CharsetEncoder",
    "java/security/SecureRandomSpi",
    "java/time/format/DateTimeFormatterBuilder",
    "java/util/Base64$DecInputStream",
    "java/nio/file/attribute/AclEntry$Builder",
    // The views of a table lock, their entries do not.
    "java/util/Hashtable$Entry",
    // What `Vector.elements` gives counts without the lock.
    "java/util/Vector$1",
    // An entry that is handed out writes through to its map; what it shows itself is a plain field.
    "java/util/concurrent/ConcurrentHashMap$MapEntry",
    // The result of a task, which may not be done.
    "java/util/concurrent/ForkJoinTask$AdaptedCallable",
    "java/util/concurrent/ForkJoinTask$AdaptedInterruptibleCallable",
    "java/util/concurrent/RecursiveTask",
    "java/util/logging/LogRecord",
    "jdk/internal/foreign/SlicingAllocator",
    "java/util/Base64$EncOutputStream",
    "java/util/Locale$Builder",
    "sun/util/locale/InternalLocaleBuilder",
    "sun/util/locale/LocaleExtensionsBuilder",
];

/// (class, static field): objects of the JDK that all threads are handed, which hold nothing: what is written to them is always the same.
pub const EMPTY: &[(&str, &str)] = &[
    // The input of each inflater and deflater that has none: its position is set to 0 again and again.
    ("java/util/zip/ZipUtils", "defaultBuf"),
];

/// What stands somewhere in a collection is one thread's own, whatever the collection is. Most such classes implement one of these.
const CURSOR_TYPES: &[&str] = &["java/util/Enumeration", "java/util/Iterator", "java/util/Spliterator"];
/// Parts of names of the others, and of what the cursors extend.
const CURSORS: &[&str] = &["Itr", "Iter", "Spliterator", "Traverser", "Enumerator"];

/// Whether a class, or one that it extends, says of itself that it is a cursor.
fn is_cursor(class: &Class) -> bool {
    std::iter::successors(Some(class), |class| class.superclass)
        .flat_map(|class| class.interfaces.iter())
        .any(|interface| CURSOR_TYPES.contains(&interface.name) || is_cursor(interface))
}

/// Whether what a class declares may be used by several threads: it is one of the JDK that is documented as thread-safe, or the
/// virtual machine's own machinery, or is behind mocks.
pub fn is_thread_safe(class: &Class) -> bool {
    if class.is_user() {
        return is_mock_machinery(class.name);
    }
    let nested = class.name.rsplit('/').next().unwrap_or_default();
    let coder = class.name.starts_with("sun/nio/cs/") && (nested.contains("Decoder") || nested.contains("Encoder"));
    let random = class.name.starts_with("jdk/internal/util/random/");
    SAFE.iter().any(|prefix| class.name.starts_with(prefix))
        && !UNSAFE.contains(&class.name)
        && !CURSORS.iter().any(|part| nested.contains(part))
        && !is_cursor(class)
        && !coder
        && !random
}

/// Whether a method makes what everybody who finds it can use just as well. Maps of the JDK make their views when they are first
/// asked for them and keep them without synchronization, as the comment at `AbstractMap.keySet` says: reading a map does not
/// modify it.
pub fn makes_a_view(method: &Method) -> bool {
    const VIEWS: [&str; 9] = [
        "keySet",
        "values",
        "entrySet",
        "navigableKeySet",
        "descendingKeySet",
        "descendingMap",
        "sequencedKeySet",
        "sequencedValues",
        "sequencedEntrySet",
    ];
    let class = method.class();
    !class.is_user()
        && class.name.starts_with("java/util/")
        && method.descriptor.starts_with("()")
        && VIEWS.contains(&method.name)
}

/// Whether a class only carries out what its callers do to memory: whose business that is, they say.
pub fn works_for_callers(class: &Class) -> bool {
    const PREFIXES: [&str; 6] = [
        "java/lang/invoke/VarHandle",
        "java/util/Arrays",
        "jdk/internal/misc/ScopedMemoryAccess",
        "jdk/internal/misc/Unsafe",
        "jdk/internal/util/ArraysSupport",
        "sun/misc/Unsafe",
    ];
    !class.is_user() && PREFIXES.iter().any(|prefix| class.name.starts_with(prefix))
}

/// (prefix of the name of a class, field or all fields): what such a field refers to belongs to whoever has the object.
const HELD_FOR_CALLERS: &[(&str, Option<&str>)] = &[
    // The arguments that a method handle is bound to, and the handle or the handler behind a proxy.
    ("java/lang/invoke/BoundMethodHandle", None),
    ("java/lang/invoke/MethodHandleProxies", None),
    ("java/lang/reflect/Proxy", Some("h")),
    // What was put there is what others are given.
    ("java/lang/ref/Reference", Some("referent")),
    ("java/util/ImmutableCollections$List12", None),
    ("java/util/ImmutableCollections$Map1", None),
    ("java/util/ImmutableCollections$Set12", None),
    ("java/util/Optional", Some("value")),
    ("java/util/concurrent/CompletableFuture", Some("result")),
    ("java/util/concurrent/FutureTask", Some("outcome")),
    ("java/util/concurrent/atomic/AtomicReference", Some("value")),
    // What a channel over a stream reads or writes, under a lock of its own.
    ("java/nio/channels/Channels$", None),
    // What a thread runs: `target` up to 17.
    ("java/lang/Thread", Some("target")),
    ("java/lang/Thread", Some("holder")),
    ("java/lang/Thread$FieldHolder", Some("task")),
];

/// Whether what a field that a class declares refers to is that of whoever has the object.
pub fn holds_for_callers(class: &Class, field: &str) -> bool {
    let listed =
        |(prefix, held): &(&str, Option<&str>)| class.name.starts_with(prefix) && held.is_none_or(|held| held == field);
    !class.is_user() && HELD_FOR_CALLERS.iter().any(listed)
}

/// Whether what is written to an object of this class is read by nobody: a format is handed one where its caller does not care for positions.
pub fn is_benign_race(class: &Class) -> bool {
    class.name == "java/text/DontCareFieldPosition"
}

/// Classes of the JDK whose code is part of an atomic operation that calls it.
const PARTS: &[&str] = &[
    "java/lang/",
    "java/security/",
    "java/util/AbstractQueue",
    "java/util/Arrays",
    "java/util/Collections$Empty",
    "java/util/ImmutableCollections",
    "java/util/Objects",
    "java/util/Random",
    "java/util/concurrent/",
    "java/util/function/",
];

/// Whether a class is among thread-safe ones and is none.
pub(super) fn guards_nothing(class: &str) -> bool {
    UNSAFE.contains(&class)
}

/// Classes that guard nothing: an atomic operation that reads one of them is not atomic in what it reads, as
/// `new CopyOnWriteArrayList<>(list)`.
pub fn is_unguarded(class: &str) -> bool {
    class.starts_with("java/") && !PARTS.iter().any(|prefix| class.starts_with(prefix)) || UNSAFE.contains(&class)
}
