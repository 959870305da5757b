//! The grammar of the command line. Options that are not built yet are known here, so that they can be refused by name.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::asked_report::AskedReport;
use crate::shard::{self, Costs, Shard};
use crate::symbolic_test::{Covers, JUnit};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Cyan.on_default().bold())
    .usage(AnsiColor::Cyan.on_default().bold())
    .literal(AnsiColor::Green.on_default().bold())
    .placeholder(AnsiColor::Yellow.on_default())
    .error(AnsiColor::Red.on_default().bold());

/// A model checker for Java threads: finds data races, deadlocks and assertion failures, each with a replayable counterexample.
#[derive(Debug, Parser)]
#[command(name = "dropwire", version, styles = STYLES, propagate_version = true, disable_help_subcommand = true, after_help = super::help::topics())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads a command line. `-cp` and `-classpath` are the class path, as with `java`.
    ///
    /// # Errors
    /// It is not in the grammar, or asks for help.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(like_java(arguments.into_iter().collect()))
    }
}

/// A remark on an option of `check` that is behind the target, where it is the program's: it may have been meant for us.
/// Whoever writes `--` before it knows.
pub fn remark_on_arguments(arguments: Vec<OsString>) -> Option<String> {
    let grammar = Cli::command();
    let check = grammar.find_subcommand("check")?;
    if arguments.get(1).is_none_or(|command| command != "check") {
        return None;
    }
    let (arguments, target) = up_to_target(arguments);
    let behind = arguments.iter().skip(target).map(|one| one.to_string_lossy());
    let known = |argument: &str| {
        let said = argument.strip_prefix("--").unwrap_or_default();
        let name = said.split('=').next().unwrap_or_default();
        let mut options = check.get_arguments();
        options.any(|one| {
            one.get_long_and_visible_aliases()
                .is_some_and(|names| names.contains(&name))
        })
    };
    let option = behind
        .take_while(|argument| argument != "--")
        .find(|argument| known(argument))?;
    Some(format!(
        "`{option}` comes after the target, so it was passed to the program's main; put options of dropwire before the target, \
         or write `--` before the target if this is intended"
    ))
}

/// The same arguments with `--classpath` for its forms with one dash, up to the target: what follows it is its own.
fn like_java(arguments: Vec<OsString>) -> Vec<OsString> {
    up_to_target(arguments).0
}

/// That, and where the target is, or the `--` before it.
fn up_to_target(mut arguments: Vec<OsString>) -> (Vec<OsString>, usize) {
    let grammar = Cli::command();
    let command = arguments.get(1).and_then(|name| grammar.find_subcommand(name));
    let takes_value = |option: &str| {
        let (name, short) = match option.strip_prefix("--") {
            Some(name) => (name, None),
            None => ("", option.chars().nth(1)),
        };
        let mut options = command.into_iter().flat_map(clap::Command::get_arguments);
        let named = |one: &&clap::Arg| {
            one.get_long_and_visible_aliases()
                .is_some_and(|names| names.contains(&name))
                || short.is_some() && one.get_short() == short
        };
        options
            .find(named)
            .is_some_and(|one| one.get_action().takes_values() && !one.is_require_equals_set())
    };
    let mut at = 2;
    while let Some(option) = arguments.get(at).and_then(|one| one.to_str()) {
        if !option.starts_with('-') || matches!(option, "-" | "--") {
            break;
        }
        if matches!(option, "-cp" | "-classpath") {
            arguments[at] = "--classpath".into();
            at += 2;
        } else {
            // `-cDIR` has its value within.
            let apart = !option.contains('=') && (option.starts_with("--") || option.len() == 2);
            at += if apart && takes_value(option) { 2 } else { 1 };
        }
    }
    (arguments, at)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Verify a target; without one, every target of the project
    ///
    /// Exit status: 0 all verified (or violated only by suppressed findings), 1 a finding was confirmed, 2 usage error (nothing was
    /// checked), 3 not verified (limits, failed targets, only potential findings), 101 a bug of Dropwire, 130 interrupted.
    Check(Box<CheckOptions>),
    /// Run a program once on Dropwire's virtual machine, without exploration
    ///
    /// A monitor of each [[property]] follows the run, and says on the error stream whether it is true, false or not yet known; see
    /// `dropwire help property`. Exit status: that of the program; 1 if the program ends with 0 and a property is false; 125 if it could
    /// not run to its end, with a line that says why.
    Run(RunOptions),
    /// Replay a stored trail and show every step
    ///
    /// Exit status: 0 the finding was reproduced, 1 the run diverged or ended in another finding, 2 the trail cannot be read.
    Replay(ReplayOptions),
    /// Stress-test a program on your own JVM, with random context switches; verifies nothing
    ///
    /// The only command that runs the program for real: it uses the files, sockets and processes of this machine. See `dropwire help
    /// stress`. Exit status: 0 no failure seen (which verifies nothing), 1 a failure was seen, 2 usage error, 3 the program could not
    /// be run or runs did not end, 130 interrupted.
    Stress(Box<StressOptions>),
    /// Write JUnit 5 tests of a class, or of one method Class#method, that take every branch which some inputs take
    ///
    /// Explores each method for all inputs; see `dropwire help symbolic`. Where a method fails, a test fails. Exit status: 0 the tests are
    /// written, 1 they are written and show a failure, 2 usage error, or nothing was written, 3 they are written and a method was not
    /// explored to the end, 130 interrupted.
    GenerateTests(GenerateTestsOptions),
    /// Verify again whenever classes change
    ///
    /// Watches the class folders of a project, verifies the targets that a change affects, and reports which findings appear and
    /// disappear. Ctrl-C ends it with status 130.
    Watch(WatchOptions),
    /// Show every configuration key: values, default, meaning, and the value in effect here
    Config(ConfigOptions),
    /// Write a first dropwire.toml: the targets found here and every key, all commented out
    ///
    /// Exit status: 0 written, 2 the file exists or cannot be written.
    Init(InitOptions),
    /// List the targets that `check` would verify, in the same order
    Plan(PlanOptions),
    /// Merge the results of several shards or modules into one
    ///
    /// Takes results of `check` in one format: JSON, SARIF or JUnit XML. Exit status: the worst of theirs; 2 if a file cannot be read or
    /// the files do not belong together; 3 if a shard is missing.
    Merge(MergeOptions),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for man -l
    #[command(hide = true)]
    Man,
    /// Run the language server (LSP) for an editor
    ///
    /// Speaks the Language Server Protocol on standard input and output; see `server/editors` for the set-up of editors.
    Lsp,
    /// Run the debug adapter (DAP): step through a trail, forwards and backwards
    ///
    /// Speaks the Debug Adapter Protocol on standard input and output; see `dropwire help debugger`.
    Dap,
    /// Run the MCP server for coding agents: verify, explain findings, step through trails
    ///
    /// Speaks the Model Context Protocol on standard input and output. JDK, configuration and class path given here hold for every
    /// request of the agent; see `dropwire help agents`.
    Mcp(McpOptions),
    /// Describe a topic or a command
    Help {
        /// A topic or a command, such as verdicts, keys or check; without one, list them
        topic: Option<String>,
    },
    /// One isolated verification process
    #[command(hide = true)]
    Worker {
        /// Give way to other processes
        #[arg(long)]
        low_priority: bool,
    },
}

/// Where classes, sources and settings come from.
#[derive(Debug, Default, Args)]
pub struct Common {
    /// Class path of the program: folders and jars
    #[arg(
        long,
        short = 'c',
        visible_aliases = ["cp", "class-path"],
        value_name = "PATH",
        help_heading = "Inputs"
    )]
    pub classpath: Option<std::ffi::OsString>,
    /// Home of the JDK whose class library is used [default: JAVA_HOME, else the java on the PATH, else any installed one]
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub jdk: Option<PathBuf>,
    /// Configuration file [default: dropwire.toml in this folder or a parent]
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub config: Option<PathBuf>,
    /// Source folders, for showing source lines
    #[arg(long, value_name = "PATH", help_heading = "Inputs")]
    pub sources: Option<std::ffi::OsString>,
    /// Consider only this module
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub module: Option<String>,
    /// Set a key of dropwire.toml, such as search.timeouts=always; `dropwire help keys` lists all keys
    #[arg(long = "set", value_name = "KEY=VALUE", help_heading = "Search")]
    pub set: Vec<String>,
}

/// Which targets of a project.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub struct Selection {
    /// Only targets whose names match, such as shop.*
    #[arg(long = "target", value_name = "GLOB")]
    pub glob: Option<String>,
    /// Only the targets of shard I of N, such as 2/5; `dropwire merge` merges the results
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Balance shards by the times in this earlier result of `check --format json`
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub costs: Option<PathBuf>,
}

impl Selection {
    /// What `--costs` says that targets took.
    ///
    /// # Errors
    /// A sentence: the file cannot be read, or is not a result.
    pub fn costs(&self) -> Result<Costs, String> {
        let read = self.costs.as_deref().map(shard::costs).transpose()?;
        Ok(read.unwrap_or_default())
    }
}

/// Options of `java` for the program.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "JVM options")]
pub struct JvmOptions {
    /// Set a system property of the program, such as -Dtill.size=3
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    pub property: Vec<String>,
    /// Open a package of the JDK to the program's reflection, such as java.base/java.lang=ALL-UNNAMED
    #[arg(long, value_name = "MODULE/PACKAGE=TARGET")]
    pub add_opens: Vec<String>,
    /// Export a package of the JDK to the program
    #[arg(long, value_name = "MODULE/PACKAGE=TARGET")]
    pub add_exports: Vec<String>,
    /// Let a module of the JDK read the program's module
    #[arg(long, value_name = "MODULE=TARGET")]
    pub add_reads: Vec<String>,
    /// Pass any option of the JVM, such as -da:shop... or -Xmx1g; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub jvm_arg: Vec<String>,
}

impl JvmOptions {
    /// All of them, as `java` has them.
    pub fn all(&self) -> Vec<String> {
        let with = |option: &'static str, values: &[String]| -> Vec<String> {
            values.iter().map(|value| format!("{option}{value}")).collect()
        };
        [
            with("-D", &self.property),
            with("--add-opens=", &self.add_opens),
            with("--add-exports=", &self.add_exports),
            with("--add-reads=", &self.add_reads),
            self.jvm_arg.clone(),
        ]
        .concat()
    }
}

/// `dropwire check`.
#[derive(Debug, Default, Args)]
pub struct CheckOptions {
    /// What to verify, followed by the arguments of its main: a class with a main method, a .java file, a .jpf file of Java PathFinder,
    /// a test class, Class#method for one test or any other method, whose arguments follow, Class#new for an object
    #[arg(value_name = "TARGET", trailing_var_arg = true)]
    pub target: Vec<String>,
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,
    /// Standard input
    #[command(flatten)]
    pub stdin: crate::stdin::StdinOption,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT", help_heading = "Output")]
    pub format: Format,
    /// Where to store trails [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,
    /// When to end with a failure status. Confirmed findings and limits always fail, except that error lets warnings pass
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub fail_on: Vec<FailOn>,
    /// End with status 0 regardless of findings
    #[arg(long, help_heading = "Output")]
    pub exit_zero: bool,
    /// Suppress the findings listed in this file: only new ones count
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub baseline: Option<PathBuf>,
    /// Write all findings to this file, for --baseline
    #[arg(long, value_name = "FILE", conflicts_with = "shard", help_heading = "Output")]
    pub write_baseline: Option<PathBuf>,

    /// Suggest fixes of confirmed findings as diffs: edits that were compiled and checked again, see `dropwire help fixes`. Writes no source
    #[arg(long, conflicts_with = "shard", help_heading = "Output")]
    pub suggest_fixes: bool,

    /// Additional report on the search, see `dropwire help search`; may be repeated: trace (every step of one run), coverage (code that
    /// the exploration executed; coverage=FILE also writes LCOV, --format html shows it in the source), progress (states and transitions over time), values (numbers written
    /// to fields), contention (locks that threads waited for), profile (where the transitions went)
    #[arg(long, value_name = "KIND", value_parser = AskedReport::read, help_heading = "Output")]
    pub report: Vec<AskedReport>,
    /// Show where the transitions of the search went, and what makes it smaller; same as `--report profile`
    #[arg(long, help_heading = "Output")]
    pub profile: bool,

    /// Which of the targets
    #[command(flatten)]
    pub selection: Selection,
    /// Number of targets verified in parallel, each in its own process; they share the memory limit [default: one per core]
    #[arg(long, short = 'j', value_name = "N", help_heading = "Search", value_parser = crate::units::one_or_more)]
    pub jobs: Option<NonZeroUsize>,

    /// Search strategy, see `dropwire help search`. Exhaustive: guided (warnings of the analyses first), dfs, bfs (fewest choices first),
    /// best-first and a-star (by a heuristic). Bounded: preemption-bound (few preemptions), window (only the threads on which a warning
    /// depends). Random schedules, which never verify: random, pct, pos, surw, coverage, simulate (a few runs under all analyses)
    /// [default: guided]
    #[arg(long, value_name = "STRATEGY", help_heading = "Search")]
    pub search: Option<String>,
    /// Number of random schedules [default: 1000; 10 with `--search simulate`]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub runs: Option<u64>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,
    /// Report livelocks and starvation too: fair runs that never end though others do
    #[arg(long, help_heading = "Search")]
    pub progress: bool,
    /// Stop at the first confirmed error
    #[arg(long, help_heading = "Search")]
    pub first: bool,

    /// Number of threads that use the object of a target Class#new [default: 2]
    #[arg(long, value_name = "N", help_heading = "Objects")]
    pub threads: Option<usize>,
    /// Maximum number of calls per thread [default: 2]
    #[arg(long, value_name = "N", help_heading = "Objects")]
    pub calls: Option<usize>,
    /// Methods to call, such as add,close [default: all public ones]
    #[arg(long, value_name = "NAMES", help_heading = "Objects")]
    pub methods: Option<String>,
    /// Class whose sequential executions define the correct results [default: the object's class]
    #[arg(long, value_name = "CLASS", help_heading = "Objects")]
    pub spec: Option<String>,
    /// Consistency condition that the results must satisfy: linearizability, sequential, quiescent, or none [default: linearizability]
    #[arg(long, value_name = "WHICH", help_heading = "Objects")]
    pub consistency: Option<String>,
    /// Write JUnit 5 tests to this file, such as src/test/java/shop/OrdersScenarioTest.java: the first failing scenario of an object; with
    /// --symbolic, tests that take every branch of the method and fail where it fails
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub write_test: Option<PathBuf>,

    /// Explore a method Class#method for all values of its parameters, or of those named, as in --symbolic=a:symbolic,b:3; a sequence of
    /// calls Class#new(int)#add(int), or a class by such sequences; see `dropwire help symbolic`
    #[arg(
        long,
        value_name = "PARAMETERS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        help_heading = "Search"
    )]
    pub symbolic: Option<String>,

    /// Time limit per target, such as 500ms, 60s or 2m; 0 for none [default: 60s]
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
    /// Memory limit of all processes together, such as 512MiB or 4GiB; 0 for none [default: 4GiB]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub memory_limit: Option<String>,
    /// Maximum number of transitions per target, the same on every machine; 0 for no limit
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_transitions: Option<u64>,
    /// Maximum number of transitions on one path; 0 for no limit
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
}

/// `dropwire watch`.
#[derive(Debug, Default, Args)]
pub struct WatchOptions {
    /// The project's folder [default: the current one]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Home of the JDK whose class library is used [default: JAVA_HOME, else the java on the PATH, else any installed one]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Set a key that dropwire.toml does not set, such as search.timeouts=always
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// `dropwire generate-tests`.
#[derive(Debug, Default, Args)]
pub struct GenerateTestsOptions {
    /// Whose tests: a class, one method of it as shop.Till#add or shop.Till#add(int,int), or a sequence of calls as
    /// shop.Till#new(int)#add(int)#take()
    #[arg(value_name = "TARGET")]
    pub target: String,
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// The folder of the tests' sources; packages are folders below it. A file that exists is not written over
    #[arg(
        long,
        value_name = "FOLDER",
        default_value = "src/test/java",
        help_heading = "Output"
    )]
    pub out: PathBuf,
    /// What the tests of a method do together
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "Output")]
    pub coverage: Covers,
    /// Explore the class by sequences of calls, with up to so many methods behind the constructor
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub calls: Option<u64>,
    /// For which version of JUnit
    #[arg(long, value_name = "VERSION", value_enum, default_value_t, help_heading = "Output")]
    pub junit: JUnit,
    /// Time limit per method, such as 500ms, 60s or 2m; 0 for none [default: 60s]
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
    /// How many methods are explored at a time [default: one for each core]
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::units::one_or_more)]
    pub jobs: Option<NonZeroUsize>,
}

/// `dropwire run`.
#[derive(Debug, Default, Args)]
pub struct RunOptions {
    /// What to run, followed by its arguments: a class with a main method, a .java file, or a .jpf file of Java PathFinder
    #[arg(value_name = "TARGET", trailing_var_arg = true, required = true)]
    pub target: Vec<String>,
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,
    /// Standard input
    #[command(flatten)]
    pub stdin: crate::stdin::StdinOption,
    /// Time limit, such as 500ms, 60s or 2m [default: none]
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
}

/// `dropwire stress`.
#[derive(Debug, Args)]
pub struct StressOptions {
    /// A class with a main or with tests, a test such as shop.TillTest#sells, or a .java file; what follows are its arguments
    #[arg(value_name = "TARGET", trailing_var_arg = true, required = true)]
    pub target: Vec<String>,
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: StressFormat,
    /// Where trails are stored, for --finding [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,

    /// Number of runs
    #[arg(long, default_value_t = 1000, value_name = "N", help_heading = "Runs")]
    pub runs: u64,
    /// Seed of the random switches. No run can be repeated exactly: the JVM's scheduler decides too
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Runs")]
    pub seed: u64,
    /// Probability of a switch at a scheduling point, from 0 to less than 1
    #[arg(long, default_value_t = 0.05, value_name = "P", help_heading = "Runs")]
    pub probability: f64,
    /// Where scheduling points are [default: everywhere]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND", help_heading = "Runs")]
    pub points: Vec<PointKind>,
    /// Start a new process for each run, for programs that change process-wide state
    #[arg(long, help_heading = "Runs")]
    pub process_per_run: bool,
    /// Stop at the first failure
    #[arg(long, help_heading = "Runs")]
    pub first: bool,
    /// Look for the finding of this trail (a file or an id), and stop when it is seen
    #[arg(long, value_name = "TRAIL", help_heading = "Runs")]
    pub finding: Option<String>,

    /// Time limit for all runs, such as 500ms, 60s or 2m; 0 for none
    #[arg(long, default_value = "60s", value_name = "TIME", help_heading = "Limits")]
    pub time_limit: String,
    /// Time limit for one run
    #[arg(long, default_value = "10s", value_name = "TIME", help_heading = "Limits")]
    pub run_limit: String,
}

/// Output formats of `stress`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StressFormat {
    /// Human-readable text.
    #[default]
    Text,
    /// One JSON document.
    Json,
}

/// What `--points` may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PointKind {
    /// Before accesses to fields.
    Fields,
    /// Before accesses to elements of arrays.
    Arrays,
    /// Before operations on monitors and threads, calls of java.util.concurrent, and where a thread or a class begins.
    Synchronisation,
    /// Before calls of the mutable classes of java.util.
    Collections,
}

/// `dropwire replay`.
#[derive(Debug, Default, Args)]
pub struct ReplayOptions {
    /// Id or file of the trail
    #[arg(value_name = "TRAIL")]
    pub trail: String,
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: ReplayFormat,
    /// The same as --format html
    #[arg(long, conflicts_with = "format")]
    pub html: bool,
    /// Where trails are stored [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,
}

/// `dropwire mcp`.
#[derive(Debug, Default, Args)]
pub struct McpOptions {
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// Where trails are stored [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,
}

/// `dropwire config`.
#[derive(Debug, Default, Args)]
pub struct ConfigOptions {
    /// Keys or tables to show, such as limits.time or limits [default: all]
    #[arg(value_name = "KEY")]
    pub keys: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ConfigFormat,
    /// Configuration file [default: dropwire.toml in this folder or a parent]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Also apply the settings of this .jpf file of Java PathFinder
    #[arg(long, value_name = "FILE")]
    pub jpf: Option<String>,
    /// Set a key, as in `check`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// `dropwire init`.
#[derive(Debug, Default, Args)]
pub struct InitOptions {
    /// Print it instead of writing it
    #[arg(long)]
    pub print: bool,
}

/// `dropwire plan`.
#[derive(Debug, Default, Args)]
pub struct PlanOptions {
    /// Inputs
    #[command(flatten)]
    pub common: Common,
    /// Print one JSON document, with the class path of each target
    #[arg(long)]
    pub json: bool,
    /// Which of the targets
    #[command(flatten)]
    pub selection: Selection,
}

/// `dropwire merge`.
#[derive(Debug, Default, Args)]
pub struct MergeOptions {
    /// Result files of check, all of one format
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

impl ConfigOptions {
    /// As other commands have them.
    pub fn common(&self) -> Common {
        Common {
            config: self.config.clone(),
            set: self.set.clone(),
            ..Common::default()
        }
    }
}

/// Output formats of `config`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConfigFormat {
    /// Human-readable text.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// The JSON schema of dropwire.toml, for editors.
    Schema,
}

/// Output formats of `replay`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// Human-readable text.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// One self-contained HTML file.
    Html,
}

/// What `--fail-on` may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Also fail on findings that are not confirmed.
    Potential,
    /// Also fail on discovered targets that use what is not modelled.
    Incomplete,
    /// Fail only on errors: warnings pass.
    Error,
}

/// Output formats of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Human-readable text.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, for code scanning and viewers.
    Sarif,
    /// JUnit XML, for build servers.
    Junit,
    /// Annotations for GitHub Actions (workflow commands).
    Github,
    /// One self-contained HTML file: verdicts, findings, and each trail with one lane per thread.
    Html,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str]) -> CheckOptions {
        let all = ["dropwire", "check"].iter().chain(arguments);
        match Cli::try_parse_from(all).unwrap().command {
            Command::Check(options) => *options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_follows_the_target_is_its_own() {
        let options = check(&["--format", "json", "Till", "3", "--format", "-x", "--", "y"]);
        assert_eq!(options.format, Format::Json);
        assert_eq!(options.target, ["Till", "3", "--format", "-x", "--", "y"]);
        let options = check(&["Till", "--first"]);
        assert_eq!(options.target, ["Till", "--first"]);
        assert!(!options.first);
    }

    #[test]
    fn an_option_behind_the_target_is_remarked_on() {
        let remark = |arguments: &[&str]| {
            let all = ["dropwire", "check"].iter().chain(arguments);
            remark_on_arguments(all.map(OsString::from).collect())
        };
        for said in [
            &["-cp", "out", "Till", "3", "--set", "x=y"][..],
            &["Till", "--time-limit=5s"],
        ] {
            assert!(remark(said).is_some_and(|text| text.contains("main")), "{said:?}");
        }
        for said in [
            &["--set", "x=y", "Till", "--size", "3"][..],
            &["--", "Till", "--set", "x=y"],
            &["Till", "--", "--set", "x=y"],
            &["--first"],
        ] {
            assert_eq!(remark(said), None, "{said:?}");
        }
    }

    #[test]
    fn the_class_path_is_said_as_to_java() {
        for form in ["-c", "-cp", "--cp", "-classpath", "--classpath", "--class-path"] {
            for command in ["check", "run"] {
                let all = ["dropwire", command, "--jdk", "home", form, "out", "Till", "-cp", "own"];
                let read = Cli::read(all.iter().map(OsString::from)).unwrap().command;
                let (common, target) = match read {
                    Command::Check(options) => (options.common, options.target),
                    Command::Run(options) => (options.common, options.target),
                    other => panic!("{other:?}"),
                };
                assert_eq!(common.classpath, Some("out".into()), "{form}");
                assert_eq!(target, ["Till", "-cp", "own"]);
            }
        }
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(Cli::try_parse_from(["dropwire", "check", "--frist", "Till"]).is_err());
        assert!(Cli::try_parse_from(["dropwire", "check", "--format", "xml"]).is_err());
    }

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
    }
}
