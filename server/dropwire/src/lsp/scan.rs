//! What a scan of the folders finds: modules, the targets in them, and the settings that hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use dropwire_check::{ObjectOptions, SymbolicOptions};

use crate::config::{Settings, Warning};
use crate::discover::class_summary::ClassFacts;
use crate::discover::module::{ClassPathFrom, Module};
use crate::results::Stored;
use crate::suppress::Kept;

/// What a scan found.
#[derive(Debug, Default)]
pub struct Scan {
    /// The number of the last order that it answers.
    pub number: u64,
    /// Remarks on configuration files, also empty ones: for the files that have none any more.
    pub remarks: BTreeMap<PathBuf, Vec<Warning>>,
    /// Configuration files with an error, and why nothing that they configure is verified: what they configure is not among what follows.
    pub misconfigured: BTreeMap<PathBuf, String>,
    /// A baseline that cannot be read: on which line it is named, and why; findings that it holds are shown.
    pub no_baseline: Option<String>,
    /// Which findings are suppressed, by configuration file.
    pub kept: BTreeMap<PathBuf, Kept>,
    /// `build.on-save`, by folder.
    pub on_save: BTreeMap<PathBuf, OnSave>,
    /// The targets.
    pub targets: Vec<ScannedTarget>,
    /// Classes of the project of which objects can be made, by binary name with dots; without tests.
    pub objects: BTreeMap<String, Arc<ClassFacts>>,
    /// The classes of the modules, by name.
    pub classes: BTreeMap<String, Arc<ClassFacts>>,
    /// Folders in which nobody has compiled anything.
    pub bare: Vec<PathBuf>,
    /// The modules.
    pub modules: Vec<Module>,
    /// Class roots with classes in them.
    pub filled: BTreeSet<PathBuf>,
    /// Class files in all class roots.
    pub class_files: usize,
    /// Class files that cannot be read: half a build, if it stays so.
    pub unreadable: BTreeSet<PathBuf>,
    /// The first of them that is whole, but too new for us: which, and why.
    pub too_new: Option<String>,
    /// Where to watch besides the workspace folders.
    pub roots: Vec<PathBuf>,
    /// What the first module's next target will need: the configured JDK, and its class path.
    pub prospect: Option<(Option<PathBuf>, Vec<PathBuf>)>,
}

/// A target and all that its answer depends on.
#[derive(Clone, Debug)]
pub struct ScannedTarget {
    /// Unique among the targets.
    pub key: String,
    /// For people.
    pub title: String,
    /// Binary name with dots.
    pub class: String,
    /// Arguments of `main`.
    pub args: Vec<String>,
    /// What is said of the use of the object that it is, by its entry or by whoever asked for it.
    pub object: ObjectOptions,
    /// What its parameters stand for, if it is a method; likewise.
    pub inputs_of_method: Inputs,
    /// Its module's name.
    pub module: String,
    /// The class root that its class lies in.
    pub home: PathBuf,
    /// Directories and jars.
    pub class_path: Vec<PathBuf>,
    /// Who says so.
    pub class_path_from: ClassPathFrom,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// The settings that hold for it.
    pub settings: Settings,
    /// Somebody asked for it by name.
    pub configured: bool,
    /// The file whose configuration holds for it, there or not.
    pub configuration: PathBuf,
    /// Internal names of the user classes that it can reach.
    pub reaches: Arc<BTreeSet<String>>,
    /// Why its classes are no finished build.
    pub unfinished: Option<String>,
    /// The answer to what is on disk, if there is one.
    pub known: Option<Arc<Stored>>,
    /// The answer that held last, also before a restart; looked for where none holds now.
    pub last: Option<Arc<Stored>>,
    /// The number under which its answers are kept.
    pub question: u64,
    /// A hash of the question and of every user class that it can reach.
    pub inputs: u64,
    /// When the last class file or jar of its class path was written: what was saved in a source later is in none of them.
    pub written: SystemTime,
}

impl ScannedTarget {
    /// The file of its class.
    pub fn class_file(&self) -> PathBuf {
        let class = class_of(&self.class).replace('.', "/");
        self.home.join(format!("{class}.class"))
    }
}

/// A target that a user has asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// As [`ScannedTarget::class`].
    pub class: String,
    /// What is said of the use of an object.
    pub object: ObjectOptions,
    /// What its parameters stand for.
    pub inputs: Inputs,
}

/// What the parameters of a method stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inputs {
    /// The values that the target gives, if it takes any.
    Given,
    /// All values, or what the configuration says of each.
    All,
}

impl Asked {
    /// A method for all inputs: `shop.Till#add(int,int)`.
    pub fn for_all_inputs(method: &str) -> Asked {
        Asked {
            class: method.to_owned(),
            object: ObjectOptions::default(),
            inputs: Inputs::All,
        }
    }

    /// Whether a target is the one.
    pub fn is(&self, target: &ScannedTarget) -> bool {
        self.fits(&target.class, &target.object, target.inputs_of_method)
    }

    /// Whether a target is the one of which this is said.
    pub fn fits(&self, class: &str, object: &ObjectOptions, inputs: Inputs) -> bool {
        let same_method = match (self.inputs, inputs) {
            (Inputs::Given, _) => self.class == class,
            // Without types it is the only one of its name, else it does not run and says so.
            (Inputs::All, Inputs::All) => self.class == class || self.class.split('(').next() == Some(class),
            (Inputs::All, Inputs::Given) => false,
        };
        same_method && (self.object == *object || !self.object.makes_scenarios())
    }
}

impl Inputs {
    /// What is said of the parameters of a target.
    pub fn of(said: &SymbolicOptions) -> Inputs {
        match said.parameters() == all_inputs().parameters() {
            true => Inputs::All,
            false => Inputs::Given,
        }
    }
}

/// All parameters are symbolic.
pub fn all_inputs() -> SymbolicOptions {
    let mut all = SymbolicOptions::default();
    all.ask();
    all
}

/// A module as the client's own Java support knows it: comes before our own discovery, after `dropwire.toml`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientModule {
    /// Its folder.
    pub root: PathBuf,
    /// Where its classes are written.
    #[serde(default)]
    pub class_roots: Vec<PathBuf>,
    /// Folders of sources.
    #[serde(default)]
    pub sources: Vec<PathBuf>,
    /// Jars and folders of other modules.
    #[serde(default)]
    pub classpath: Vec<PathBuf>,
}

/// A command of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnSave {
    /// For the shell.
    pub command: String,
    /// A client's setting, not one of a file in the project.
    pub from_client: bool,
}

/// The class of a target, which may be a test.
pub fn class_of(target: &str) -> &str {
    target.split('#').next().unwrap_or(target)
}
