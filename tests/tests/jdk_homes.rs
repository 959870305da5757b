//! Where a JDK may lie.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use dropwire_tests::dropwire;
use dropwire_tests::java::OtherJdk;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// A program's files in memory lie below the directory for temporary ones; a JDK that lies there too keeps its own.
#[test]
fn a_jdk_below_the_directory_for_temporary_files_is_used() {
    use std::os::unix::fs::symlink;
    let Some(jdk) = OtherJdk::between(17, None) else { return };
    let home = std::env::temp_dir().join(format!("dropwire-test-jdk-{}", std::process::id()));
    fs::create_dir_all(&home).unwrap();
    for name in ["lib", "conf", "release"] {
        symlink(jdk.home.join(name), home.join(name)).unwrap();
    }
    let folder = Path::new(CACHE).join("jdk-below-temporary-files");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("WinterInBerlin.java");
    let program = "import java.nio.file.*; import java.time.*;
        class WinterInBerlin {
            public static void main(String[] args) throws Exception {
                Path beside = Path.of(System.getProperty(\"java.home\")).resolveSibling(\"note\");
                Files.writeString(beside, \"its own\");
                System.out.println(ZoneId.of(\"Europe/Berlin\").getRules().getOffset(Instant.EPOCH) + Files.readString(beside));
            }
        }";
    fs::write(&source, program).unwrap();
    let classes = jdk.javac.compile_fixtures(Path::new(CACHE), &[source]).unwrap();
    let ended = dropwire::call([
        "run",
        "--jdk",
        home.to_str().unwrap(),
        "--classpath",
        classes.to_str().unwrap(),
        "WinterInBerlin",
    ])
    .unwrap();
    fs::remove_dir_all(&home).unwrap();
    assert_eq!(
        (ended.status, ended.stdout.as_str()),
        (Some(0), "+01:00its own\n"),
        "{ended:?}"
    );
}
