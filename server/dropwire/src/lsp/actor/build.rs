//! `[build] on-save`: a command of the user's that compiles a folder, run when one of its sources is saved.
//!
//! A file of the project decides what runs, so it runs only where the client says that the folder is trusted, or where
//! the command is the client's own setting. One at a time in a folder; what is saved meanwhile is built afterwards.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tower_lsp::lsp_types::Url;

use super::Actor;
use crate::lsp::event::Event;
use crate::system;

/// A build that takes longer is ended.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// How often a running build is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// What is kept of a build's output.
const KEPT_BYTES: u64 = 64 << 10;

/// A running build.
pub(super) struct Building {
    /// Something was saved since it began.
    saved: bool,
    child: Arc<Mutex<Option<Child>>>,
}

impl Building {
    /// Ends it.
    pub(super) fn kill(&self) {
        if let Ok(mut child) = self.child.lock()
            && let Some(child) = child.as_mut()
        {
            system::kill_group(child);
        }
    }
}

impl Actor {
    /// A source was saved; true if a command of the user's compiles it.
    pub(super) fn build_on_save(&mut self, uri: &Url) -> bool {
        let path = self.uris.path(uri);
        let Some(path) = path.filter(|path| path.extension().is_some_and(|java| java == "java")) else {
            return false;
        };
        let around = self.on_save.keys().filter(|folder| path.starts_with(folder));
        let Some(folder) = around.max_by_key(|folder| folder.components().count()).cloned() else {
            return false;
        };
        if !self.may_build(&folder) {
            return false;
        }
        match self.building.get_mut(&folder) {
            Some(building) => building.saved = true,
            None => self.build(folder),
        }
        true
    }

    fn may_build(&mut self, folder: &Path) -> bool {
        let Some(on_save) = self.on_save.get(folder) else {
            return false;
        };
        let may = on_save.from_client || self.client.trusted;
        if !may {
            let text = format!(
                "Dropwire: {} wants to run `{}` on each save. It was not run: set build.on-save in your editor's own \
                 settings, or `trusted` to true in its initializationOptions, if you trust this project",
                folder.join(crate::config::FILE_NAME).display(),
                on_save.command
            );
            self.warn_once(text);
        }
        may
    }

    fn build(&mut self, folder: PathBuf) {
        let Some(on_save) = self.on_save.get(&folder) else {
            return;
        };
        let command = on_save.command.clone();
        let child = Arc::new(Mutex::new(None));
        let building = Building {
            saved: false,
            child: Arc::clone(&child),
        };
        self.building.insert(folder.clone(), building);
        let post = self.post.clone();
        std::thread::spawn(move || {
            let built = run(&command, &folder, &child);
            post.send(Event::Built { folder, built });
        });
        self.publish_status();
    }

    /// A build has ended.
    pub(super) fn built(&mut self, folder: PathBuf, built: Result<(), String>) {
        let again = self.building.remove(&folder).is_some_and(|building| building.saved);
        self.trouble_of_build = built.err();
        // Watching may have missed it.
        self.scanner.scan(self.uris.folders());
        if again && !self.ending {
            self.build(folder);
        }
        self.publish_status();
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// Runs a command in a folder to its end.
///
/// # Errors
/// A sentence with the command and what it said first that looks like an error.
fn run(command: &str, folder: &Path, running: &Mutex<Option<Child>>) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("`{command}` cannot run: {error}");
    let mut said = tempfile::tempfile().map_err(cannot)?;
    let child = system::in_own_group(&mut shell(command))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(said.try_clone().map_err(cannot)?)
        .stderr(said.try_clone().map_err(cannot)?)
        .spawn()
        .map_err(cannot)?;
    let poisoned = || "the server is ending".to_owned();
    *running.lock().map_err(|_| poisoned())? = Some(child);
    let began = Instant::now();
    let status = loop {
        if let Some(child) = running.lock().map_err(|_| poisoned())?.as_mut() {
            if let Some(status) = child.try_wait().map_err(cannot)? {
                break status;
            }
            if began.elapsed() > LONGEST {
                system::kill_group(child);
                let minutes = LONGEST.as_secs() / 60;
                return Err(format!(
                    "`{command}` took more than {minutes} minutes and was terminated"
                ));
            }
        }
        std::thread::sleep(LOOK);
    };
    if status.success() {
        return Ok(());
    }
    let mut bytes = Vec::new();
    said.seek(SeekFrom::Start(0)).map_err(cannot)?;
    said.take(KEPT_BYTES).read_to_end(&mut bytes).map_err(cannot)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines()
        .find(|line| line.to_lowercase().contains("error"))
        .or_else(|| lines().next_back());
    let first = first.map_or_else(|| status.to_string(), str::to_owned);
    Err(format!("`{command}` failed: {first}"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_shell_started_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let child = Arc::new(Mutex::new(None));
        let building = Building {
            saved: false,
            child: Arc::clone(&child),
        };
        let path = folder.path().to_path_buf();
        let ran = std::thread::spawn(move || run("sleep 600 & echo $! > pid; wait", &path, &child));
        let deadline = Instant::now() + Duration::from_secs(20);
        let within = |done: &dyn Fn() -> bool| {
            while !done() {
                assert!(Instant::now() < deadline, "not in time");
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        let pid = || {
            std::fs::read_to_string(folder.path().join("pid"))
                .ok()?
                .trim()
                .parse()
                .ok()
        };
        within(&|| pid().is_some());
        let id: u32 = pid().unwrap();
        let lives = || {
            let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let state = status.rsplit_once(')').and_then(|(_, rest)| rest.trim().chars().next());
            state.is_some_and(|state| state != 'Z')
        };
        assert!(lives());
        building.kill();
        within(&|| !lives());
        assert!(ran.join().unwrap().is_err());
    }

    #[test]
    fn the_line_that_names_the_error_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let run = |command: &str| run(command, folder.path(), &Mutex::default());
        assert_eq!(run("touch made"), Ok(()));
        assert!(folder.path().join("made").exists(), "it ran in the folder");
        let failed = run("echo compiling; echo '[ERROR] A.java:3: no ;' >&2; echo more; exit 1").unwrap_err();
        assert!(failed.ends_with("failed: [ERROR] A.java:3: no ;"), "{failed}");
        assert!(run("exit 7").unwrap_err().contains('7'));
    }
}
