use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::ClassPath;
use crate::testing::{ClassWriter, TempDir};
use crate::{ClassError, class_name};

fn class(name: &str) -> Vec<u8> {
    ClassWriter::new(name).bytes()
}

fn put(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, bytes) in entries {
        let method = if name.len() % 2 == 0 {
            zip::CompressionMethod::Deflated
        } else {
            zip::CompressionMethod::Stored
        };
        writer
            .start_file(*name, SimpleFileOptions::default().compression_method(method))
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

fn open(entries: &[PathBuf]) -> ClassPath {
    ClassPath::open(entries, 17).unwrap()
}

fn origin(path: &ClassPath, name: &str) -> Option<PathBuf> {
    let found = path.find_class(name).unwrap()?;
    assert_eq!(class_name(&found.bytes).as_deref(), Some(name));
    Some(found.origin)
}

#[test]
fn the_first_entry_wins() {
    let dir = TempDir::new("order");
    let root = dir.path().join("classes");
    put(&root, "a/B.class", &class("a/B"));
    put(&root, "a/B$C.class", &class("a/B$C"));
    put(&root, "Main.class", &class("Main"));
    put(&root, "module-info.class", &class("module-info"));
    put(&root, "text.properties", b"in the directory");
    let library = dir.path().join("lib.jar");
    jar(
        &library,
        &[
            ("a/B.class", &class("a/B")),
            ("a/D.class", &class("a/D")),
            ("text.properties", b"in the jar"),
        ],
    );
    let missing = dir.path().join("missing.jar");

    let path = open(&[root.clone(), missing.clone(), library.clone(), library.clone()]);
    assert_eq!(path.missing(), [missing]);
    assert_eq!(path.origins().collect::<Vec<_>>(), [&root, &library]);
    assert_eq!(origin(&path, "a/B"), Some(root.clone()));
    assert_eq!(origin(&path, "a/D"), Some(library.clone()));
    assert_eq!(origin(&path, "a/E"), None);
    assert_eq!(path.class_names().unwrap(), ["Main", "a/B", "a/B$C", "a/D"]);
    assert_eq!(path.class_names_of_directories().unwrap(), ["Main", "a/B", "a/B$C"]);
    assert_eq!(
        path.find_resource("text.properties").unwrap().as_deref(),
        Some(&b"in the directory"[..])
    );
    let path = open(&[library, root]);
    assert_eq!(
        path.find_resource("text.properties").unwrap().as_deref(),
        Some(&b"in the jar"[..])
    );
}

#[test]
fn names_that_leave_the_root_find_nothing() {
    let dir = TempDir::new("escape");
    put(dir.path(), "Main.class", &class("Main"));
    put(dir.path(), "inner/x.class/y", b"a directory in a class's place");
    let path = open(&[dir.path().join("inner")]);
    let absolute = dir.path().join("Main").display().to_string();
    let long = "n".repeat(5000);
    for name in [
        "../Main",
        "./../Main",
        "",
        "/",
        "a//b",
        "x",
        "a\0b",
        "..\\Main",
        &absolute,
        &long,
    ] {
        assert_eq!(origin(&path, name), None, "{name}");
    }
}

#[test]
fn a_class_of_another_name_is_an_error() {
    let dir = TempDir::new("wrong-name");
    put(dir.path(), "a/B.class", &class("a/Other"));
    let error = open(&[dir.path().to_path_buf()]).find_class("a/B").unwrap_err();
    assert!(matches!(&error, ClassError::WrongName { expected, found, .. } if expected == "a/B" && found == "a/Other"));
    assert!(error.to_string().contains("wrong name: a/Other"), "{error}");
}

#[test]
fn wildcards_take_the_jars() {
    let dir = TempDir::new("wildcard");
    let lib = dir.path().join("lib");
    jar(&lib.join("b.jar"), &[("B.class", &class("B"))]);
    jar(&lib.join("a.JAR"), &[("A.class", &class("A"))]);
    put(&lib, "C.class", &class("C"));
    put(&lib, "notes.txt", b"no jar");
    let path = open(&[lib.join("*"), dir.path().join("none/*")]);
    assert_eq!(
        path.origins().collect::<Vec<_>>(),
        [lib.join("a.JAR"), lib.join("b.jar")]
    );
    assert_eq!(path.missing(), [dir.path().join("none/*")]);
    assert_eq!(path.class_names().unwrap(), ["A", "B"]);
}

#[test]
fn multi_release_jars() {
    let dir = TempDir::new("multi-release");
    let path = dir.path().join("mr.jar");
    let versioned = |manifest: &[u8]| {
        // Which version was taken shows in a resource beside the class.
        let class = class("a/B");
        let entries: [(&str, &[u8]); 9] = [
            ("META-INF/MANIFEST.MF", manifest),
            ("a/B.class", &class),
            ("META-INF/versions/11/a/B.class", &class),
            ("META-INF/versions/11/a/New.class", &ClassWriter::new("a/New").bytes()),
            ("a/version", b"base"),
            ("META-INF/versions/8/a/version", b"8"),
            ("META-INF/versions/9/a/version", b"9"),
            ("META-INF/versions/17/a/version", b"17"),
            ("META-INF/versions/21/a/version", b"21"),
        ];
        jar(&path, &entries);
    };
    let version = |feature: u32| {
        let opened = ClassPath::open(std::slice::from_ref(&path), feature).unwrap();
        let version = String::from_utf8(opened.find_resource("a/version").unwrap().unwrap()).unwrap();
        (version, opened.class_names().unwrap().len())
    };
    versioned(b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n");
    assert_eq!(version(8), ("base".to_string(), 1));
    assert_eq!(version(9), ("9".to_string(), 1));
    assert_eq!(version(17), ("17".to_string(), 2));
    assert_eq!(version(25), ("21".to_string(), 2));
    versioned(b"Manifest-Version: 1.0\r\n\r\n");
    assert_eq!(version(25), ("base".to_string(), 1));
}

#[test]
fn manifests_name_more_jars() {
    let dir = TempDir::new("manifest");
    let (first, second) = (dir.path().join("first.jar"), dir.path().join("lib/second one.jar"));
    jar(
        &first,
        &[(
            "META-INF/MANIFEST.MF",
            b"Class-Path: lib/second%20one.jar missing.jar classes/\n",
        )],
    );
    jar(
        &second,
        &[
            ("META-INF/MANIFEST.MF", b"Class-Path: ../first.jar\n"),
            ("S.class", &class("S")),
        ],
    );
    put(&dir.path().join("classes"), "a/B.class", &class("a/B"));
    let path = open(&[first]);
    assert_eq!(path.class_names().unwrap(), ["S", "a/B"]);
    assert!(path.missing().is_empty());
}

#[test]
fn damaged_jars_are_errors_by_name() {
    let dir = TempDir::new("damaged");
    let path = dir.path().join("some.jar");
    jar(
        &path,
        &[("a/B.class", &class("a/B")), ("a/LongerName.class", &[7; 5000])],
    );
    let sound = fs::read(&path).unwrap();
    for length in 0..sound.len() {
        fs::write(&path, &sound[..length]).unwrap();
        let error = ClassPath::open(std::slice::from_ref(&path), 17).unwrap_err();
        assert!(error.to_string().contains("some.jar"), "{error}");
    }
    for at in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[at] ^= 0x41;
        fs::write(&path, &damaged).unwrap();
        if let Ok(opened) = ClassPath::open(std::slice::from_ref(&path), 17) {
            let _ = opened.find_class("a/B");
            let _ = opened.find_class("a/LongerName");
            let _ = opened.class_names();
        }
    }
}

#[test]
fn half_a_class_file_is_named() {
    let dir = TempDir::new("half");
    let whole = class("a/B");
    put(dir.path(), "a/B.class", &whole[..12]);
    let error = open(&[dir.path().to_path_buf()]).find_class("a/B").unwrap_err();
    assert!(error.to_string().starts_with("class a.B is malformed"), "{error}");
}

#[test]
fn directories_are_no_files() {
    let folder = TempDir::new("folders");
    put(folder.path(), "shop/words/en.txt", b"x");
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], 17).unwrap();
    assert!(class_path.has_directory("shop") && class_path.has_directory("shop/words"));
    for path in ["shop/words/en.txt", "words", "shop/../shop", "/"] {
        assert!(!class_path.has_directory(path), "{path}");
    }
}

#[test]
fn the_launcher_of_junit_comes_with_its_engine() {
    let root = TempDir::new("engine");
    let [engine, launcher] =
        ["engine", "launcher"].map(|part| root.path().join(format!("junit-platform-{part}-1.9.jar")));
    jar(&engine, &[("p/Engine.class", &class("p/Engine"))]);
    jar(&launcher, &[("p/Launcher.class", &class("p/Launcher"))]);
    let found = open(std::slice::from_ref(&engine));
    assert_eq!(found.launcher(), Some(launcher.as_path()));
    assert_eq!(origin(&found, "p/Launcher"), Some(launcher.clone()));
    assert_eq!(open(&[engine.clone(), launcher.clone()]).launcher(), None);
    std::fs::write(&launcher, b"no jar").unwrap();
    assert_eq!(open(&[engine]).launcher(), None);
}
