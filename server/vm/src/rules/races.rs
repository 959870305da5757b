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

/// Whether what is written to an object of this class is read by nobody: a format is handed one where its caller does not care for positions.
pub fn is_not_cared_for(class: &Class) -> bool {
    class.name == "java/text/DontCareFieldPosition"
}

/// Collections and builders that guard nothing: an atomic operation that reads one of them is not atomic in what it
/// reads, as `new CopyOnWriteArrayList<>(list)`.
pub fn is_unguarded(class: &str) -> bool {
    const PREFIXES: [&str; 21] = [
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
        // Each call of these locks for itself.
        "java/util/Collections$Synchronized",
        "java/util/Hashtable",
        "java/util/Vector",
        "java/util/StringJoiner",
        "java/util/Calendar",
        "java/util/Date",
        "java/lang/AbstractStringBuilder",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}
