//! Files of the machine: read as they are found, changed in memory alone, refused by name; and standard input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use dropwire_tests::calls;
use dropwire_tests::dropwire;
use dropwire_tests::java::{Tool, in_plain_locale};
use dropwire_tests::process::{self, Ended};
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
const PATIENCE: Duration = Duration::from_secs(120);

/// Changes files in all ways, and prints what it finds.
const CHANGES: &str = r#"
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class Changes {
    static void show(String what, Object value) {
        System.out.println(what + " " + value);
    }

    static String names(String folder) {
        String[] names = new File(folder).list();
        if (names != null) Arrays.sort(names);
        return Arrays.toString(names);
    }

    static String text(String file) throws IOException {
        return new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8).replace("\n", "|");
    }

    static void add(String file, String text, OpenOption... how) throws IOException {
        Files.write(Paths.get(file), text.getBytes(StandardCharsets.UTF_8), how);
    }

    static void fails(String what, IOException why) {
        show(what, why.getClass().getSimpleName());
    }

    public static void main(String[] args) throws Exception {
        show("found", text("data/a") + names("data") + new File("data/a").length());
        show("stream", Files.size(Paths.get("data/a")));
        add("data/a", "more\n", StandardOpenOption.APPEND);
        add("data/new", "new\n");
        show("changed", text("data/a") + text("data/new") + names("data"));
        try (RandomAccessFile file = new RandomAccessFile("data/b", "rw")) {
            file.seek(2);
            file.write('X');
            file.setLength(4);
        }
        show("written at a place", text("data/b"));
        try (FileOutputStream out = new FileOutputStream("data/b")) {
            out.write('t');
        }
        show("truncated", text("data/b") + new File("data/b").length());
        try (InputStream held = new FileInputStream("data/sub/c")) {
            show("deleted", new File("data/sub/c").delete());
            show("still read", (char) held.read());
        }
        show("gone", new File("data/sub/c").exists() + names("data/sub"));
        try {
            Files.delete(Paths.get("data"));
        } catch (IOException e) {
            fails("not empty", e);
        }
        show("folder deleted", new File("data/sub").delete() + names("data"));
        add("data/sub", "a file in the place of a folder");
        try {
            text("data/sub/c");
        } catch (IOException e) {
            fails("below a file", e);
        }
        Files.move(Paths.get("data"), Paths.get("moved"));
        show("moved", new File("data").exists() + names("moved") + text("moved/a") + names("data"));
        try {
            text("data/a");
        } catch (IOException e) {
            fails("where it was", e);
        }
        Files.createDirectories(Paths.get("data/sub/deep"));
        show("made anew", names("data") + names("data/sub") + names("data/sub/deep"));
        Files.move(Paths.get("moved/a"), Paths.get("data/sub/a"));
        Files.copy(Paths.get("data/sub/a"), Paths.get("data/copy"));
        Files.move(Paths.get("data/copy"), Paths.get("moved/new"), StandardCopyOption.REPLACE_EXISTING);
        show("moved back", names("moved") + names("data/sub") + text("moved/new"));
        try {
            Files.createFile(Paths.get("moved/new"));
        } catch (IOException e) {
            fails("there already", e);
        }
        try {
            new FileOutputStream("absent/x").close();
        } catch (IOException e) {
            fails("no folder", e);
        }
        new File("moved/new").setReadOnly();
        show("same", Files.isSameFile(Paths.get("moved/b"), Paths.get("moved/../moved/b")));
        show("there", Files.isRegularFile(Paths.get("moved/b")) + " " + Files.isDirectory(Paths.get("moved"))
                + " " + Files.exists(Paths.get("nowhere")));
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Paths.get("moved"))) {
            List<String> names = new ArrayList<>();
            for (Path one : all) names.add(one.getFileName().toString());
            Collections.sort(names);
            show("stream of names", names);
        }
    }
}
"#;

/// Two threads count in a file.
const COUNTS: &str = r#"
import java.io.*;

public class Counts {
    static void count() {
        try {
            int before;
            try (InputStream in = new FileInputStream("count")) {
                before = in.read();
            }
            try (RandomAccessFile out = new RandomAccessFile("count", "rw")) {
                out.write(before + 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Counts::count);
        other.start();
        count();
        other.join();
        try (InputStream in = new FileInputStream("count")) {
            assert in.read() == 'c';
        }
    }
}
"#;

/// Asks for what its argument says.
const ASKS: &str = r#"
import java.io.*;

public class Asks {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            File file = new File(args[0]);
            System.out.println(file.exists() + " " + file.length());
            if (args.length > 1) {
                try (InputStream in = new FileInputStream(file)) {
                    System.out.println((char) in.read());
                }
            }
        }
    }
}
"#;

/// Says who has read the first byte of standard input.
const READS: &str = r#"
import java.io.*;

public class Reads {
    public static void main(String[] args) throws Exception {
        int[] first = new int[1];
        Thread other = new Thread(() -> {
            try {
                first[0] = new FileInputStream(FileDescriptor.in).read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        int own = new FileInputStream(FileDescriptor.in).read();
        other.join();
        assert own != 0xe9 : "the other one came first";
        System.out.println(own + " " + first[0] + " " + System.in.available());
    }
}
"#;

/// A folder with files, and the program beside it.
struct Project {
    folder: tempfile::TempDir,
    classes: PathBuf,
}

impl Project {
    /// `None`, said in one line, without a `javac`.
    fn new(name: &str, source: &str) -> Option<Project> {
        let javac = Tool::find("javac")?;
        // Not below /tmp, which is a folder of the machine's own.
        let folder = tempfile::tempdir_in(CACHE).unwrap();
        let file = folder.path().join(format!("{name}.java"));
        fs::write(&file, source).unwrap();
        let classes = javac.compile_fixtures(Path::new(CACHE), &[file]).unwrap();
        let project = Project { folder, classes };
        project.write("data/a", "first\n");
        project.write("data/b", "other\n");
        project.write("data/sub/c", "c");
        project.write("count", "a");
        Some(project)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.root().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn call(&self, arguments: &[&str]) -> Ended {
        let mut command = calls::command();
        command.current_dir(self.root()).args(arguments);
        process::run(in_plain_locale(&mut command), PATIENCE).unwrap()
    }

    fn check(&self, options: &[&str], target: &[&str]) -> Target {
        let classes = self.classes.to_str().unwrap();
        let trails = self.trails();
        let fixed = [
            "check",
            "-c",
            classes,
            "--format",
            "json",
            "--trails",
            trails.to_str().unwrap(),
        ];
        let ended = self.call(&[&fixed, options, target].concat());
        dropwire::read(&ended).unwrap().targets.remove(0)
    }

    fn trails(&self) -> PathBuf {
        self.folder.path().join("trails")
    }

    fn run(&self, options: &[&str], target: &[&str]) -> Ended {
        let classes = self.classes.to_str().unwrap();
        self.call(&[&["run", "-c", classes], options, target].concat())
    }

    /// All files, with what is in them.
    fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut contents = BTreeMap::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                match entry.path().is_dir() {
                    true => folders.push(entry.path()),
                    false => drop(contents.insert(entry.path(), fs::read(entry.path()).unwrap())),
                }
            }
        }
        contents
    }
}

fn assumes(target: &Target, name: &str) -> bool {
    target.assumptions.iter().any(|assumption| assumption == name)
}

#[track_caller]
fn is_refused(target: &Target, why: &str) {
    assert_eq!(target.verdict, "incomplete", "{why}");
    let reasons = target.reasons.join("; ");
    assert!(
        reasons.contains("files are not modelled") && reasons.contains(why),
        "{reasons}"
    );
}

#[test]
fn changes_are_those_of_a_real_machine_and_stay_in_memory() {
    let Some(project) = Project::new("Changes", CHANGES) else {
        return;
    };
    let before = project.contents();
    let ours = project.run(&[], &["Changes"]);
    assert_eq!(ours.status, Some(0), "{}", ours.stderr);
    assert_eq!(project.contents(), before);
    let checked = project.check(&[], &["Changes"]);
    assert_eq!(checked.verdict, "verified");
    assert!(assumes(&checked, "files-as-found") && !assumes(&checked, "in-memory-tmp"));
    assert_eq!(project.contents(), before);
    let java = Tool::find("java").unwrap();
    let mut command = Command::new(java.path());
    command
        .current_dir(project.root())
        .arg("-cp")
        .arg(&project.classes)
        .arg("Changes");
    let real = process::run(in_plain_locale(&mut command), PATIENCE).unwrap();
    assert_eq!(ours.stdout, real.stdout);
    assert_ne!(project.contents(), before, "the real machine writes");
}

#[test]
fn each_interleaving_begins_with_the_files_as_they_were_found() {
    let Some(project) = Project::new("Counts", COUNTS) else {
        return;
    };
    let before = project.contents();
    let target = project.check(&["--set", "debug.verify-hashes=true"], &["Counts"]);
    assert_eq!(target.verdict, "violated", "{:?}", target.reasons);
    assert_eq!(target.findings.len(), 1);
    assert!(assumes(&target, "files-as-found"));
    assert_eq!(project.contents(), before);
    dropwire::replay_all(&target, &project.trails()).unwrap();
    let trail = project.trails().join(format!("{}.json", target.findings[0].trail.id));
    let replay = || project.call(&["replay", trail.to_str().unwrap()]);
    assert!(!replay().stderr.contains("has changed"));
    project.write("count", "b");
    let replayed = replay();
    assert!(
        replayed
            .stderr
            .contains("count has changed since the trail was recorded"),
        "{}",
        replayed.stderr
    );
}

#[test]
fn what_is_not_readable_is_refused_by_name() {
    let Some(project) = Project::new("Asks", ASKS) else {
        return;
    };
    let nothing_asked = project.check(&[], &["Asks"]);
    assert_eq!(nothing_asked.verdict, "verified");
    assert!(!assumes(&nothing_asked, "files-as-found"));
    for name in ["data/a", "data/absent", "."] {
        let target = project.check(&[], &["Asks", name]);
        assert_eq!(target.verdict, "verified", "{name}: {:?}", target.reasons);
        assert!(assumes(&target, "files-as-found"), "{name}");
    }
    is_refused(&project.check(&[], &["Asks", "../trails"]), "../trails");
    is_refused(&project.check(&[], &["Asks", "/etc/os-release"]), "/etc/os-release");
    let off = project.check(&["--set", "files.read="], &["Asks", "data/a"]);
    is_refused(&off, "data/a");
    let other = project.check(&["--set", "files.read=data/sub, count"], &["Asks", "data/a"]);
    is_refused(&other, "data/a");
    let other = project.check(&["--set", "files.read=data/sub, count"], &["Asks", "count"]);
    assert_eq!(other.verdict, "verified");
    // By its own path it is the same file.
    let absolute = project.root().join("data/a");
    let target = project.check(&[], &["Asks", absolute.to_str().unwrap()]);
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
}

#[cfg(unix)]
#[test]
fn links_and_large_files_are_refused_by_name() {
    let Some(project) = Project::new("Asks", ASKS) else {
        return;
    };
    std::os::unix::fs::symlink("/etc/hostname", project.root().join("data/link")).unwrap();
    std::os::unix::fs::symlink("/etc", project.root().join("data/etc")).unwrap();
    for link in ["data/link", "data/etc/hostname"] {
        is_refused(&project.check(&[], &["Asks", link, "open"]), "symbolic link");
    }
    let large = fs::File::create(project.root().join("large")).unwrap();
    large.set_len((16 << 20) + 1).unwrap();
    let length = project.run(&[], &["Asks", "large"]);
    assert_eq!(length.stdout, "true 16777217\n", "{}", length.stderr);
    is_refused(
        &project.check(&[], &["Asks", "large", "open"]),
        "large is too large to be read",
    );
}

#[test]
fn a_configuration_says_what_is_readable_and_what_is_in_standard_input() {
    let Some(project) = Project::new("Asks", ASKS) else {
        return;
    };
    let outside = project.folder.path().join("outside");
    fs::write(&outside, "o").unwrap();
    let outside = outside.to_str().unwrap();
    is_refused(&project.check(&[], &["Asks", outside]), outside);
    project.write("dropwire.toml", &format!("[files]\nread = [\"data\", \"{outside}\"]\n"));
    let target = project.check(&[], &["Asks", outside, "open"]);
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    is_refused(&project.check(&[], &["Asks", "count"]), "count");
    project.write("dropwire.toml", "[files]\nread = \"data\"\n");
    let refused = project.run(&[], &["Asks"]);
    assert!(refused.stderr.contains("dropwire.toml:2"), "{}", refused.stderr);

    let Some(project) = Project::new("Reads", READS) else {
        return;
    };
    project.write("dropwire.toml", "[[target]]\nmain = \"Reads\"\nstdin = \"data/b\"\n");
    let ran = project.run(&[], &["Reads"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ["111 116 4\n", "116 111 4\n"].contains(&ran.stdout.as_str()),
        "{}",
        ran.stdout
    );
}

#[test]
fn standard_input_is_what_the_call_says() {
    let Some(project) = Project::new("Reads", READS) else {
        return;
    };
    let without = project.check(&[], &["Reads"]);
    assert_eq!(without.verdict, "verified");
    assert!(assumes(&without, "empty-input"));
    let input = project.root().join("input");
    fs::write(&input, [b'1', 0xe9, b'2']).unwrap();
    let target = project.check(&["--stdin", "input", "--set", "debug.verify-hashes=true"], &["Reads"]);
    assert_eq!(target.verdict, "violated", "{:?}", target.reasons);
    assert!(!assumes(&target, "empty-input"));
    // The trail has it.
    fs::remove_file(&input).unwrap();
    dropwire::replay_all(&target, &project.trails()).unwrap();
    let missing = project.run(&["--stdin", "input"], &["Reads"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.contains("input: "), "{}", missing.stderr);
}
