//! What the binary may ask of the system: the table behind `SECURITY.md`, and a judge of what `strace` has seen.
//!
//! With `DROPWIRE_TRACE_CALLS=FOLDER` every call of the binary is traced into a file of this folder; `judge-calls FOLDER` reads them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use dropwire_classes::Jdk;

use crate::{dropwire, tree};

/// What the loader, the standard library and a look at the own processes and memory read.
const SYSTEM: &[&str] = &["/proc/", "/sys/", "/lib", "/usr/lib", "/etc/ld.so.", "/dev/null"];
/// What a compiler's start reads beside that.
const SYSTEM_OF_COMPILER: &[&str] = &[
    "/usr/bin/",
    "/usr/share/locale/",
    "/etc/",
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
    let file = PathBuf::from(folder).join(format!("{}-{number}", std::process::id()));
    strace(&file)
}

/// The binary under `strace`, which writes to a file.
pub fn strace(file: &Path) -> Command {
    let mut command = Command::new("strace");
    command
        .args([
            "-f",
            "-qq",
            "-s",
            "4096",
            "--seccomp-bpf",
            "-e",
            "trace=%file,%network",
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
        let bad = trace.lines().filter(|line| !self.may(line));
        bad.map(str::to_owned).collect()
    }

    fn may(&self, line: &str) -> bool {
        let call = line.split_once(' ').map_or(line, |(_, call)| call.trim_start());
        let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
        let paths: Vec<&Path> = arguments.split('"').skip(1).step_by(2).map(Path::new).collect();
        let path = paths.first().copied().unwrap_or(Path::new(""));
        // What does not exist was looked for and not touched.
        let nothing_there = ["ENOENT", "ENOTDIR", "EEXIST"].iter().any(|error| call.contains(error));
        if nothing_there {
            return true;
        }
        match name {
            "execve" => {
                self.programs.iter().any(|program| program == path)
                    || self.compiler && path.file_name() == Some(OsStr::new("javac"))
                    || path.file_name() == Some(OsStr::new("strace"))
            }
            "open" | "openat" | "openat2" if !writes(arguments) => self.may_read(path),
            "open" | "openat" | "openat2" | "creat" | "mkdir" | "mkdirat" | "unlink" | "unlinkat" | "rmdir"
            | "chmod" | "fchmodat" | "truncate" | "utimensat" => self.may_write(path),
            "rename" | "renameat" | "renameat2" | "link" | "linkat" => paths.iter().all(|path| self.may_write(path)),
            // The first path is a symbolic link's text.
            "symlink" | "symlinkat" => paths.iter().skip(1).all(|path| self.may_write(path)),
            // A compiler's library looks which protocols there are. Nobody connects.
            "socket" => self.compiler,
            "connect" | "bind" | "listen" | "accept" | "accept4" | "sendto" | "sendmsg" => false,
            // Looks at names, ends of calls, signals.
            _ => true,
        }
    }

    fn may_read(&self, path: &Path) -> bool {
        let system = |known: &&str| path.as_os_str().as_encoded_bytes().starts_with(known.as_bytes());
        // A look for `dropwire.toml` goes up to the root of a repository.
        let is_above = || self.read.iter().any(|folder| folder.starts_with(path));
        path.is_relative()
            || SYSTEM.iter().any(system)
            || self.compiler && SYSTEM_OF_COMPILER.iter().any(system)
            || self.read.iter().any(|folder| path.starts_with(folder))
            || is_above()
            || self.may_write(path)
    }

    fn may_write(&self, path: &Path) -> bool {
        path.is_relative()
            || self.compiler && path == Path::new(OF_COMPILER)
            || DEVICES.iter().any(|device| path == Path::new(device))
            || self.written.iter().any(|folder| path.starts_with(folder))
    }
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
