//! What the binary may ask of the system: the table behind `SECURITY.md`, and a judge of what `strace` has seen.
//!
//! With `DROPWIRE_TRACE_CALLS=FOLDER` every call of the binary is traced into a file of this folder; `judge-calls FOLDER` reads them.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use dropwire_classes::Jdk;

use crate::{dropwire, tree};

/// What the standard library and a look at the own processes and memory read.
const SYSTEM: &[&str] = &[
    "/proc",
    "/sys",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/dev/null",
    "/usr/lib/jvm",
];
/// Where the loader finds libraries.
const LIBRARIES: &[&str] = &["/lib", "/lib64", "/usr/lib", "/usr/lib64"];
/// What a compiler reads beside that.
const SYSTEM_OF_COMPILER: &[&str] = &[
    "/usr/bin",
    "/usr/share/locale",
    "/usr/lib",
    "/etc",
    "/dev/random",
    "/dev/urandom",
];
/// What it writes about itself.
const OF_COMPILER: &str = "/proc/self/coredump_filter";
/// Devices that may be named as an output.
const DEVICES: &[&str] = &["/dev/null", "/dev/full", "/dev/tty", "/dev/stdout", "/dev/stderr"];

/// Where the traces go, if they are wanted.
pub const TRACE_CALLS: &str = "DROPWIRE_TRACE_CALLS";

/// The binary, traced if that is wanted.
pub fn command() -> Command {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let Some(folder) = env::var_os(TRACE_CALLS) else {
        return Command::new(dropwire::binary());
    };
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let file = folder.join(format!("{}-{number}", std::process::id()));
    strace(&file)
}

/// The binary under `strace`, which writes to a file.
pub fn strace(file: &Path) -> Command {
    let mut command = Command::new("strace");
    command
        .args([
            "-f",
            "-y",
            "-qq",
            "-s",
            "4096",
            "--seccomp-bpf",
            "-e",
            "trace=%file,%network,%process",
            "-o",
        ])
        .arg(file)
        .arg(dropwire::binary());
    command
}

/// What may be started, read and written.
#[derive(Debug, Default)]
pub struct Allowed {
    /// Programs, by path.
    pub programs: Vec<PathBuf>,
    /// Whether a compiler may be started: any that is called `javac`.
    pub compiler: bool,
    /// Whether a solver may be started: any that is called `z3`.
    pub solver: bool,
    /// Folders and files.
    pub read: Vec<PathBuf>,
    /// Folders and files, which may be read as well.
    pub written: Vec<PathBuf>,
}

impl Allowed {
    /// What the tests of the command line may give: inputs are in the tree and in the temporary folder, outputs there and in `target`.
    ///
    /// # Errors
    /// No JDK.
    pub fn in_tests() -> Result<Allowed, String> {
        let jdk = Jdk::locate(None).map_err(|error| error.to_string())?;
        let home = env::home_dir().unwrap_or_default();
        let cache = env::var_os("XDG_CACHE_HOME").map_or(home.join(".cache"), PathBuf::from);
        let target = dropwire::binary().ancestors().nth(2).unwrap_or(Path::new("target"));
        Ok(Allowed {
            programs: vec![dropwire::binary().to_owned(), "/proc/self/exe".into()],
            compiler: true,
            solver: true,
            read: vec![
                tree::root(),
                jdk.home,
                home.join(".m2"),
                home.join(".gradle"),
                cache.join("dropwire-tools"),
                "/usr/share/java".into(),
            ],
            written: vec![env::temp_dir(), cache.join("dropwire"), target.to_owned()],
        })
    }

    /// The calls of a trace that are not allowed.
    pub fn faults(&self, trace: &str) -> Vec<String> {
        let parents = parents(trace);
        let mut processes: HashMap<&str, Process> = HashMap::new();
        let mut bad = Vec::new();
        for line in &whole_lines(trace) {
            let (number, call) = line.split_once(' ').unwrap_or((line, ""));
            let inherited = || parents.get(number).and_then(|parent| processes.get(parent)).cloned();
            let mut process = match processes.get(number) {
                Some(process) => process.clone(),
                None => inherited().unwrap_or_default(),
            };
            let call = Call::read(call.trim_start());
            process.look(&call);
            if !call.found_nothing && !self.may(&process, &call) {
                bad.push(line.to_owned());
            }
            process.go_on(&call);
            processes.insert(number, process);
        }
        bad
    }

    fn may(&self, process: &Process, call: &Call<'_>) -> bool {
        let paths: Vec<PathBuf> = call.strings.iter().map(|path| call.resolve(process, path)).collect();
        let path = paths.first().map_or(Path::new(""), PathBuf::as_path);
        match call.name {
            "execve" => {
                self.programs.iter().any(|program| program == path)
                    || self.compiler && is_compiler(path)
                    || self.solver && is_solver(path)
            }
            "open" | "openat" | "openat2" if !writes(call.arguments) => self.may_read(process, path),
            "open" | "openat" | "openat2" | "creat" | "mkdir" | "mkdirat" | "unlink" | "unlinkat" | "rmdir"
            | "chmod" | "fchmodat" | "truncate" | "utimensat" => self.may_write(process, path),
            "rename" | "renameat" | "renameat2" | "link" | "linkat" => {
                paths.iter().all(|path| self.may_write(process, path))
            }
            // The first path is a symbolic link's text.
            "symlink" | "symlinkat" => paths.iter().skip(1).all(|path| self.may_write(process, path)),
            // A compiler's library looks which protocols there are. Nobody connects.
            "socket" => process.is_compiler,
            "connect" | "bind" | "listen" | "accept" | "accept4" | "sendto" | "sendmsg" => false,
            // Looks at names, ends of calls, signals.
            _ => true,
        }
    }

    fn may_read(&self, process: &Process, path: &Path) -> bool {
        let below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // A look for `dropwire.toml` goes up to the root of a repository.
        let is_above = || self.read.iter().any(|folder| folder.starts_with(path));
        below(SYSTEM)
            || below(LIBRARIES) && name.contains(".so")
            || process.is_compiler && below(SYSTEM_OF_COMPILER)
            || self.read.iter().any(|folder| path.starts_with(folder))
            || is_above()
            || self.may_write(process, path)
    }

    fn may_write(&self, process: &Process, path: &Path) -> bool {
        process.is_compiler && path == Path::new(OF_COMPILER)
            || DEVICES.iter().any(|device| path == Path::new(device))
            || self.written.iter().any(|folder| path.starts_with(folder))
    }
}

/// A process or thread in a trace.
#[derive(Clone, Debug, Default)]
struct Process {
    is_compiler: bool,
    /// Its working folder, as soon as a call names it.
    folder: PathBuf,
}

impl Process {
    /// Learns the working folder.
    fn look(&mut self, call: &Call<'_>) {
        if let Some(folder) = call.folder.filter(|_| call.at_working_folder) {
            self.folder = folder.into();
        }
    }

    /// What the call makes of it.
    fn go_on(&mut self, call: &Call<'_>) {
        let Some(path) = call.strings.first().filter(|_| !call.failed) else {
            return;
        };
        match call.name {
            "execve" => self.is_compiler = is_compiler(Path::new(path)),
            "chdir" => self.folder = normal(&self.folder.join(path)),
            _ => {}
        }
    }
}

fn is_compiler(program: &Path) -> bool {
    program.file_name() == Some(OsStr::new("javac"))
}

fn is_solver(program: &Path) -> bool {
    program.file_name() == Some(OsStr::new("z3"))
}

/// A line of a trace without its process: `openat(AT_FDCWD</folder>, "name", O_RDONLY) = 3</folder/name>`.
struct Call<'a> {
    name: &'a str,
    arguments: &'a str,
    /// The texts among its arguments.
    strings: Vec<String>,
    /// The folder that relative paths begin in.
    folder: Option<&'a str>,
    at_working_folder: bool,
    failed: bool,
    /// What does not exist was looked for and not touched.
    found_nothing: bool,
}

impl<'a> Call<'a> {
    fn read(call: &'a str) -> Call<'a> {
        let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
        let first = arguments.split(',').next().unwrap_or("");
        let folder = first.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
        let result = call.rsplit_once(" = ").map_or("", |(_, result)| result);
        Call {
            name,
            arguments,
            strings: strings(arguments),
            folder,
            at_working_folder: first.starts_with("AT_FDCWD"),
            failed: result.starts_with("-1 "),
            found_nothing: ["-1 ENOENT", "-1 ENOTDIR", "-1 EEXIST"]
                .iter()
                .any(|error| result.starts_with(error)),
        }
    }

    /// Where a path leads to.
    fn resolve(&self, process: &Process, path: &str) -> PathBuf {
        let folder = self.folder.map_or(&*process.folder, Path::new);
        normal(&folder.join(path))
    }
}

/// Without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => normal.push(part),
        }
    }
    normal
}

/// The texts of a call's arguments, without the backslashes of the trace.
fn strings(arguments: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = arguments.bytes();
    while rest.any(|byte| byte == b'"') {
        let mut text = Vec::new();
        while let Some(byte) = rest.next().filter(|byte| *byte != b'"') {
            let escaped = (byte == b'\\').then(|| rest.next()).flatten();
            match escaped {
                None => text.push(byte),
                Some(b'n') => text.push(b'\n'),
                Some(b't') => text.push(b'\t'),
                Some(digit @ b'0'..=b'7') => {
                    let mut value = u32::from(digit - b'0');
                    while let Some(digit @ b'0'..=b'7') = rest.clone().next() {
                        value = value * 8 + u32::from(digit - b'0');
                        rest.next();
                    }
                    text.push(value as u8);
                }
                Some(other) => text.push(other),
            }
        }
        all.push(String::from_utf8_lossy(&text).into_owned());
    }
    all
}

/// The lines of a trace: a call that others interrupt is one where it ends, or at the end.
fn whole_lines(trace: &str) -> Vec<String> {
    let mut begun: BTreeMap<&str, &str> = BTreeMap::new();
    let mut whole = Vec::new();
    for line in trace.lines() {
        let (number, call) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(start) = line.strip_suffix("<unfinished ...>") {
            begun.insert(number, start);
            continue;
        }
        let resumed = call
            .trim_start()
            .strip_prefix("<... ")
            .and_then(|call| call.split_once('>'));
        match (resumed, begun.remove(number)) {
            (Some((_, end)), Some(start)) => whole.push(format!("{start}{end}")),
            (None, Some(start)) => whole.extend([start.to_owned(), line.to_owned()]),
            (_, None) => whole.push(line.to_owned()),
        }
    }
    whole.extend(begun.into_values().map(str::to_owned));
    whole
}

/// Who has started whom: a child may act before the call that made it returns.
fn parents(trace: &str) -> HashMap<&str, &str> {
    let start = |line| {
        let (parent, call): (&str, &str) = str::split_once(line, ' ')?;
        let call = call.trim_start().trim_start_matches("<... ");
        let makes = ["clone", "fork", "vfork"].iter().any(|name| call.starts_with(name));
        let (_, child) = call.rsplit_once(" = ").filter(|_| makes)?;
        let child = child.split(|character: char| !character.is_ascii_digit()).next()?;
        (!child.is_empty()).then_some((child, parent))
    };
    trace.lines().filter_map(start).collect()
}

fn writes(arguments: &str) -> bool {
    ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"]
        .iter()
        .any(|flag| arguments.contains(flag))
}

/// All that is not allowed in the traces of a folder, and how many traces there are.
///
/// # Errors
/// A file that cannot be read, or no JDK.
pub fn judge(folder: &Path) -> Result<(usize, Vec<String>), String> {
    let allowed = Allowed::in_tests()?;
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (mut traces, mut faults) = (0, Vec::new());
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let trace = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        traces += 1;
        faults.extend(allowed.faults(&String::from_utf8_lossy(&trace)));
    }
    Ok((traces, faults))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed() -> Allowed {
        Allowed {
            programs: vec!["/bin/dropwire".into()],
            compiler: true,
            solver: false,
            read: vec!["/project".into()],
            written: vec!["/tmp".into()],
        }
    }

    #[test]
    fn each_call_is_judged_by_its_process_and_its_folder() {
        let trace = "\
1 execve(\"/bin/dropwire\", [\"dropwire\"], 0x1 /* 2 vars */) = 0
1 openat(AT_FDCWD</project>, \"src/A.java\", O_RDONLY) = 3</project/src/A.java>
2 chdir(\"/tmp/empty\") = 0
1 vfork( <unfinished ...>
2 execve(\"/jdk/bin/javac\", [\"javac\"], 0x1 /* 2 vars */ <unfinished ...>
1 <... vfork resumed>) = 2
2 <... execve resumed>) = 0
3 openat(AT_FDCWD</tmp/empty>, \"/etc/nsswitch.conf\", O_RDONLY) = 4</etc/nsswitch.conf>
1 openat(AT_FDCWD</project>, \"/home/lib.so\", O_RDONLY <unfinished ...>
2 clone3({flags=CLONE_THREAD}, 88) = 3
2 socket(AF_INET, SOCK_STREAM, 0) = 5
2 mkdir(\"classes\", 0777) = 0
1 <... openat resumed>) = -1 ENOENT (No such file or directory)
1 openat(AT_FDCWD</project>, \"/home/key\", O_RDONLY) = -1 ENOENT (No such file or directory)
";
        assert_eq!(allowed().faults(trace), [""; 0]);
    }

    #[test]
    fn what_only_a_compiler_may_do_is_a_fault_of_any_other_process() {
        for call in [
            r#"openat(AT_FDCWD</project>, "/etc/nsswitch.conf", O_RDONLY) = 4"#,
            r#"openat(AT_FDCWD</project>, "../home/key", O_RDONLY) = 4"#,
            r#"openat(4</home>, "key", O_RDONLY) = 5"#,
            r#"openat(AT_FDCWD</project>, "made", O_WRONLY|O_CREAT, 0666) = 4"#,
            r#"openat(AT_FDCWD</project>, "/tmp/a\"/../../home/key", O_RDONLY) = 4"#,
            r#"openat(AT_FDCWD</project>, "/usr/lib/passwords", O_RDONLY) = 4"#,
            r#"mkdir("/project/made", 0777) = 0"#,
            r#"rename("/tmp/a", "/project/a") = 0"#,
            "socket(AF_INET, SOCK_STREAM, 0) = 5",
            r#"openat(AT_FDCWD</project>, "/home/key", O_RDONLY <unfinished ...>"#,
            r#"execve("/bin/sh", ["sh"], 0x1 /* 2 vars */) = 0"#,
        ] {
            let trace = format!("1 execve(\"/bin/dropwire\", [\"dropwire\"], 0x1) = 0\n1 {call}\n");
            assert_eq!(allowed().faults(&trace).len(), 1, "{call}");
        }
    }
}
