//! Whose business a race inside the library is, as data.

use super::is_mock_machinery;
use crate::image::class::{Class, Method};

/// Whether races inside a class are by design: it is one of the JDK that is documented as thread-safe, or the virtual
/// machine's own machinery, or stands behind mocks.
fn is_thread_safe(class: &Class) -> bool {
    if class.is_user() {
        return is_mock_machinery(class.name);
    }
    const SAFE: [&str; 24] = [
        "java/util/concurrent/",
        "java/lang/",
        "jdk/internal/",
        "sun/",
        // Values: what they compute when they are asked for it, every thread computes the same.
        "java/math/Big",
        "java/net/URI",
        "java/nio/file/",
        "java/time/",
        "java/util/Base64",
        "java/util/Currency",
        "java/util/ImmutableCollections",
        "java/util/Locale",
        "java/util/UUID",
        "java/util/regex/Pattern",
        "java/nio/charset/Charset",
        "java/io/PrintStream",
        "java/security/Provider",
        "java/security/SecureRandom",
        "java/security/Security",
        "java/util/Hashtable",
        "java/util/Random",
        "java/util/ResourceBundle",
        "java/util/Timer",
        "java/util/Vector",
    ];
    const UNSAFE: [&str; 3] = [
        "java/lang/StringBuilder",
        "java/lang/AbstractStringBuilder",
        "java/time/format/DateTimeFormatterBuilder",
    ];
    SAFE.iter().any(|prefix| class.name.starts_with(prefix)) && !UNSAFE.contains(&class.name)
}

/// Whether races inside a method are by design. Maps of the JDK make their views when they are first asked for them and
/// keep them without synchronization, as the comment at `AbstractMap.keySet` says: reading a map does not modify it.
pub fn races_by_design(method: &Method) -> bool {
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
    is_thread_safe(class)
        || !class.is_user()
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

/// Whether what is written to an object of this class is read by nobody: a format is handed one where its caller does not care for positions.
pub fn is_not_cared_for(class: &Class) -> bool {
    class.name == "java/text/DontCareFieldPosition"
}

/// Collections and builders that guard nothing: an atomic operation that reads one of them is not atomic in what it
/// reads, as `new CopyOnWriteArrayList<>(list)`.
pub fn is_unguarded(class: &str) -> bool {
    const PREFIXES: [&str; 18] = [
        "java/util/AbstractCollection",
        "java/util/AbstractList",
        "java/util/AbstractMap",
        "java/util/ArrayDeque",
        "java/util/ArrayList",
        "java/util/HashMap",
        "java/util/HashSet",
        "java/util/LinkedHash",
        "java/util/LinkedList",
        "java/util/PriorityQueue",
        "java/util/Tree",
        "java/util/BitSet",
        "java/util/EnumMap",
        "java/util/WeakHashMap",
        "java/util/StringJoiner",
        "java/util/Calendar",
        "java/util/Date",
        "java/lang/AbstractStringBuilder",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}
