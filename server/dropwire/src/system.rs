//! What we ask the operating system: processor time, peak memory, terminal width, cache folder, other processes.
//!
//! The only file with platform differences. Every answer is a best effort with a harmless default.

use std::path::{Path, PathBuf};

/// Processor time of this process so far, in seconds.
pub fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    0.0
}

/// Peak resident memory of this process in bytes; 0 where the system does not say.
pub fn peak_memory_bytes() -> u64 {
    memory_figure("self", "VmHWM:")
}

/// Resident memory of a process in bytes; 0 where the system does not say.
pub fn memory_of(process: u32) -> u64 {
    memory_figure(&process.to_string(), "VmRSS:")
}

fn memory_figure(process: &str, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// Columns of the terminal behind standard output or error; `COLUMNS` or 100 where there is none.
pub fn terminal_width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    asked.or_else(window_width).unwrap_or(100).clamp(40, 400)
}

#[cfg(unix)]
fn window_width() -> Option<usize> {
    let width = |size: rustix::termios::Winsize| Some(usize::from(size.ws_col)).filter(|&columns| columns > 0);
    rustix::termios::tcgetwinsize(std::io::stdout())
        .or_else(|_| rustix::termios::tcgetwinsize(std::io::stderr()))
        .ok()
        .and_then(width)
}

#[cfg(not(unix))]
fn window_width() -> Option<usize> {
    None
}

/// Makes this process give way to others: a good neighbour while somebody types.
pub fn lower_priority() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!("cannot lower the priority: {error}");
    }
}

/// Whether a process with this id lives.
pub fn process_lives(id: u32) -> bool {
    #[cfg(unix)]
    {
        let known = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
        // "Not permitted" also means that it lives.
        known.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = id;
        true
    }
}

/// Ends a process at once, if it lives.
pub fn kill_process(id: u32) {
    #[cfg(unix)]
    if let Some(process) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// The program of this name on the `PATH`. An entry that is relative, or empty, would start in the folder of whatever project is at hand: it is
/// passed over.
pub fn program_on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&on_path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

/// Makes a command the first of a group of processes of its own, for [`kill_group`].
pub fn in_own_group(command: &mut std::process::Command) -> &mut std::process::Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Ends a process that was started by [`in_own_group`], and all that it has started, if they live.
pub fn kill_group(child: &mut std::process::Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
        && matches!(child.try_wait(), Ok(None))
    {
        // It is not waited for yet, so its number is nobody else's.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // It may have ended by itself.
    let _ = child.kill();
}

/// The variable that says to the GNU C library how to get memory; others do not look at it.
const TUNABLES: &str = "GLIBC_TUNABLES";

/// What a process is to be started with in which a machine boots: large pages from the system, and one arena, whose memory comes
/// from there. That saves four of five page faults, and up to a tenth of a search. (Some versions of the library find out
/// only sometimes that the system has large pages.) `None` where the user has said how.
fn large_pages(set: Option<&str>) -> Option<String> {
    let set = set.unwrap_or_default();
    let said = set.contains("glibc.malloc.hugetlb") || set.contains("glibc.malloc.arena_max");
    let before = if set.is_empty() {
        String::new()
    } else {
        format!("{set}:")
    };
    (!said).then(|| format!("{before}glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1"))
}

/// Has a command started with large pages, where the system has them.
pub fn with_large_pages(command: &mut std::process::Command) -> &mut std::process::Command {
    if let Some(tunables) = large_pages(std::env::var(TUNABLES).ok().as_deref()) {
        command.env(TUNABLES, tunables);
    }
    command
}

/// Size and time of change of a file, as one number; 0 if there is none.
pub fn stamp(path: &Path) -> u64 {
    let Ok(metadata) = std::fs::metadata(path) else {
        return 0;
    };
    let changed = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    dropwire_classes::content_hash(format!("{} {changed:?}", metadata.len()).as_bytes())
}

/// When the system last noted a change of a file, in seconds and nanoseconds: no program can set that back. Zero where it does not say.
pub fn noted_change(metadata: &std::fs::Metadata) -> (i64, i64) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (metadata.ctime(), metadata.ctime_nsec())
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        (0, 0)
    }
}

/// The user's cache folder for Dropwire; it need not exist yet.
pub fn cache_folder() -> PathBuf {
    let named = |variable: &str| {
        std::env::var_os(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    // By its specification, a relative path is ignored.
    let base = named("XDG_CACHE_HOME")
        .filter(|base| base.is_absolute())
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| {
            named("HOME").map(|home| {
                home.join(if cfg!(target_os = "macos") {
                    "Library/Caches"
                } else {
                    ".cache"
                })
            })
        })
        .unwrap_or_else(std::env::temp_dir);
    base.join("dropwire")
}

/// How to start this same binary again, also after an upgrade has replaced its file.
pub fn own_binary() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives() {
        assert!(process_lives(std::process::id()));
        assert!(!process_lives(i32::MAX as u32));
    }

    #[test]
    fn what_the_user_says_about_memory_holds() {
        assert_eq!(
            large_pages(None).as_deref(),
            Some("glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1")
        );
        assert!(large_pages(Some("glibc.malloc.check=1")).is_some_and(|set| set.starts_with("glibc.malloc.check=1:")));
        assert_eq!(large_pages(Some("glibc.malloc.hugetlb=0")), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn resources_are_measured() {
        assert!(cpu_seconds() > 0.0);
        assert!(peak_memory_bytes() > 100_000);
        assert!(memory_of(std::process::id()) > 100_000);
        assert_eq!(memory_of(u32::MAX), 0);
    }
}
