//! The launcher of the JUnit Platform. Build tools bring it themselves, so that the class path of a project has the engine alone.

use std::fs;
use std::path::{Path, PathBuf};

const ENGINE: &str = "junit-platform-engine";
const LAUNCHER: &str = "junit-platform-launcher";

/// The launcher that goes with the engine among these jars, if it is not among them and can be found.
pub(super) fn left_out<'a>(jars: impl Iterator<Item = &'a Path> + Clone) -> Option<PathBuf> {
    let is_launcher = |jar: &Path| {
        let name = jar.file_stem().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(LAUNCHER))
    };
    match jars.clone().any(is_launcher) {
        true => None,
        false => jars.into_iter().find_map(launcher_of),
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
    use crate::testing::TempDir;

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
            let folder = TempDir::new("launcher");
            let engine = made(folder.path(), engine);
            assert_eq!(launcher_of(&engine), None);
            let launcher = made(folder.path(), launcher);
            assert_eq!(launcher_of(&engine), Some(launcher));
        }
    }
}
