//! Where the machine ends: what a native method without a peer would have done, and what a program can do instead.

use crate::image::class::Class;

/// What is outside.
const EDGES: &[(&[&str], &str, &str)] = &[
    (
        &[
            "sun/nio/ch/FileChannelImpl",
            "sun/nio/ch/FileDispatcherImpl",
            "sun/nio/ch/UnixFileDispatcherImpl",
        ],
        "files",
        "Read and write the file by its channel or a stream, without mapping it into memory",
    ),
    (
        &["java/net/", "sun/nio/ch/", "sun/net/", "java/nio/channels/"],
        "sockets",
        "Put an object of your own in place of the connection",
    ),
    (
        &["java/lang/Process", "java/lang/UNIXProcess"],
        "other processes",
        "Put an object of your own in place of the process",
    ),
    (
        &["java/io/", "sun/nio/fs/", "java/util/zip/", "java/util/prefs/"],
        "files",
        "Give the program its data from the class path or from memory, and let it write to memory or to plain files below /tmp",
    ),
    (
        &[
            "java/awt/",
            "sun/awt/",
            "sun/java2d/",
            "sun/font/",
            "javax/swing/",
            "com/sun/java/swing/",
        ],
        "windows",
        "Check what is behind the window",
    ),
];

/// The edge that a native method lies on, and how to go on.
pub(crate) fn edge(class: &Class) -> (&'static str, &'static str) {
    let of = |packages: &[&str]| packages.iter().any(|package| class.name.starts_with(package));
    match EDGES.iter().find(|(packages, ..)| of(packages)) {
        Some((_, what, advice)) => (what, advice),
        None if class.is_user() => (
            "native libraries",
            "Put Java code in its place, as a subclass or behind an interface, for the target that is checked",
        ),
        None => ("this part of the JDK", "Report it, or let the target do without"),
    }
}
