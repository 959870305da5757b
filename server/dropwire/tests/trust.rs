//! What a project, or a trail that somebody sent, must not make us start: each test has a trap that leaves a mark when it runs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TILL: &str = "class Till { public static void main(String[] a) { System.out.println(\"sold\"); } }\n";

/// A project, and beside it a mark that nobody may make.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// `None` without a `javac`.
    fn new() -> Option<Project> {
        if Command::new("javac").arg("-version").output().is_err() {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            return None;
        }
        // Not below /tmp: what lies there is the machine's own, also a JDK.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::create_dir(folder.path().join("project")).unwrap();
        let project = Project { folder };
        fs::write(project.root().join("Till.java"), TILL).unwrap();
        Some(project)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn mark(&self) -> PathBuf {
        self.folder.path().join("mark")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dropwire"));
        command
            .args(arguments)
            .current_dir(self.root())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    #[track_caller]
    fn goes_well(&self, mut command: Command) {
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(!self.mark().exists(), "the trap was started");
    }

    /// A program that leaves the mark.
    fn trap(&self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("#!/bin/sh\ntouch '{}'\nexit 1\n", self.mark().display())).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A JDK with the library of the one in use, and a compiler and a launcher that are traps.
    fn foreign_jdk(&self) -> PathBuf {
        let own = home_of_the_java_in_use();
        let home = self.root().join("jdk");
        for name in ["javac", "java"] {
            self.trap(&home.join("bin").join(name));
        }
        symlink(own.join("lib"), home.join("lib")).unwrap();
        fs::copy(own.join("release"), home.join("release")).unwrap();
        home
    }
}

fn home_of_the_java_in_use() -> PathBuf {
    let output = Command::new("java")
        .args(["-XshowSettings:properties", "-version"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let home = said.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    PathBuf::from(home.unwrap())
}

#[test]
fn the_jdk_of_a_configuration_gives_its_library_and_starts_nothing() {
    let Some(project) = Project::new() else { return };
    let foreign = project.foreign_jdk();
    fs::write(project.root().join("dropwire.toml"), "[jdk]\nhome = \"jdk\"\n").unwrap();
    project.goes_well(project.command(&["check", "Till.java"]));
    project.goes_well(project.command(&["run", "Till.java"]));
    // Whoever names it means it.
    let named = project.run(&["check", "--jdk", foreign.to_str().unwrap(), "Till.java"]);
    assert_eq!(named.status.code(), Some(2));
    assert!(project.mark().exists());
}

#[test]
fn the_jdk_of_a_trail_starts_nothing() {
    let Some(project) = Project::new() else { return };
    let throws = TILL.replace("System.out.println(\"sold\");", "throw new IllegalStateException();");
    fs::write(project.root().join("Till.java"), throws).unwrap();
    let checked = project.run(&["check", "--trails", "trails", "Till.java"]);
    assert_eq!(checked.status.code(), Some(1));
    let trail = fs::read_dir(project.root().join("trails"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut stored: serde_json::Value = serde_json::from_str(&fs::read_to_string(&trail).unwrap()).unwrap();
    stored["origin"]["jdkHome"] = serde_json::json!(project.foreign_jdk());
    fs::write(&trail, stored.to_string()).unwrap();
    project.goes_well(project.command(&["replay", trail.to_str().unwrap()]));
    // A name that javac would read as an option.
    let option = format!("-J-XX:OnError=touch${{IFS}}{}", project.mark().display());
    stored["origin"]["javaFile"] = serde_json::json!(option);
    fs::write(&trail, stored.to_string()).unwrap();
    assert_eq!(project.run(&["replay", trail.to_str().unwrap()]).status.code(), Some(2));
    assert!(!project.mark().exists());
}

#[test]
fn relative_entries_of_the_path_are_passed_over() {
    let Some(project) = Project::new() else { return };
    for name in ["javac", "java"] {
        project.trap(&project.root().join("bin").join(name));
    }
    let usual = std::env::var("PATH").unwrap();
    for path in [format!("bin:{usual}"), format!("./bin::{usual}")] {
        let mut command = project.command(&["check", "Till.java"]);
        command.env("PATH", path).env_remove("JAVA_HOME");
        project.goes_well(command);
    }
    let mut command = project.command(&["check", "Till.java"]);
    command.env("JAVA_HOME", ".");
    project.goes_well(command);
}

#[test]
fn a_solver_in_the_project_does_not_start() {
    let Some(project) = Project::new() else { return };
    let method = "static void square(long a, long b) { assert (a + b) * (a + b) == a * a + 2 * a * b + b * b; }";
    fs::write(
        project.root().join("Till.java"),
        TILL.replacen('{', &format!("{{ {method}"), 1),
    )
    .unwrap();
    let mut javac = Command::new("javac");
    assert!(
        javac
            .arg("Till.java")
            .current_dir(project.root())
            .status()
            .unwrap()
            .success()
    );
    for folder in ["", "bin"] {
        project.trap(&project.root().join(folder).join("z3"));
    }
    fs::write(
        project.root().join("dropwire.toml"),
        "[symbolic]\nsolver = \"z3\"\nz3-time = \"1s\"\n",
    )
    .unwrap();
    let usual = std::env::var("PATH").unwrap();
    for path in [format!("bin:.:{usual}"), format!("./bin::{usual}")] {
        let mut command = project.command(&["check", "--symbolic", "-cp", ".", "Till#square"]);
        let output = command.env("PATH", path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        // Where this machine has a z3, that one was asked.
        assert!(
            said.contains("no z3 on the PATH") || said.contains("verified"),
            "{said}"
        );
        assert!(!project.mark().exists(), "the trap was started");
    }
    // No key names a program.
    let named = project.run(&["check", "--set", "symbolic.solver=./z3", "-cp", ".", "Till"]);
    assert_eq!(named.status.code(), Some(2));
    assert!(!project.mark().exists(), "the trap was started");
}

#[test]
fn a_plugin_on_the_class_path_does_not_start() {
    let Some(project) = Project::new() else { return };
    let library = project.root().join("library");
    let plugin = format!(
        "import com.sun.source.util.*;
        public class Trap implements Plugin {{
            public Trap() throws Exception {{ new java.io.FileWriter(\"{}\").close(); }}
            public String getName() {{ return \"trap\"; }}
            public boolean autoStart() {{ return true; }}
            public void init(JavacTask task, String... arguments) {{ }}
        }}",
        project.mark().display()
    );
    let source = project.folder.path().join("Trap.java");
    fs::write(&source, plugin).unwrap();
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(&library).arg(&source);
    assert!(javac.status().unwrap().success());
    let services = library.join("META-INF/services");
    fs::create_dir_all(&services).unwrap();
    for service in ["com.sun.source.util.Plugin", "javax.annotation.processing.Processor"] {
        fs::write(services.join(service), "Trap\n").unwrap();
    }
    project.goes_well(project.command(&["check", "-cp", "library", "Till.java"]));
    let mut command = project.command(&["check", "Till.java"]);
    command.env("CLASSPATH", &library);
    project.goes_well(command);
}

#[test]
fn a_source_with_the_name_of_an_option_is_refused() {
    let Some(project) = Project::new() else { return };
    fs::write(project.root().join("-J-version.java"), TILL).unwrap();
    let output = project.run(&["check", "./-J-version.java"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("begins like an option"), "{said}");
}
