//! The grammar of the command line. Options that are not built yet are known here, so that they can be refused by name.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use dropwire_check::ReportKind;

use crate::shard::Shard;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Cyan.on_default().bold())
    .usage(AnsiColor::Cyan.on_default().bold())
    .literal(AnsiColor::Green.on_default().bold())
    .placeholder(AnsiColor::Yellow.on_default())
    .error(AnsiColor::Red.on_default().bold());

/// Finds races, deadlocks and assertion failures in Java threads, and shows the run that leads there.
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
        "`{option}` is behind the target, so it was passed to the program's main; options of dropwire come before the target, \
         and `--` before the target says that this is meant"
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
        options.find(named).is_some_and(|one| one.get_action().takes_values())
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
    /// Verify a target, or without one every target of the project
    ///
    /// Exit status: 0 all verified (or violated by suppressed findings only), 1 a confirmed finding, 3 not verified (limits, failed, potential findings only),
    /// 2 usage error (nothing was checked), 130 interrupted, 101 a bug of Dropwire.
    Check(Box<CheckOptions>),
    /// Run a program plainly on Dropwire's virtual machine, without exploration
    ///
    /// Exit status: the program's own; 125 where it could not run to its end, with a line that says why.
    Run(RunOptions),
    /// Run a stored trail again and show every step
    ///
    /// Exit status: 0 reproduced, 1 the program took another way or another finding was reached, 2 unreadable.
    Replay(ReplayOptions),
    /// Run a program many times on your own java, with random switches: testing only
    ///
    /// The only command that runs a program for real: its files, sockets and processes are the machine's. See `dropwire help
    /// stress`. Exit status: 0 no failure seen (nothing is verified by that), 1 a failure, 3 it could not be run, or runs without an
    /// end, 2 usage error, 130 interrupted.
    Stress(Box<StressOptions>),
    /// Verify again whenever classes change
    ///
    /// Watches the class folders of a project, verifies what a change affects, and reports which findings come and go.
    /// Ctrl-C ends it with status 130.
    Watch(WatchOptions),
    /// Show every key of dropwire.toml: its values, default and meaning, and what holds here
    Config(ConfigOptions),
    /// Write a dropwire.toml with what is found here and every key, commented
    ///
    /// Exit status: 0 written, 2 there is one already, or it cannot be written.
    Init(InitOptions),
    /// List the targets that check would verify, in its order
    Plan(PlanOptions),
    /// Make one answer of those of several shards or modules
    ///
    /// Takes answers of one format: JSON, SARIF or JUnit XML. Exit status: the worst of theirs; 3 where a shard is missing; 2 where
    /// one cannot be read, or they do not belong together.
    Merge(MergeOptions),
    /// Print a script that completes the command line in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for man -l
    #[command(hide = true)]
    Man,
    /// Serve an editor, on standard input and output
    Lsp,
    /// Serve an editor's debugger: the run of a trail, forwards and backwards
    ///
    /// The Debug Adapter Protocol on standard input and output, see `dropwire help debugger`.
    Dap,
    /// Serve a coding agent: tools to verify, explain and step through
    ///
    /// The Model Context Protocol on standard input and output. What the call says of JDK, configuration and class path holds
    /// for all that the agent asks; see `dropwire help agents`.
    Mcp(McpOptions),
    /// Describe a topic or a command
    Help {
        /// As verdicts, keys, check; without one, the list of topics and commands
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
    /// Folders and jars of the program's classes
    #[arg(
        long,
        short = 'c',
        visible_aliases = ["cp", "class-path"],
        value_name = "PATH",
        help_heading = "Inputs"
    )]
    pub classpath: Option<std::ffi::OsString>,
    /// The JDK whose class library runs [default: JAVA_HOME, the java on the path, any installed one]
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub jdk: Option<PathBuf>,
    /// Configuration file [default: dropwire.toml here or in a parent]
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub config: Option<PathBuf>,
    /// Folders of sources, to show lines
    #[arg(long, value_name = "PATH", help_heading = "Inputs")]
    pub sources: Option<std::ffi::OsString>,
    /// Look only in this module
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub module: Option<String>,
    /// Set any key of dropwire.toml, as search.timeouts=always (`dropwire help keys` lists them)
    #[arg(long = "set", value_name = "KEY=VALUE", help_heading = "Search")]
    pub set: Vec<String>,
}

/// Options of `java` for the program.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "JVM options")]
pub struct JvmOptions {
    /// A property of the program, as -Dtill.size=3
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    pub property: Vec<String>,
    /// A package of the JDK that the program may reach into, as java.base/java.lang=ALL-UNNAMED
    #[arg(long, value_name = "MODULE/PACKAGE=TARGET")]
    pub add_opens: Vec<String>,
    /// A package of the JDK whose public members the program may use
    #[arg(long, value_name = "MODULE/PACKAGE=TARGET")]
    pub add_exports: Vec<String>,
    /// A module of the JDK that reads the program
    #[arg(long, value_name = "MODULE=TARGET")]
    pub add_reads: Vec<String>,
    /// Any option of the JVM, as -da:shop... or -Xmx1g; may be repeated
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
    /// A class with a main, a .java file, a .jpf file of Java PathFinder, a test class, or a test or a method without parameters as
    /// Class#method; what follows are its arguments
    #[arg(value_name = "TARGET", trailing_var_arg = true)]
    pub target: Vec<String>,
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,

    /// How to answer
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT", help_heading = "Output")]
    pub format: Format,
    /// Where to store trails [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,
    /// What makes the call fail besides confirmed findings and limits: potential (findings that are not confirmed), incomplete
    /// (found targets that reach what is not modelled); error lets warnings pass
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub fail_on: Vec<FailOn>,
    /// End with status 0 whatever is found
    #[arg(long, help_heading = "Output")]
    pub exit_zero: bool,
    /// Count only findings that are not in this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub baseline: Option<PathBuf>,
    /// Write the findings to this file, for --baseline
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub write_baseline: Option<PathBuf>,

    /// What else to say of the search, see `dropwire help search`; may be repeated: trace (of one run), coverage (of the exploration; coverage=FILE
    /// also writes it in the LCOV format, --format html shows it in the source), progress (states and transitions over time), values (numbers written to fields),
    /// contention (locks that threads waited for)
    #[arg(long, value_name = "KIND", value_parser = AskedReport::read, help_heading = "Output")]
    pub report: Vec<AskedReport>,

    /// Only targets whose name matches, as shop.*
    #[arg(long = "target", value_name = "GLOB", help_heading = "Search")]
    pub target_glob: Option<String>,
    /// How many targets are verified at a time, each in a process of its own; the memory limit holds for all together
    /// [default: one for each core]
    #[arg(long, short = 'j', value_name = "N", help_heading = "Search")]
    pub jobs: Option<NonZeroUsize>,
    /// Only the targets of one of several machines, as 2/5; `dropwire merge` makes one answer of theirs
    #[arg(long, value_name = "I/N", conflicts_with = "write_baseline", help_heading = "Search")]
    pub shard: Option<Shard>,
    /// Balance shards by what targets took in this answer of `check --format json`
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Search")]
    pub costs: Option<PathBuf>,
    /// How to search, see `dropwire help search`: guided (everything, what analyses warn of first), dfs (everything), bfs
    /// (everything, what takes the fewest choices first), best-first, a-star (everything, what seems nearest to a defect
    /// first), preemption-bound (few preemptions), window (the threads on which a warning depends), random (random
    /// schedules: findings, but never "verified"), pct, pos, surw, coverage (random schedules that find rare defects sooner),
    /// simulate (a few random schedules under all analyses) [default: guided]
    #[arg(long, value_name = "STRATEGY", help_heading = "Search")]
    pub search: Option<String>,
    /// How many runs `--search random`, `pct`, `pos`, `surw` or `coverage` makes [default: 1000], or `--search simulate` [default: 10]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub runs: Option<u64>,
    /// Seed of everything random
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,
    /// Stop at the first confirmed error
    #[arg(long, help_heading = "Search")]
    pub first: bool,

    /// How many threads use the object of a target Class#new [default: 2]
    #[arg(long, value_name = "N", help_heading = "Objects")]
    pub threads: Option<usize>,
    /// How many calls each of them makes [default: 2]
    #[arg(long, value_name = "N", help_heading = "Objects")]
    pub calls: Option<usize>,
    /// The methods that they call, as add,close [default: all public ones]
    #[arg(long, value_name = "NAMES", help_heading = "Objects")]
    pub methods: Option<String>,
    /// The class whose sequential executions say which results are right [default: the object's own]
    #[arg(long, value_name = "CLASS", help_heading = "Objects")]
    pub spec: Option<String>,
    /// Which sequential orders may explain the results: linearizability, sequential, quiescent; none does not judge them
    /// [default: linearizability]
    #[arg(long, value_name = "WHICH", help_heading = "Objects")]
    pub consistency: Option<String>,
    /// Write a JUnit 5 test of the first scenario with a finding to this file, as src/test/java/shop/OrdersScenarioTest.java
    #[arg(long, value_name = "FILE", help_heading = "Objects")]
    pub write_test: Option<PathBuf>,

    /// Time for one target, as 500ms, 60s, 2m; 0 for no limit [default: 60s]
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
    /// Memory, as 512MiB, 4GiB; 0 for no limit [default: 4GiB]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub memory_limit: Option<String>,
    /// Transitions, a limit that is the same on every machine; 0 for no limit
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_transitions: Option<u64>,
    /// Transitions on one path; 0 for no limit
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
}

/// A report that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedReport {
    /// Which.
    pub kind: ReportKind,
    /// Where it is written in a format of its own.
    pub file: Option<PathBuf>,
}

impl AskedReport {
    /// Reads `coverage` or `coverage=build/exploration.info`.
    ///
    /// # Errors
    /// A sentence that says which reports there are.
    pub fn read(text: &str) -> Result<AskedReport, String> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let kind = ReportKind::by_name(name).ok_or_else(|| {
            let names = ReportKind::ALL.map(ReportKind::name);
            format!("there is no report `{name}`; there are {}", names.join(", "))
        })?;
        match file {
            Some(_) if kind != ReportKind::Coverage => Err(format!("only coverage is written to a file, not {name}")),
            Some(file) if file.as_os_str().is_empty() => Err("the name of the file is empty".into()),
            file => Ok(AskedReport { kind, file }),
        }
    }
}

/// `dropwire watch`.
#[derive(Debug, Default, Args)]
pub struct WatchOptions {
    /// The project's folder [default: the current one]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// The JDK whose class library runs [default: JAVA_HOME, the java on the path, any installed one]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Set any key that dropwire.toml leaves open, as search.timeouts=always
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// `dropwire run`.
#[derive(Debug, Default, Args)]
pub struct RunOptions {
    /// A class with a main, a .java file, or a .jpf file of Java PathFinder; what follows are its arguments
    #[arg(value_name = "TARGET", trailing_var_arg = true, required = true)]
    pub target: Vec<String>,
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,
    /// Time, as 500ms, 60s, 2m [default: no limit]
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
}

/// `dropwire stress`.
#[derive(Debug, Args)]
pub struct StressOptions {
    /// A class with a main, or a .java file; what follows are its arguments
    #[arg(value_name = "TARGET", trailing_var_arg = true, required = true)]
    pub target: Vec<String>,
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// JVM options
    #[command(flatten)]
    pub jvm: JvmOptions,

    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: StressFormat,
    /// Where trails are stored, for --finding [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,

    /// How many runs
    #[arg(long, default_value_t = 1000, value_name = "N", help_heading = "Runs")]
    pub runs: u64,
    /// Seed of the numbers that threads draw. The JVM schedules as it likes all the same: no run is repeated exactly
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Runs")]
    pub seed: u64,
    /// How probable a switch is at a scheduling point, from 0 (none) to less than 1
    #[arg(long, default_value_t = 0.05, value_name = "P", help_heading = "Runs")]
    pub probability: f64,
    /// Where scheduling points are [default: everywhere]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND", help_heading = "Runs")]
    pub points: Vec<PointKind>,
    /// A process for each run, which a program needs that changes what all its process shares
    #[arg(long, help_heading = "Runs")]
    pub process_per_run: bool,
    /// Stop at the first failure
    #[arg(long, help_heading = "Runs")]
    pub first: bool,
    /// Stop as soon as the finding of this trail (a file, or an id) was seen
    #[arg(long, value_name = "TRAIL", help_heading = "Runs")]
    pub finding: Option<String>,

    /// Time for all runs, as 500ms, 60s, 2m; 0 for no limit
    #[arg(long, default_value = "60s", value_name = "TIME", help_heading = "Limits")]
    pub time_limit: String,
    /// Time for one run
    #[arg(long, default_value = "10s", value_name = "TIME", help_heading = "Limits")]
    pub run_limit: String,
}

/// Forms of the answer of `stress`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StressFormat {
    /// For people.
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
    /// A trail's file, or its id
    #[arg(value_name = "TRAIL")]
    pub trail: String,
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// How to answer
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
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// Where trails are stored [default: the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub trails: Option<PathBuf>,
}

/// `dropwire config`.
#[derive(Debug, Default, Args)]
pub struct ConfigOptions {
    /// Keys or tables, as limits.time or limits; without one, all
    #[arg(value_name = "KEY")]
    pub keys: Vec<String>,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ConfigFormat,
    /// Configuration file [default: dropwire.toml here or in a parent]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Count what this .jpf file of Java PathFinder sets as well
    #[arg(long, value_name = "FILE")]
    pub jpf: Option<String>,
    /// Set any key, as check does
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
    /// Where things are
    #[command(flatten)]
    pub common: Common,
    /// One JSON document, with the class path of each target
    #[arg(long)]
    pub json: bool,
    /// Only targets whose name matches, as shop.*
    #[arg(long = "target", value_name = "GLOB", help_heading = "Search")]
    pub target_glob: Option<String>,
    /// Only the targets of one of several machines, as 2/5
    #[arg(long, value_name = "I/N", help_heading = "Search")]
    pub shard: Option<Shard>,
    /// Balance shards by what targets took in this answer of `check --format json`
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Search")]
    pub costs: Option<PathBuf>,
}

/// `dropwire merge`.
#[derive(Debug, Default, Args)]
pub struct MergeOptions {
    /// Answers of check, all of one format
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

/// Forms of the answer of `config`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConfigFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// The JSON schema of dropwire.toml, for editors.
    Schema,
}

/// Forms of the answer of `replay`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// One HTML file that needs nothing else.
    Html,
}

/// What `--fail-on` may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Findings that are not confirmed fail the call as well.
    Potential,
    /// Found targets that reach what is not modelled do.
    Incomplete,
    /// Warnings do not.
    Error,
}

/// Forms of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, for code scanning and viewers.
    Sarif,
    /// JUnit XML, for build servers.
    Junit,
    /// Annotations, as GitHub's workflow commands.
    Github,
    /// One HTML file that needs nothing else: verdicts, findings, and each trail as lanes.
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
