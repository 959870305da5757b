//! Which JDK: the one that is named, else the one in use, else one that is installed.
//!
//! Looks at files only; never starts a `java`.

use std::cmp::Reverse;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use cafebabe::attributes::AttributeData;

use crate::NEWEST_FEATURE;
use crate::class_path::ClassPath;
use crate::error::ClassError;
use crate::image::RuntimeImage;

/// The oldest feature release that can be used.
const OLDEST_FEATURE: u32 = 8;

/// The first one that has a runtime image (`lib/modules`).
const FIRST_WITH_MODULES: u32 = 9;

/// What the virtual machine is tested with most.
const PREFERRED_FEATURE: u32 = 17;

/// An installed JDK, or a JRE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    /// The directory that holds `lib/modules`, or `lib/rt.jar` on 8: the `jre` of a JDK 8.
    pub home: PathBuf,
    /// The version, as the JDK spells it: `17.0.15`.
    pub version: String,
    /// The feature release: 17.
    pub feature: u32,
}

impl Jdk {
    /// Finds a JDK: `explicit` alone if it is given; else JAVA_HOME, the `java` on PATH, the installed ones.
    ///
    /// Among installed ones 17 is preferred, then the newest. Those older than 8 or too new are passed over.
    ///
    /// # Errors
    /// [`ClassError::BadJdk`] if `explicit` will not do, [`ClassError::NoJdk`] with all places that were tried.
    pub fn locate(explicit: Option<&Path>) -> Result<Jdk, ClassError> {
        match explicit {
            Some(home) => Self::at(home),
            None => Self::find(&Surroundings::of_this_process()),
        }
    }

    /// The JDK whose home, bundle (macOS: `X.jdk`) or `bin/java` is at `path`.
    ///
    /// # Errors
    /// [`ClassError::BadJdk`] if there is none, or not of a release that can be used.
    pub fn at(path: &Path) -> Result<Jdk, ClassError> {
        let home = home_of(path);
        let bad = |problem: String| ClassError::BadJdk {
            home: path.to_path_buf(),
            problem,
        };
        let modules = home.join("lib/modules").is_file();
        let home = match modules {
            true => home,
            false => with_rt_jar(&home).ok_or_else(|| bad(why_no_library(&home)))?,
        };
        let version = match version_of_release(&home) {
            Some(version) => Some(version),
            None if modules => version_in_image(&home)?,
            None => version_in_rt_jar(&home)?,
        };
        let version = version.ok_or_else(|| bad("its version is unknown".to_string()))?;
        let feature = feature_of(&version).ok_or_else(|| bad(format!("{version:?} is no version")))?;
        if !(OLDEST_FEATURE..=NEWEST_FEATURE).contains(&feature) {
            return Err(bad(format!("it is Java {feature}")));
        }
        if modules != (feature >= FIRST_WITH_MODULES) {
            return Err(bad(format!(
                "it is Java {feature} with the class library of another release"
            )));
        }
        Ok(Jdk { home, version, feature })
    }

    /// Whether its class library is a runtime image (9 and later), not `rt.jar`.
    pub fn has_modules(&self) -> bool {
        self.feature >= FIRST_WITH_MODULES
    }

    /// Whether a path inside this JDK's home is a directory, and its length; `None` outside, or when there is nothing.
    pub fn file_kind(&self, path: &Path) -> Option<(bool, u64)> {
        let metadata = self.owns(path).then(|| path.metadata().ok()).flatten()?;
        Some((metadata.is_dir(), metadata.len()))
    }

    /// Whether a path lies inside its home.
    pub fn owns(&self, path: &Path) -> bool {
        path.starts_with(&self.home) && !path.components().any(|part| part == std::path::Component::ParentDir)
    }

    /// A file of this JDK by its absolute path, as `…/lib/tzdb.dat`; `None` outside of its home, or when it cannot be read.
    pub fn read_file(&self, path: &Path) -> Option<Vec<u8>> {
        self.owns(path).then(|| std::fs::read(path).ok()).flatten()
    }

    /// The names in a directory of this JDK, sorted; `None` outside of its home, or when it cannot be read.
    pub fn names_in(&self, path: &Path) -> Option<Vec<String>> {
        let entries = self.owns(path).then(|| path.read_dir().ok()).flatten()?;
        let names = entries.map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.collect::<Option<_>>()?;
        names.sort_unstable();
        Some(names)
    }

    /// Whether a native library that a program asks for is on this machine: it is looked at and never read.
    pub fn is_library(&self, path: &Path) -> bool {
        path.is_file()
    }

    /// Whether a native library of this file name, as `libnet.so`, comes with it.
    pub fn has_library(&self, file: &str) -> bool {
        let lib = self.home.join("lib");
        [
            lib.join(file),
            lib.join(env::consts::ARCH).join(file),
            lib.join("amd64").join(file),
        ]
        .iter()
        .any(|library| library.is_file())
    }

    /// The compiler beside it, if it has one (a JRE has none).
    pub fn javac(&self) -> Option<PathBuf> {
        let name = format!("bin/javac{}", env::consts::EXE_SUFFIX);
        // The home of a JDK 8's runtime is the folder `jre` in it.
        let around = self.home.parent().filter(|_| !self.has_modules());
        let javac = [Some(self.home.as_path()), around].into_iter().flatten();
        javac.map(|home| home.join(&name)).find(|javac| javac.is_file())
    }

    /// Whether it is one that this machine has by itself, whatever a file says: that of JAVA_HOME, of the `java` on PATH, or an
    /// installed one.
    pub fn is_of_this_machine(&self) -> bool {
        self.is_of(&Surroundings::of_this_process())
    }

    fn is_of(&self, surroundings: &Surroundings) -> bool {
        let canonical = |path: &Path| fs::canonicalize(path).ok();
        let Some(own) = canonical(&self.home) else {
            return false;
        };
        let is_own = |home: PathBuf| {
            [home.clone(), home.join("jre")]
                .iter()
                .any(|home| canonical(home).as_ref() == Some(&own))
        };
        let java = java_on_path(&surroundings.path);
        let java_home = surroundings.java_home.iter().filter(|home| home.is_absolute());
        let used = java_home.cloned().chain(java).map(|path| home_of(&path));
        let in_parent = |(parent, inner): &(PathBuf, &str)| {
            let homes = children(parent).into_iter().map(|home| home.join(inner));
            homes.into_iter().any(is_own)
        };
        used.into_iter().any(is_own) || surroundings.parents.iter().any(in_parent)
    }

    fn find(surroundings: &Surroundings) -> Result<Jdk, ClassError> {
        let mut tried = Vec::new();
        match &surroundings.java_home {
            // It would start in the folder of whatever project is at hand.
            Some(home) if home.is_relative() => tried.push("JAVA_HOME is a relative path".to_string()),
            Some(home) => match Self::at(home) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => tried.push(format!("JAVA_HOME: {error}")),
            },
            None => tried.push("JAVA_HOME is not set".to_string()),
        }
        match java_on_path(&surroundings.path) {
            Some(java) => match Self::at(&java) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => tried.push(format!("java on PATH: {error}")),
            },
            None => tried.push("no java on PATH".to_string()),
        }
        let mut installed = Vec::new();
        for (parent, inner) in &surroundings.parents {
            let homes = children(parent);
            if homes.is_empty() {
                tried.push(format!("nothing in {}", parent.display()));
            }
            for home in homes.into_iter().map(|home| home.join(inner)) {
                match Self::at(&home) {
                    Ok(jdk) => installed.push(jdk),
                    Err(error) => tried.push(error.to_string()),
                }
            }
        }
        // Stable, so that equal ones are taken in the order of the places.
        installed.sort_by_key(|jdk| (jdk.feature != PREFERRED_FEATURE, Reverse(jdk.feature)));
        installed.into_iter().next().ok_or(ClassError::NoJdk { tried })
    }
}

/// What `locate` looks at beyond its argument; a value, so that tests need not change the environment.
struct Surroundings {
    java_home: Option<PathBuf>,
    path: Vec<PathBuf>,
    /// Directories of JDKs, and where the home lies within each one.
    parents: Vec<(PathBuf, &'static str)>,
}

impl Surroundings {
    fn of_this_process() -> Self {
        let mut parents = Vec::new();
        if cfg!(windows) {
            for root in ["ProgramFiles", "ProgramW6432"]
                .into_iter()
                .filter_map(env::var_os)
                .map(PathBuf::from)
            {
                for vendor in [
                    "Java",
                    "Eclipse Adoptium",
                    "Microsoft",
                    "Amazon Corretto",
                    "Zulu",
                    "BellSoft",
                ] {
                    parents.push((root.join(vendor), ""));
                }
            }
        } else if cfg!(target_os = "macos") {
            parents.push((PathBuf::from("/Library/Java/JavaVirtualMachines"), "Contents/Home"));
        } else {
            for parent in ["/usr/lib/jvm", "/usr/lib64/jvm", "/usr/java", "/opt/java"] {
                parents.push((PathBuf::from(parent), ""));
            }
        }
        let home = env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
        if let Some(home) = home.map(PathBuf::from) {
            parents.push((home.join(".sdkman/candidates/java"), ""));
            parents.push((home.join(".jdks"), ""));
            if cfg!(target_os = "macos") {
                parents.push((home.join("Library/Java/JavaVirtualMachines"), "Contents/Home"));
            }
        }
        Self {
            java_home: env::var_os("JAVA_HOME")
                .filter(|home| !home.is_empty())
                .map(PathBuf::from),
            path: env::var_os("PATH")
                .map(|path| env::split_paths(&path).collect())
                .unwrap_or_default(),
            parents,
        }
    }
}

/// The home that a user means by a path to it, to a macOS bundle, or to a `java` binary.
fn home_of(path: &Path) -> PathBuf {
    if path.is_file() {
        // `/usr/bin/java` is often a link into the JDK.
        let binary = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if let Some(home) = binary.parent().and_then(Path::parent) {
            return home.to_path_buf();
        }
    }
    let bundled = path.join("Contents").join("Home");
    if bundled.is_dir() { bundled } else { path.to_path_buf() }
}

/// The home itself or its `jre`, whichever has `lib/rt.jar`.
fn with_rt_jar(home: &Path) -> Option<PathBuf> {
    [home.to_path_buf(), home.join("jre")]
        .into_iter()
        .find(|home| home.join("lib/rt.jar").is_file())
}

fn why_no_library(home: &Path) -> String {
    if home.is_dir() {
        "it has neither lib/modules nor lib/rt.jar".to_string()
    } else {
        "there is no such directory".to_string()
    }
}

/// From the file `release`: in the home, or of a JDK 8 beside its `jre`.
fn version_of_release(home: &Path) -> Option<String> {
    let around = home.parent().filter(|_| home.ends_with("jre"));
    let homes = [Some(home), around].into_iter().flatten();
    homes
        .filter_map(|home| fs::read_to_string(home.join("release")).ok())
        .find_map(|release| version_in_release(&release))
}

/// `Implementation-Version` in the manifest of `rt.jar`.
fn version_in_rt_jar(home: &Path) -> Result<Option<String>, ClassError> {
    let jar = ClassPath::open(&[home.join("lib/rt.jar")], OLDEST_FEATURE)?;
    let manifest = jar.find_resource("META-INF/MANIFEST.MF")?.unwrap_or_default();
    let manifest = String::from_utf8_lossy(&manifest);
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("Implementation-Version:"));
    Ok(version.map(|version| version.trim().to_owned()))
}

/// A relative entry is passed over: it would start in the folder of whatever project is at hand.
fn java_on_path(path: &[PathBuf]) -> Option<PathBuf> {
    let name = format!("java{}", env::consts::EXE_SUFFIX);
    path.iter()
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join(&name))
        .find(|java| java.is_file())
}

/// The subdirectories, sorted; none if there is no such directory.
fn children(parent: &Path) -> Vec<PathBuf> {
    let mut children: Vec<PathBuf> = match fs::read_dir(parent) {
        Ok(entries) => entries
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect(),
        Err(_) => Vec::new(),
    };
    children.sort();
    children
}

/// The value of JAVA_VERSION in a `release` file.
fn version_in_release(release: &str) -> Option<String> {
    let value = release
        .lines()
        .find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let version = value.trim().trim_matches('"');
    (!version.is_empty()).then(|| version.to_string())
}

/// The version of the module java.base, from its descriptor.
fn version_in_image(home: &Path) -> Result<Option<String>, ClassError> {
    let image = RuntimeImage::open(home)?;
    let Some(bytes) = image.resource("java.base", "module-info.class")? else {
        return Ok(None);
    };
    let descriptor = crate::parse(&bytes)?;
    Ok(descriptor
        .file
        .attributes
        .iter()
        .find_map(|attribute| match &attribute.data {
            AttributeData::Module(module) => module.version.as_ref().map(|version| version.to_string()),
            _ => None,
        }))
}

/// `17.0.15` → 17, `1.8.0_402` → 8, `26-ea` → 26.
fn feature_of(version: &str) -> Option<u32> {
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map(|digits| digits.parse().ok());
    match numbers.next()?? {
        1 => numbers.next()?,
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempDir;

    #[test]
    fn versions() {
        for (version, feature) in [
            ("17.0.15", 17),
            ("1.8.0_402", 8),
            ("26-ea", 26),
            ("9", 9),
            ("11.0.13.1+1", 11),
        ] {
            assert_eq!(feature_of(version), Some(feature));
        }
        assert_eq!(feature_of("beta"), None);
        let release = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\nJAVA_VERSION_DATE=\"2025-04-15\"\n";
        assert_eq!(version_in_release(release).as_deref(), Some("17.0.15"));
        assert_eq!(version_in_release("OS=\"Linux\""), None);
    }

    fn fake_jdk(home: &Path, version: &str) {
        fs::create_dir_all(home.join("lib")).unwrap();
        fs::create_dir_all(home.join("bin")).unwrap();
        fs::write(home.join("lib/modules"), b"no image").unwrap();
        fs::write(home.join(format!("bin/java{}", env::consts::EXE_SUFFIX)), b"").unwrap();
        fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).unwrap();
    }

    #[test]
    fn a_home_that_a_project_brings_along_is_not_of_this_machine() {
        let dir = TempDir::new("jdk-foreign");
        let jvm = dir.path().join("jvm");
        for version in ["11.0.2", "17.0.15", "21.0.8"] {
            fake_jdk(&jvm.join(version), version);
        }
        let foreign = dir.path().join("project/jdk");
        fake_jdk(&foreign, "17.0.15");
        let surroundings = Surroundings {
            java_home: Some(jvm.join("11.0.2")),
            path: vec![jvm.join("21.0.8/bin")],
            parents: vec![(jvm.clone(), "")],
        };
        for version in ["11.0.2", "17.0.15", "21.0.8"] {
            assert!(Jdk::at(&jvm.join(version)).unwrap().is_of(&surroundings));
        }
        assert!(!Jdk::at(&foreign).unwrap().is_of(&surroundings));
    }

    #[test]
    fn an_explicit_home_is_the_only_one_tried() {
        let dir = TempDir::new("jdk-explicit");
        fake_jdk(&dir.path().join("old"), "1.8.0_402");
        fake_jdk(&dir.path().join("new"), "26-ea");
        fake_jdk(&dir.path().join("good"), "21.0.8");
        let at = |name: &str| Jdk::locate(Some(&dir.path().join(name)));
        assert_eq!(at("good").unwrap().feature, 21);
        assert_eq!(
            at(&format!("good/bin/java{}", env::consts::EXE_SUFFIX))
                .unwrap()
                .version,
            "21.0.8"
        );
        assert!(at("old").unwrap_err().to_string().contains("it is Java 8 with"));
        assert!(at("new").unwrap_err().to_string().contains("it is Java 26"));
        assert!(at("none").unwrap_err().to_string().contains("no such directory"));
        assert_eq!(at("good").unwrap().javac(), None);
    }

    #[test]
    fn a_java_8_is_the_folder_with_its_rt_jar() {
        let dir = TempDir::new("jdk-8");
        let jre = dir.path().join("jre");
        fs::create_dir_all(jre.join("lib")).unwrap();
        fs::create_dir_all(dir.path().join("bin")).unwrap();
        fs::write(jre.join("lib/rt.jar"), b"no jar").unwrap();
        fs::write(dir.path().join("release"), "JAVA_VERSION=\"1.8.0_402\"\n").unwrap();
        let javac = dir.path().join(format!("bin/javac{}", env::consts::EXE_SUFFIX));
        fs::write(&javac, b"").unwrap();
        for path in [dir.path(), jre.as_path()] {
            let jdk = Jdk::at(path).unwrap();
            assert_eq!((jdk.home.as_path(), jdk.feature), (jre.as_path(), 8));
            assert_eq!(jdk.javac(), Some(javac.clone()));
        }
        fs::write(dir.path().join("release"), "JAVA_VERSION=\"1.7.0_80\"\n").unwrap();
        assert!(Jdk::at(dir.path()).unwrap_err().to_string().contains("it is Java 7"));
    }

    #[test]
    fn java_home_then_path_then_installed_with_17_first() {
        let dir = TempDir::new("jdk-order");
        let jvm = dir.path().join("jvm");
        for version in ["11.0.2", "17.0.15", "21.0.8", "26-ea"] {
            fake_jdk(&jvm.join(version), version);
        }
        let mut surroundings = Surroundings {
            java_home: Some(jvm.join("11.0.2")),
            path: vec![dir.path().to_path_buf(), jvm.join("21.0.8/bin")],
            parents: vec![(dir.path().join("nothing"), ""), (jvm.clone(), "")],
        };
        assert_eq!(Jdk::find(&surroundings).unwrap().feature, 11);
        surroundings.java_home = Some(PathBuf::from("11.0.2"));
        assert_eq!(Jdk::find(&surroundings).unwrap().feature, 21);
        surroundings.java_home = Some(jvm.join("26-ea"));
        assert_eq!(Jdk::find(&surroundings).unwrap().feature, 21);
        surroundings.path.clear();
        assert_eq!(Jdk::find(&surroundings).unwrap().feature, 17);
        surroundings.parents.pop();
        let error = Jdk::find(&surroundings).unwrap_err().to_string();
        for part in [
            "JAVA_HOME: ",
            "it is Java 26",
            "no java on PATH",
            "nothing in ",
            "install a JDK",
        ] {
            assert!(error.contains(part), "{error}");
        }
    }
}
