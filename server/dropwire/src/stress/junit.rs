//! The JUnit of a program's class path, which runs its tests on the user's own `java`.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_classes::ClassPath;

const ENGINE: &str = "junit-platform-engine";
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
    if has("org/junit/platform/launcher/Launcher")? {
        return Ok(());
    }
    // With what wildcards and manifests name.
    if let Some(launcher) = path.origins().find_map(launcher_of) {
        class_path.push(launcher);
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

/// The launcher's jar of the same version, beside the engine's or where Maven and Gradle keep it.
fn launcher_of(engine: &Path) -> Option<PathBuf> {
    let version = engine.file_stem()?.to_str()?.strip_prefix(ENGINE)?;
    let launcher = format!("{LAUNCHER}{version}.jar");
    let beside = engine.with_file_name(&launcher);
    if beside.is_file() {
        return Some(beside);
    }
    let version = version.strip_prefix('-')?;
    // Maven: ARTIFACT/VERSION/JAR.
    let maven = engine.ancestors().nth(3)?.join(LAUNCHER).join(version).join(&launcher);
    if maven.is_file() {
        return Some(maven);
    }
    // Gradle: ARTIFACT/VERSION/HASH/JAR.
    let gradle = engine.ancestors().nth(4)?.join(LAUNCHER).join(version);
    let hashes = fs::read_dir(gradle).ok()?.flatten();
    hashes.map(|hash| hash.path().join(&launcher)).find(|jar| jar.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(root: &Path, path: &str) -> PathBuf {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, b"").unwrap();
        file
    }

    #[test]
    fn the_launcher_is_found_where_build_tools_keep_it() {
        for (engine, launcher) in [
            (
                "org/junit/platform/junit-platform-engine/1.10.2/junit-platform-engine-1.10.2.jar",
                "org/junit/platform/junit-platform-launcher/1.10.2/junit-platform-launcher-1.10.2.jar",
            ),
            (
                "org.junit.platform/junit-platform-engine/1.10.2/aa/junit-platform-engine-1.10.2.jar",
                "org.junit.platform/junit-platform-launcher/1.10.2/bb/junit-platform-launcher-1.10.2.jar",
            ),
            ("lib/junit-platform-engine.jar", "lib/junit-platform-launcher.jar"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let engine = made(folder.path(), engine);
            assert_eq!(launcher_of(&engine), None);
            let launcher = made(folder.path(), launcher);
            assert_eq!(launcher_of(&engine), Some(launcher));
        }
    }
}
