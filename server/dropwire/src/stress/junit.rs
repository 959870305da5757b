//! The JUnit of a program's class path, which runs its tests on the user's own `java`.

use std::path::PathBuf;

use dropwire_classes::ClassPath;

const LAUNCHER: &str = "junit-platform-launcher";

/// Adds the launcher of the JUnit Platform where only its engine is on the class path: build tools bring the launcher themselves.
///
/// # Errors
/// A sentence: nothing there runs tests, and what to add.
pub fn complete(class_path: &mut Vec<PathBuf>, target: &str, feature: u32) -> Result<(), String> {
    let path = ClassPath::open(class_path, feature).map_err(|error| error.to_string())?;
    let has = |class: &str| {
        path.find_class(class)
            .map(|found| found.is_some())
            .map_err(|error| error.to_string())
    };
    if let Some(launcher) = path.launcher() {
        class_path.push(launcher.to_path_buf());
        return Ok(());
    }
    if has("org/junit/platform/launcher/Launcher")? {
        return Ok(());
    }
    match has("org/junit/runner/JUnitCore")? {
        true => Ok(()),
        false => Err(format!(
            "{target} is a test, or has no main; to run tests, stress needs JUnit 4 or {LAUNCHER} on the class path: add it with \
             --classpath"
        )),
    }
}
