//! The program's classes with scheduling points, in a temporary folder. The class path itself is read, and never written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use dropwire_classes::{
    ClassPath, Instrumented, LeftAlone, SchedulingPoints, instrument, mentioned_methods, synchronized_methods,
};

macro_rules! runtime {
    ($name:literal) => {
        (
            $name,
            include_bytes!(concat!(
                "../../../stress-runtime/classes/dropwire/stress/",
                $name,
                ".class"
            )),
        )
    };
}

/// What rewritten classes call, and what runs them: `server/stress-runtime`.
const RUNTIME: &[(&str, &[u8])] = &[
    runtime!("Loader"),
    runtime!("Loader$Rewritten"),
    runtime!("Points"),
    runtime!("Points$Run"),
    runtime!("Points$Scheduler"),
    runtime!("Runner"),
    runtime!("Runner$1"),
    runtime!("Runner$Watch"),
    runtime!("Tests"),
];

/// The method that is called at scheduling points.
const HOOK: (&str, &str) = ("dropwire/stress/Points", "point");

/// What a program does that others in the same process would notice, or that shows it that it is not alone.
const NEEDS_A_PROCESS: &[(&str, &str)] = &[
    ("java/lang/System", "exit"),
    ("java/lang/System", "setOut"),
    ("java/lang/System", "setErr"),
    ("java/lang/System", "setIn"),
    ("java/lang/System", "setProperty"),
    ("java/lang/System", "setProperties"),
    ("java/lang/System", "clearProperty"),
    ("java/lang/System", "setSecurityManager"),
    ("java/lang/Runtime", "exit"),
    ("java/lang/Runtime", "halt"),
    ("java/lang/Runtime", "addShutdownHook"),
    ("java/lang/Thread", "setDefaultUncaughtExceptionHandler"),
    ("java/lang/Thread", "getDefaultUncaughtExceptionHandler"),
    ("java/lang/Thread", "getAllStackTraces"),
    ("java/lang/Thread", "enumerate"),
    ("java/lang/Thread", "activeCount"),
    ("java/lang/Thread", "getThreadGroup"),
    ("java/lang/ClassLoader", "getSystemClassLoader"),
    ("java/lang/String", "intern"),
    ("java/util/Locale", "setDefault"),
    ("java/util/TimeZone", "setDefault"),
];

/// The rewritten classes, and what to know of them.
#[derive(Debug)]
pub struct Rewritten {
    /// The folder with all of it.
    pub folder: tempfile::TempDir,
    /// Directories and jars of the program, wildcards and manifests followed.
    pub class_path: Vec<PathBuf>,
    /// Classes that were rewritten.
    pub classes: u64,
    /// Scheduling points in them.
    pub points: u64,
    /// Methods that stay as they were, though they have places for points: `Class.method()V`, and why.
    pub left_alone: Vec<(String, LeftAlone)>,
    /// Classes that cannot be read, as they are on the class path; `java` says what is wrong with them.
    pub unreadable: Vec<String>,
    /// What it does that others in its process would notice: `java.lang.System.exit`.
    pub needs_a_process: Option<String>,
}

impl Rewritten {
    /// The runtime's classes.
    pub fn runtime(&self) -> PathBuf {
        self.folder.path().join("runtime")
    }

    /// The rewritten classes of the n-th entry of the class path are in its folder `n`.
    pub fn classes_folder(&self) -> PathBuf {
        self.folder.path().join("classes")
    }
}

/// Rewrites the classes of the class path's folders, or those of the jar in which the target is.
///
/// # Errors
/// A sentence: what cannot be read or written.
pub fn rewrite(class_path: &[PathBuf], feature: u32, target: &str, kinds: Kinds) -> Result<Rewritten, String> {
    let path = ClassPath::open(class_path, feature).map_err(|error| error.to_string())?;
    let mut classes = Vec::new();
    let of_target = path
        .find_class(&target.replace('.', "/"))
        .map_err(|error| error.to_string())?;
    let jar = of_target.map(|found| found.origin).filter(|origin| !origin.is_dir());
    let names = match &jar {
        Some(_) => path.class_names(),
        None => path.class_names_of_directories(),
    };
    for name in names.map_err(|error| error.to_string())? {
        if let Some(found) = path.find_class(&name).map_err(|error| error.to_string())?
            && (found.origin.is_dir() || Some(&found.origin) == jar.as_ref())
        {
            classes.push((name, found));
        }
    }
    let mut made = Rewritten {
        folder: temporary()?,
        class_path: path.origins().map(Path::to_path_buf).collect(),
        classes: 0,
        points: 0,
        left_alone: Vec::new(),
        unreadable: Vec::new(),
        needs_a_process: None,
    };
    let mut synchronized = BTreeSet::new();
    for (_, found) in &classes {
        // One that cannot be read is named below.
        synchronized.extend(synchronized_methods(&found.bytes).unwrap_or_default());
        if made.needs_a_process.is_none() {
            made.needs_a_process = needs_a_process(&found.bytes);
        }
    }
    let points = kinds.points(synchronized);
    let entries: BTreeMap<&Path, usize> = path.origins().enumerate().map(|(at, origin)| (origin, at)).collect();
    for (name, found) in &classes {
        match instrument(&found.bytes, HOOK, &points) {
            Ok(instrumented) => {
                let entry = entries.get(found.origin.as_path()).copied().unwrap_or_default();
                let folder = made.classes_folder().join(entry.to_string());
                write(&folder.join(format!("{name}.class")), &instrumented.bytes)?;
                made.count(name, instrumented);
            }
            Err(_) => made.unreadable.push(name.replace('/', ".")),
        }
    }
    for (name, bytes) in RUNTIME {
        write(&made.runtime().join(format!("dropwire/stress/{name}.class")), bytes)?;
    }
    Ok(made)
}

impl Rewritten {
    fn count(&mut self, class: &str, instrumented: Instrumented) {
        self.classes += 1;
        self.points += instrumented.points as u64;
        let class = class.replace('/', ".");
        let named = |(method, why): (String, LeftAlone)| (format!("{class}.{method}"), why);
        self.left_alone.extend(instrumented.left_alone.into_iter().map(named));
    }
}

/// Before which kinds of operations there are points: `--points`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Accesses to fields.
    pub fields: bool,
    /// Accesses to elements of arrays.
    pub arrays: bool,
    /// Monitors, threads, `java.util.concurrent`.
    pub synchronisation: bool,
    /// Calls of the mutable classes of `java.util`.
    pub collections: bool,
}

impl Kinds {
    fn points(self, synchronized_methods: BTreeSet<dropwire_classes::MethodName>) -> SchedulingPoints {
        SchedulingPoints {
            fields: self.fields,
            arrays: self.arrays,
            synchronisation: self.synchronisation,
            collections: self.collections,
            synchronized_methods,
        }
    }
}

fn needs_a_process(class: &[u8]) -> Option<String> {
    let mentioned = mentioned_methods(class).unwrap_or_default();
    let found = NEEDS_A_PROCESS
        .iter()
        .find(|(class, method)| mentioned.contains(&((*class).to_owned(), (*method).to_owned())));
    found.map(|(class, method)| format!("{}.{method}", class.replace('/', ".")))
}

fn temporary() -> Result<tempfile::TempDir, String> {
    let made = tempfile::Builder::new().prefix("dropwire-stress-").tempdir();
    made.map_err(|error| format!("cannot create a temporary folder: {error}"))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot write {}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    fs::write(file, bytes).map_err(cannot)
}
