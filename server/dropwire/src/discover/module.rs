//! A module: where its classes and sources lie, and what else is on its class path.

use std::fmt;
use std::path::PathBuf;

use dropwire_check::JvmArgs;

/// A module whose classes can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub root: PathBuf,
    /// Folders of classes in the order of the class path, test classes first.
    pub class_roots: Vec<PathBuf>,
    /// What follows on the class path: other modules' class roots, folders, jars.
    pub libraries: Vec<PathBuf>,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// Who says what is on the class path.
    pub from: ClassPathFrom,
    /// What that names and is not there.
    pub missing: Vec<String>,
    /// What its build passes to the JVM that runs its tests.
    pub test_jvm: JvmArgs,
}

impl Module {
    /// The whole class path.
    pub fn class_path(&self) -> Vec<PathBuf> {
        self.class_roots.iter().chain(&self.libraries).cloned().collect()
    }

    /// Whether a target is a method of a class, as tests are.
    pub fn is_test(target: &str) -> bool {
        target
            .split_once('#')
            .is_some_and(|(_, method)| method != dropwire_check::OBJECT)
    }

    /// The options of a target of this module: tests have those of the build, and `own` win.
    pub fn jvm_args(&self, target: &str, own: &JvmArgs) -> JvmArgs {
        if Module::is_test(target) {
            self.jvm_args_of_tests(own)
        } else {
            own.clone()
        }
    }

    /// The options of the module's tests: those of the build, and `own` win.
    pub fn jvm_args_of_tests(&self, own: &JvmArgs) -> JvmArgs {
        self.test_jvm.clone().and(own)
    }
}

/// Who says what is on a module's class path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassPathFrom {
    /// `dropwire.toml`
    Configuration,
    /// The editor's own Java support.
    Client,
    /// The server has compiled it.
    Server,
    /// Eclipse's `.classpath`
    Eclipse,
    /// Surefire's last test run.
    Surefire,
    /// `pom.xml` and the local repository.
    Pom,
    /// `gradle.lockfile`
    GradleLock,
    /// Gradle's build file and module cache.
    GradleCache,
    /// Nobody: class folders alone.
    Folders,
}

impl ClassPathFrom {
    /// What to do where a class is missing.
    pub fn way_out(self) -> &'static str {
        match self {
            ClassPathFrom::Configuration => "add it to `classpath` of its [[module]] in dropwire.toml",
            ClassPathFrom::Client => "check the project's class path in the editor, or set it in dropwire.toml",
            ClassPathFrom::Server => "add the jars to `classpath` of a [[module]] in dropwire.toml",
            ClassPathFrom::Eclipse => "check the project's build path, or set it in dropwire.toml",
            ClassPathFrom::Surefire | ClassPathFrom::Pom => {
                "build once with Maven, to get it into the local repository"
            }
            ClassPathFrom::GradleLock | ClassPathFrom::GradleCache => {
                "build once with Gradle, or add it to `classpath` of a [[module]] in dropwire.toml"
            }
            ClassPathFrom::Folders => "add the jars to `classpath` of a [[module]] in dropwire.toml",
        }
    }
}

impl fmt::Display for ClassPathFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClassPathFrom::Configuration => "from dropwire.toml",
            ClassPathFrom::Client => "from the editor",
            ClassPathFrom::Server => "compiled by the server",
            ClassPathFrom::Eclipse => "from .classpath",
            ClassPathFrom::Surefire => "from target/surefire-reports",
            ClassPathFrom::Pom => "from pom.xml, offline",
            ClassPathFrom::GradleLock => "from gradle.lockfile",
            ClassPathFrom::GradleCache => "from build.gradle and Gradle's module cache",
            ClassPathFrom::Folders => "class folders only",
        })
    }
}
