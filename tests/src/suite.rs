//! One test for each Java program of a folder, named by its path.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::java::{OtherJdk, PLAIN, Tool};
use crate::programs::{self, Program};
use crate::tree;

/// The programs of a folder, compiled together by one `javac` when the first of them runs.
#[derive(Debug)]
pub struct Suite {
    /// `javac`.
    pub javac: Tool,
    /// All sources that some JDK at hand can run, or the one that was asked for.
    pub sources: Vec<PathBuf>,
    /// A folder for what is written.
    pub cache: PathBuf,
    /// By the release that programs need; 0 for those that run on the JDK of the path.
    groups: BTreeMap<Release, Group>,
}

/// The first release that fits, the last one, and whether what it tries out is used; 0 for the JDK of the path.
type Release = (u32, Option<u32>, bool);

/// Programs that are compiled together.
#[derive(Debug)]
struct Group {
    sources: Vec<PathBuf>,
    /// `None`: the JDK of the path.
    jdk: Option<OtherJdk>,
    classes: OnceLock<Result<PathBuf, String>>,
}

impl Suite {
    /// The programs below a folder of the repository; `None`, said in one line, without a `javac`. Those that say `//@ jdk: 21`
    /// run on the oldest JDK that fits, or are left out, said in one line. With `DROPWIRE_PROGRAMS_JDK` all run on the JDK of that home.
    ///
    /// # Panics
    /// The annotations of a program make no sense.
    pub fn find(folder: &str, cache: &str) -> Option<Arc<Suite>> {
        let javac = Tool::find("javac")?;
        if let Some(home) = env::var_os("DROPWIRE_PROGRAMS_JDK").filter(|home| !home.is_empty()) {
            return Some(Suite::on(PathBuf::from(home), folder, javac, cache));
        }
        let mut by_release: BTreeMap<Release, Vec<PathBuf>> = BTreeMap::new();
        for source in tree::files(&tree::root().join(folder), "java") {
            let expected = programs::expectations(&source).unwrap_or_default();
            if expected.last_jdk.is_some_and(|last| last < javac.feature()) {
                eprintln!(
                    "skipped: {} does something else on the JDK of the path",
                    tree::stem(&source)
                );
                continue;
            }
            let plain = expected.jdk <= javac.feature() && !expected.preview;
            let needed = match plain {
                true => (0, None, false),
                false => (expected.jdk, expected.last_jdk, expected.preview),
            };
            by_release.entry(needed).or_default().push(source);
        }
        let mut groups = BTreeMap::new();
        for (needed @ (release, last, preview), sources) in by_release {
            let jdk = (release > 0).then(|| match preview {
                true => OtherJdk::exactly(release),
                false => OtherJdk::between(release, last),
            });
            if let Some(None) = &jdk {
                let number = sources.len();
                eprintln!(
                    "skipped: {number} programs of {folder} need a JDK {release}, or a later one that fits, and a compiler for it"
                );
                continue;
            }
            let group = Group {
                sources,
                jdk: jdk.flatten(),
                classes: OnceLock::new(),
            };
            groups.insert(needed, group);
        }
        let sources = groups.values().flat_map(|group| group.sources.iter().cloned());
        Some(Arc::new(Suite {
            javac,
            sources: sources.collect(),
            cache: cache.into(),
            groups,
        }))
    }

    /// All programs that a JDK can run, on that one, compiled for its release.
    fn on(home: PathBuf, folder: &str, javac: Tool, cache: &str) -> Arc<Suite> {
        let jdk = OtherJdk::at(home).expect("DROPWIRE_PROGRAMS_JDK: a JDK, and a compiler that knows its release");
        let release = jdk.feature;
        let all = tree::files(&tree::root().join(folder), "java");
        let number = all.len();
        let mut groups = BTreeMap::new();
        for preview in [false, true] {
            let fits = |source: &&PathBuf| {
                programs::expectations(source).map_or(!preview, |expected| match (expected.preview, preview) {
                    (true, true) => expected.jdk == release && jdk.has_its_own_compiler(),
                    (false, false) => expected.knows(release),
                    (true, false) | (false, true) => false,
                })
            };
            let group = Group {
                sources: all.iter().filter(fits).cloned().collect(),
                jdk: Some(jdk.clone()),
                classes: OnceLock::new(),
            };
            groups.insert((release, None, preview), group);
        }
        let sources: Vec<PathBuf> = groups.values().flat_map(|group| group.sources.clone()).collect();
        let left_out = number - sources.len();
        eprintln!("on JDK {release}; {left_out} programs of {folder} need another one");
        Arc::new(Suite {
            javac,
            sources,
            cache: cache.into(),
            groups,
        })
    }

    /// A test of one program.
    pub fn trial(
        self: &Arc<Suite>,
        name: String,
        source: &Path,
        test: impl FnOnce(&Program<'_>) -> Result<(), String> + Send + 'static,
    ) -> Trial {
        let suite = Arc::clone(self);
        let source = source.to_path_buf();
        Trial::test(name, move || {
            let program = suite.program(&source).map_err(Failed::from)?;
            test(&program).map_err(Failed::from)
        })
    }

    /// The folder of the classes that the JDK of the path runs.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn classes(&self) -> Result<&Path, String> {
        let group = self.groups.get(&(0, None, false)).ok_or("no programs")?;
        group.classes((0, None, false), &self.javac, &self.cache)
    }

    /// A program of the folder, compiled.
    ///
    /// # Errors
    /// What the compiler says, or that it is none.
    pub fn program<'a>(&'a self, source: &'a Path) -> Result<Program<'a>, String> {
        let (release, group) = self
            .groups
            .iter()
            .find(|(_, group)| group.sources.iter().any(|known| known == source))
            .ok_or("not a program of this folder")?;
        Ok(Program {
            source,
            classes: group.classes(*release, &self.javac, &self.cache)?,
            cache: &self.cache,
            jdk: group.jdk.as_ref().map(|jdk| jdk.home.as_path()),
        })
    }
}

impl Group {
    fn classes(&self, (release, _, preview): Release, javac: &Tool, cache: &Path) -> Result<&Path, String> {
        let compiled = self.classes.get_or_init(|| match &self.jdk {
            None => javac.compile_fixtures(cache, &self.sources),
            Some(jdk) => {
                let release = release.to_string();
                let mut options = [PLAIN, &["--release", &release]].concat();
                options.extend(preview.then_some("--enable-preview"));
                jdk.javac.compile(cache, &options, &self.sources)
            }
        });
        compiled.as_deref().map_err(Clone::clone)
    }
}

/// Runs tests as the command line asks.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
