//! The command line as a user meets it: what is refused, with which words and which exit status.

use std::path::Path;
use std::process::{Command, Output};

fn dropwire(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dropwire"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .output()
        .unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], words: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = dropwire(folder.path(), arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "nothing ran, so nothing is answered");
}

#[test]
fn what_is_not_built_yet_is_refused_by_name() {
    refused(
        &["check", "--set", "search.spurious-wakeups=2", "Till"],
        "is not one of true, false",
    );
}

#[test]
fn what_a_configuration_names_and_is_not_there_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dropwire.toml");
    std::fs::write(&file, "[jdk]\nhome = \"/nowhere\"\n").unwrap();
    let said = |arguments: &[&str]| {
        let output = dropwire(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let jdk = said(&["check", "Till"]);
    assert!(jdk.contains("dropwire.toml:2: ") && jdk.contains("/nowhere"), "{jdk}");
    std::fs::write(&file, "\n[[module]]\nroot = \"nope\"\n").unwrap();
    let module = said(&["check"]);
    assert!(
        module.contains("dropwire.toml:2: warning: `root` is no folder"),
        "{module}"
    );
}

#[test]
fn mistakes_are_named() {
    refused(
        &["check", "--set", "search.timeout=always", "Till"],
        "did you mean `search.timeouts`?",
    );
    refused(&["check", "--set", "limits.time", "Till"], "--set KEY=VALUE");
    refused(&["check", "--time-limit", "soon", "Till"], "`soon` is not a duration");
    refused(&["check", "--frist", "Till"], "--first");
    refused(
        &["check", "--search", "zigzag", "Till"],
        "there are dfs, bfs, best-first",
    );
    refused(&["check", "--jdk", "/nonexistent", "Till"], "/nonexistent");
    refused(&["check", "--runs", "0", "Till"], "--runs 0");
    refused(&["check", "--jobs", "0", "Till"], "expected a number from 1 on");
    refused(&["replay", "deadbeef"], "no trail `deadbeef`");
    refused(&["run"], "TARGET");
    refused(&["watch", "/nonexistent"], "/nonexistent is not a folder");
    refused(
        &["watch", "--set", "search.timeout=always"],
        "did you mean `search.timeouts`?",
    );
    if dropwire_finds_a_jdk() {
        refused(&["check", "Nowhere.java"], "does not exist");
        refused(&["check"], "no compiled classes were found");
        refused(&["check", ""], "the target is empty");
    }
}

#[test]
fn a_file_that_does_not_compile_is_refused_as_javac_says() {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Bad.java"), "class Bad { int x = \"one\"; }\n").unwrap();
    let output = dropwire(folder.path(), &["check", "Bad.java"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Bad.java:1: error: incompatible types"), "{said}");
}

#[test]
fn classes_of_the_future_are_passed_over_aloud() {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Late.java"), "class Late { }\n").unwrap();
    let mut javac = Command::new("javac");
    javac
        .args(["-d", "target/classes", "Late.java"])
        .current_dir(folder.path());
    assert!(javac.status().unwrap().success());
    let file = folder.path().join("target/classes/Late.class");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[7] = 99;
    std::fs::write(&file, bytes).unwrap();
    let said = String::from_utf8_lossy(&dropwire(folder.path(), &["check"]).stderr).into_owned();
    assert!(
        said.contains("Late.class: class Late is a class file of Java 55"),
        "{said}"
    );
}

#[test]
fn any_method_without_parameters_is_a_target() {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "class Stock { private int left = 3; Stock() { }
        private int sell() throws Exception {
            Thread other = new Thread(() -> left--); other.start(); left--; other.join(); return left; }
        static void lazy() { new Thread(() -> { throw new IllegalStateException(); }).start(); }
        static long give(int count) { return 0; }
        static int give() { return 0; }
        void take(int count, String[] names) { }
        public static void main(String[] args) { assert args.length == 1; }
        static abstract class Shelf { void fill() { } }
        class Box { void open() { } } }";
    std::fs::write(folder.path().join("Stock.java"), text).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g", "Stock.java"]).current_dir(folder.path());
    assert!(javac.status().unwrap().success());
    let check = |target: &str, status: i32, words: &[&str]| {
        let output = dropwire(folder.path(), &["check", "-c", ".", target]);
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{target}: {said}{errors}");
        for word in words {
            assert!(said.contains(word), "{target} does not say `{word}`: {said}");
        }
    };
    check("Stock#sell", 1, &["data-race", "Stock.java:3"]);
    // Its thread lives on when the method has returned.
    check("Stock#lazy()", 1, &["IllegalStateException"]);
    check("Stock#give", 0, &["verified"]);
    check(
        "Stock#give(int)",
        3,
        &["takes arguments (int)", "from a main or a test"],
    );
    check("Stock#take", 3, &["takes arguments (int, java.lang.String[])"]);
    check("Stock#main", 1, &["assertion"]);
    check("Stock$Shelf#fill", 3, &["Stock$Shelf is abstract"]);
    check("Stock$Box#open", 3, &["has no constructor without parameters"]);
    check("Stock#gone", 3, &["has no test `gone`", "no other method of that name"]);
}

/// A folder with the class `shop.Till` in `out`, and one that is empty.
fn shop() -> Option<tempfile::TempDir> {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "package shop; class Till { public static void main(String[] args) { } }";
    std::fs::write(folder.path().join("Till.java"), text).unwrap();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-d", "out", "Till.java"]).current_dir(folder.path());
    assert!(javac.status().unwrap().success());
    Some(folder)
}

#[test]
fn a_path_is_no_target_and_the_class_is_named() {
    let Some(folder) = shop() else { return };
    std::fs::write(folder.path().join("shop.jar"), "").unwrap();
    std::fs::copy(
        folder.path().join("out/shop/Till.class"),
        folder.path().join("Till.class"),
    )
    .unwrap();
    for (target, words) in [
        (
            "out/shop/Till.class",
            "names a class file, and a target is the name of a class: dropwire check --classpath out shop.Till",
        ),
        ("./out/shop/Till.class#main", "--classpath ./out shop.Till"),
        // It does not lie where its package says.
        ("Till.class", "--classpath DIR shop.Till"),
        ("gone/Till.class", "--classpath DIR shop.Till"),
        (
            "out/",
            "out/ names a folder, and a target is the name of a class: dropwire check --classpath out/ shop.Till",
        ),
        ("out/shop", "names a folder"),
        (".", "names a folder"),
        (
            "shop.jar",
            "shop.jar names an archive, and a target is the name of a class: dropwire check --classpath shop.jar shop.Till",
        ),
    ] {
        for command in ["check", "run"] {
            let output = dropwire(folder.path(), &[command, target]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{target}: {said}");
            assert!(said.contains(words), "{target}: {said}");
        }
    }
    // As for `java`; a folder of that name changes nothing.
    std::fs::create_dir_all(folder.path().join("shop/Till")).unwrap();
    for target in ["shop/Till", "shop.Till"] {
        let output = dropwire(folder.path(), &["check", "-c", "out", target]);
        assert_eq!(output.status.code(), Some(0), "{target}: {output:?}");
    }
}

#[test]
fn what_is_wrong_with_the_class_path_is_said() {
    let Some(folder) = shop() else { return };
    let all = ["out", "gone", "lost.jar"].join(if cfg!(windows) { ";" } else { ":" });
    let said = |arguments: &[&str], status: i32| {
        let output = dropwire(folder.path(), arguments);
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .concat();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        said
    };
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (gone, lost) = (path("gone"), path("lost.jar"));
    let one = format!("its entry {gone} does not exist");
    let two = format!("class shop.Gone is not on the class path; its entries {gone}, {lost} do not exist");
    assert!(said(&["check", "-c", &all, "shop.Gone"], 3).contains(&two));
    assert!(said(&["check", "-c", "gone", "shop.Till"], 3).contains(&one));
    assert!(said(&["run", "-c", "gone", "shop.Till"], 125).contains(&one));
    // Nor does `java` miss an entry where no class is missing.
    for command in ["check", "run"] {
        assert!(!said(&[command, "-c", &all, "shop.Till"], 0).contains("exist"));
    }
    let all_there = said(&["check", "-c", "out", "shop.Gone"], 3);
    assert!(!all_there.contains("exist"), "{all_there}");
    // Targets are looked for in the current folder.
    std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    let named = |name: &str| format!("(the class path, {}, is not searched for targets", path(name));
    let empty = said(&["check", "-c", "empty"], 2);
    assert!(empty.contains(&named("empty")) && !empty.contains("exist"), "{empty}");
    let absent = said(&["check", "-c", "gone"], 2);
    assert!(absent.contains(&named("gone")) && absent.contains(&one), "{absent}");
}

#[test]
fn what_a_boot_leaves_is_used_again_and_may_be_damaged() {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "class Two { public static void main(String[] a) { System.out.println(a.length + 2); } }\n";
    std::fs::write(folder.path().join("Two.java"), source).unwrap();
    let bases = folder.path().join(".cache/dropwire/bases");
    let run = || {
        let output = dropwire(folder.path(), &["run", "Two.java"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2\n");
    };
    let only_file = || {
        let mut files = std::fs::read_dir(&bases).unwrap().map(|entry| entry.unwrap().path());
        let file = files.next().unwrap();
        assert_eq!(files.next(), None, "one for each JDK");
        file
    };
    run();
    let whole = std::fs::read(only_file()).unwrap();
    let written = || std::fs::metadata(only_file()).unwrap().modified().unwrap();
    let first = written();
    run();
    assert_eq!(written(), first, "it is used again");
    for damaged in [&whole[..whole.len() / 2], b"not at all".as_slice(), b"".as_slice()] {
        std::fs::write(only_file(), damaged).unwrap();
        run();
        assert!(std::fs::read(only_file()).unwrap() == whole, "it is written anew");
    }
    // Where there is no room for it, every machine boots.
    std::fs::remove_dir_all(&bases).unwrap();
    std::fs::write(&bases, "a file").unwrap();
    run();
}

#[test]
fn the_jvm_gets_the_options_of_the_user() {
    refused(
        &["check", "--jvm-arg", "-javaagent:x.jar", "Till"],
        "the JVM option `-javaagent:x.jar` is not known",
    );
    refused(&["check", "-Duser.dir=/", "Till"], "while it boots");
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "public class Told {
        public static void main(String[] args) throws Exception {
            java.lang.reflect.Field hash = String.class.getDeclaredField(\"hash\");
            boolean open = hash.trySetAccessible(), checks = false;
            assert checks = true;
            System.out.println(open + \" \" + checks + \" \" + System.getProperty(\"till\"));
            Thread other = new Thread(() -> { throw new IllegalStateException(System.getProperty(\"till\")); });
            other.start(); } }\n";
    std::fs::write(folder.path().join("Told.java"), text).unwrap();
    let printed = |options: &[&str]| {
        let output = dropwire(folder.path(), &[&["run"], options, &["Told.java"]].concat());
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert_eq!(printed(&[]), "false true null");
    assert_eq!(printed(&["--jvm-arg", "-da", "-Dtill=3"]), "false false 3");
    assert_eq!(
        printed(&["--add-opens", "java.base/java.lang=ALL-UNNAMED", "--jvm-arg", "-Xmx1g"]),
        "true true null"
    );
    let trails = folder.path().join("trails");
    let checked = dropwire(
        folder.path(),
        &["check", "-Dtill=empty", "--trails", "trails", "Told.java"],
    );
    assert_eq!(checked.status.code(), Some(1));
    let trail = std::fs::read_dir(&trails).unwrap().next().unwrap().unwrap().path();
    let replayed = dropwire(folder.path(), &["replay", trail.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(0), "{said}");
    assert!(said.contains("IllegalStateException: empty"), "{said}");
    // A file says the same for one target.
    let javac = Command::new("javac")
        .args(["-d", "target/classes", "Told.java"])
        .current_dir(folder.path())
        .status();
    assert!(javac.unwrap().success());
    let target = "[[target]]\nmain = \"Told\"\njvm-args = [\"-Dtill=full\"]\n";
    std::fs::write(folder.path().join("dropwire.toml"), target).unwrap();
    let said = dropwire(folder.path(), &["check"]).stdout;
    assert!(String::from_utf8_lossy(&said).contains("IllegalStateException: full"));
    let target = "[[target]]\nmain = \"Told\"\njvm-args = [\"-agentlib:x\"]\n";
    std::fs::write(folder.path().join("dropwire.toml"), target).unwrap();
    let output = dropwire(folder.path(), &["check"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("dropwire.toml:3:"), "{said}");
}

#[test]
fn tests_have_what_surefire_passes_to_the_jvm() {
    if !dropwire_finds_a_jdk() || Command::new("javac").arg("-version").output().is_err() {
        eprintln!("skipped: no javac");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let shop = folder.path().join("shop");
    std::fs::create_dir_all(shop.join("src/test/java/org/junit/jupiter/api")).unwrap();
    let head = "<groupId>g</groupId><version>1</version>";
    let surefire = "<artifactId>maven-surefire-plugin</artifactId>";
    let parent = format!(
        "<project>{head}<artifactId>all</artifactId><properties><argLine>-javaagent:x.jar ${{size}}</argLine>
         <size>-Dtill=3</size></properties><build><pluginManagement><plugins><plugin>{surefire}<configuration>
         <systemPropertyVariables><drawer>own of ${{project.artifactId}}</drawer></systemPropertyVariables></configuration>
         </plugin></plugins></pluginManagement></build></project>"
    );
    std::fs::write(folder.path().join("pom.xml"), parent).unwrap();
    let own = format!(
        "<project><parent>{head}<artifactId>all</artifactId></parent><artifactId>shop</artifactId><build><plugins><plugin>
         {surefire}<configuration><argLine>@{{argLine}} --add-opens java.base/java.lang=ALL-UNNAMED</argLine>
         </configuration></plugin></plugins></build></project>"
    );
    std::fs::write(shop.join("pom.xml"), own).unwrap();
    let annotation = "package org.junit.jupiter.api; import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface Test {}\n";
    let test = "class ToldTest {
        @org.junit.jupiter.api.Test void reads() throws Exception {
            boolean open = String.class.getDeclaredField(\"hash\").trySetAccessible();
            String said = open + \" \" + System.getProperty(\"till\") + \" \" + System.getProperty(\"drawer\");
            Thread other = new Thread(() -> { throw new IllegalStateException(said); });
            other.start(); other.join(); } }\n";
    let sources = shop.join("src/test/java");
    std::fs::write(sources.join("org/junit/jupiter/api/Test.java"), annotation).unwrap();
    std::fs::write(sources.join("ToldTest.java"), test).unwrap();
    let javac = Command::new("javac")
        .args([
            "-d",
            "target/test-classes",
            "-sourcepath",
            "src/test/java",
            "src/test/java/ToldTest.java",
        ])
        .current_dir(&shop)
        .status();
    assert!(javac.unwrap().success());
    for (call, words) in [
        (&["check"][..], "IllegalStateException: true 3 own of shop"),
        (
            &["check", "-Dtill=4", "ToldTest#reads"],
            "IllegalStateException: true 4 own of shop",
        ),
    ] {
        let output = dropwire(folder.path(), call);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(words), "{said}");
        let note = "note: the build passes `-javaagent:x.jar` to the JVM of its tests; this has no effect here";
        assert!(said.contains(note), "{said}");
        let json = dropwire(folder.path(), &[&["check", "--format", "json"], &call[1..]].concat()).stdout;
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let assumptions = json["targets"][0]["assumptions"].as_array().unwrap();
        assert!(assumptions.contains(&"ignored-jvm-options".into()), "{json}");
    }
}

#[test]
fn configuration_errors_have_their_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("dropwire.toml"), "[limits]\ntime = \"soon\"\n").unwrap();
    let output = dropwire(folder.path(), &["check", "Till"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("dropwire.toml:2:"), "{said}");
}

#[test]
fn help_shows_every_command_but_the_internal_one() {
    let folder = tempfile::tempdir().unwrap();
    let output = dropwire(folder.path(), &["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout);
    for command in ["check", "run", "replay", "watch", "lsp"] {
        assert!(said.contains(command), "{said}");
    }
    assert!(!said.contains("worker"), "{said}");
}

#[test]
fn help_describes_topics_and_commands() {
    let folder = tempfile::tempdir().unwrap();
    for (name, words) in [
        ("verdicts", "`jdk-atomic`"),
        (
            "keys",
            "`search.timeouts` = when-blocked | always (default: `when-blocked`)",
        ),
        ("replay", "Usage: dropwire replay"),
    ] {
        let output = dropwire(folder.path(), &["help", name]);
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(words), "{said}");
    }
    let output = dropwire(folder.path(), &["help", "verdict"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("did you mean `verdicts`?"), "{said}");
}

/// A worker whose parent is gone must not live on.
#[test]
fn a_worker_ends_when_its_input_closes() {
    use std::process::Stdio;
    let mut worker = Command::new(env!("CARGO_BIN_EXE_dropwire"))
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    drop(worker.stdin.take());
    for _ in 0..100 {
        if worker.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let _ = worker.kill();
    panic!("the worker outlives its parent");
}

fn dropwire_finds_a_jdk() -> bool {
    Command::new("java").arg("-version").output().is_ok()
}
