//! One test for each Java program of a folder, named by its path.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::java::Tool;
use crate::tree;

/// The programs of a folder, compiled together by one `javac` when the first of them runs.
#[derive(Debug)]
pub struct Suite {
    /// `javac`.
    pub javac: Tool,
    /// All sources.
    pub sources: Vec<PathBuf>,
    /// A folder for what is written.
    pub cache: PathBuf,
    classes: OnceLock<Result<PathBuf, String>>,
}

impl Suite {
    /// The programs below a folder of the repository; `None`, said in one line, without a `javac`.
    pub fn find(folder: &str, cache: &str) -> Option<Arc<Suite>> {
        let javac = Tool::find("javac")?;
        let sources = tree::files(&tree::root().join(folder), "java");
        Some(Arc::new(Suite {
            javac,
            sources,
            cache: cache.into(),
            classes: OnceLock::new(),
        }))
    }

    /// The folder of the classes.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn classes(&self) -> Result<&Path, String> {
        let compiled = self
            .classes
            .get_or_init(|| self.javac.compile_fixtures(&self.cache, &self.sources));
        compiled.as_deref().map_err(Clone::clone)
    }

    /// A test of one program.
    pub fn trial(
        self: &Arc<Suite>,
        name: String,
        source: &Path,
        test: impl FnOnce(&Suite, &Path, &Path) -> Result<(), String> + Send + 'static,
    ) -> Trial {
        let suite = Arc::clone(self);
        let source = source.to_path_buf();
        Trial::test(name, move || {
            let classes = suite.classes().map_err(Failed::from)?;
            test(&suite, classes, &source).map_err(Failed::from)
        })
    }
}

/// Runs tests as the command line asks.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
