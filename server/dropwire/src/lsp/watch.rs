//! Watches folders for changes. Events are only hints: whoever gets one scans and compares.
//!
//! The watched folders are the workspace's own, never the class roots: after `rm -r build` a watch on `build` is dead for
//! ever. Where watching fails (no inotify handles left), it says so, and the caller polls.

use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::event::Event;
use super::inbox::Post;
use crate::{config, system};

/// Files that say what is on a class path.
const BUILD_FILES: [&str; 6] = [
    config::FILE_NAME,
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "gradle.lockfile",
    ".classpath",
];

/// Keeps the watch alive.
pub struct Watch {
    watcher: Option<RecommendedWatcher>,
    watched: Vec<PathBuf>,
    /// Whatever changes below these may be a resource.
    class_roots: Arc<RwLock<Vec<PathBuf>>>,
}

impl Watch {
    /// Begins; hints go to the actor.
    pub fn start(post: &Post) -> Watch {
        let poster = post.clone();
        let class_roots: Arc<RwLock<Vec<PathBuf>>> = Arc::default();
        let roots = Arc::clone(&class_roots);
        let cache = system::cache_folder();
        let started = notify::recommended_watcher(move |hint: notify::Result<notify::Event>| {
            // A poisoned lock means that the process ends.
            let roots = roots.read().map(|roots| roots.clone()).unwrap_or_default();
            let matters = |path: &Path| !path.starts_with(&cache) && is_relevant(path, &roots);
            post_hint(&poster, hint, &matters);
        });
        let watcher = match started {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                post.send(Event::WatchFailed(error.to_string()));
                None
            }
        };
        Watch {
            watcher,
            watched: Vec::new(),
            class_roots,
        }
    }

    /// Changes of these files matter too.
    pub fn add_files(&self, files: impl Iterator<Item = PathBuf>) {
        if let Ok(mut known) = self.class_roots.write() {
            for file in files {
                if !known.contains(&file) {
                    known.push(file);
                }
            }
        }
    }

    /// Watches these folders, and no others any more.
    pub fn set_folders(&mut self, folders: &[PathBuf], class_roots: Vec<PathBuf>, post: &Post) {
        if let Ok(mut known) = self.class_roots.write() {
            *known = class_roots;
        }
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        for gone in self.watched.iter().filter(|watched| !folders.contains(watched)) {
            // It may have gone by itself.
            let _ = watcher.unwatch(gone);
        }
        let mut kept = Vec::new();
        for folder in folders {
            let known = self.watched.contains(folder);
            let watching = if known {
                Ok(())
            } else {
                watcher.watch(folder, RecursiveMode::Recursive)
            };
            match watching {
                Ok(()) => kept.push(folder.clone()),
                Err(error) => post.send(Event::WatchFailed(format!("{}: {error}", folder.display()))),
            }
        }
        self.watched = kept;
    }
}

fn post_hint(post: &Post, hint: notify::Result<notify::Event>, matters: &dyn Fn(&Path) -> bool) {
    match hint {
        // Also our own reading.
        Ok(hint) if matches!(hint.kind, EventKind::Access(_)) => {}
        Ok(hint) if hint.need_rescan() => post.send(Event::Touched(Vec::new())),
        Ok(hint) => {
            let sources = hint
                .paths
                .iter()
                .filter(|path| is_source(path))
                .cloned()
                .collect::<Vec<_>>();
            let relevant: Vec<PathBuf> = hint.paths.into_iter().filter(|path| matters(path)).collect();
            if !relevant.is_empty() {
                post.send(Event::Touched(relevant));
            }
            if !sources.is_empty() {
                post.send(Event::SourcesTouched(sources));
            }
        }
        Err(error) => post.send(Event::WatchFailed(error.to_string())),
    }
}

/// Whether findings can be in it.
pub fn is_source(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java" || extension == "kt")
}

/// Classes, jars, the configuration, and folders (a path without extension may be one: a clean build may emit not one
/// event that names a class).
fn is_relevant(path: &Path, class_roots: &[PathBuf]) -> bool {
    let hidden = |part: &std::ffi::OsStr| part == ".git" || part == "node_modules";
    if path.iter().any(hidden) {
        return false;
    }
    if class_roots.iter().any(|root| path.starts_with(root)) {
        return true;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match path.extension() {
        Some(extension) => extension == "class" || extension == "jar" || BUILD_FILES.contains(&name.as_ref()),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_hint() {
        let roots = [PathBuf::from("/p/out")];
        for path in [
            "/p/out/messages.properties",
            "/p/pom.xml",
            "/p/target/classes/A.class",
            "/p/dropwire.toml",
            "/p/lib/x.jar",
            "/p/target",
        ] {
            assert!(is_relevant(Path::new(path), &roots), "{path}");
        }
        for path in ["/p/src/A.java", "/p/.git/index", "/p/node_modules/x", "/p/other.toml"] {
            assert!(!is_relevant(Path::new(path), &roots), "{path}");
        }
    }
}
