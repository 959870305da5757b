//! What holds for a whole call: configuration with the command line's overrides, class path, sources.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use dropwire_check::{JvmArgs, ReportKind};

use super::options::{CheckOptions, Common, GenerateTestsOptions, RunOptions};
use crate::config::jpf::{self, JpfFile};
use crate::config::{self, Config, Said, SaidBy, Settings, keys};
use crate::discover::module::Module;
use crate::discover::modules;
use crate::engine::{JdkInfo, locate_jdk};

/// The configuration of one call.
pub struct Session {
    /// The current folder, absolute.
    pub folder: PathBuf,
    /// `dropwire.toml`, its settings overridden by the command line.
    pub config: Config,
    /// `--classpath`, else that of a `.jpf` file.
    pub class_path: Option<Vec<PathBuf>>,
    /// `--sources`, and those of a `.jpf` file.
    pub sources: Vec<PathBuf>,
    /// The command line names the JDK: `--jdk`, or `--set jdk.home=…`.
    pub jdk_is_named: bool,
    /// `--module`.
    pub module: Option<String>,
    /// The `.jpf` file that is the target.
    pub jpf: Option<JpfFile>,
}

impl Session {
    /// Reads the configuration, and the target if it is a `.jpf` file, which counts more; their warnings go to standard error.
    ///
    /// # Errors
    /// A sentence: a file that cannot be read, a key or a value that is not known.
    pub fn open(common: &Common, target: Option<&str>) -> Result<Session, String> {
        let folder = std::env::current_dir().map_err(|error| format!("there is no current folder: {error}"))?;
        let config = read_config(common.config.as_deref(), &folder)?;
        Session::with(config, folder, common, target)
    }

    /// Without any `dropwire.toml`, whether there is one or not.
    ///
    /// # Errors
    /// There is no current folder.
    pub fn unconfigured() -> Result<Session, String> {
        let folder = std::env::current_dir().map_err(|error| format!("there is no current folder: {error}"))?;
        Session::with(Config::default(), folder, &Common::default(), None)
    }

    fn with(mut config: Config, folder: PathBuf, common: &Common, target: Option<&str>) -> Result<Session, String> {
        let jpf = target
            .filter(|target| jpf::is_jpf(target))
            .map(|file| jpf::read(Path::new(file), &mut config.settings))
            .transpose()?;
        for remark in jpf.iter().flat_map(|jpf| &jpf.remarks) {
            eprintln!("{remark}");
        }
        config.said.extend(jpf.iter().flat_map(|jpf| jpf.said.clone()));
        let mut jdk_is_named = common.jdk.is_some();
        if let Some(home) = &common.jdk {
            config.settings.jdk_home = Some(home.clone());
        }
        for pair in &common.set {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| format!("--set {pair}: expected --set KEY=VALUE"))?;
            set(&mut config.settings, key.trim(), value.trim(), &format!("--set {key}"))?;
            let said = Said {
                value: value.trim().to_owned(),
                by: SaidBy::Call,
            };
            jdk_is_named |= key.trim() == "jdk.home";
            config.said.insert(keys::current_name(key.trim()), said);
        }
        config.settings.options.choices.generators()?;
        let class_path = common.classpath.as_deref().map(|path| {
            split(path, &folder)
                .iter()
                .flat_map(|entry| modules::jars(entry))
                .collect()
        });
        let mut sources = common
            .sources
            .as_deref()
            .map(|path| split(path, &folder))
            .unwrap_or_default();
        sources.extend(jpf.iter().flat_map(|jpf| jpf.sources.clone()));
        let of_jpf = jpf.as_ref().map(|jpf| jpf.class_path.clone());
        let class_path = class_path.or(of_jpf.filter(|path| !path.is_empty()));
        Ok(Session {
            folder,
            config,
            class_path,
            sources,
            jdk_is_named,
            module: common.module.clone(),
            jpf,
        })
    }

    /// Applies the options of `check`.
    ///
    /// # Errors
    /// A sentence, also for what is not built yet.
    pub fn apply_check(&mut self, options: &CheckOptions) -> Result<(), String> {
        let number = |value: Option<u64>| value.map(|value| value.to_string());
        if options.runs == Some(0) {
            return Err("--runs 0: nothing would run; expected 1 or more".into());
        }
        let settings = &mut self.config.settings;
        for (option, key, value) in [
            ("--time-limit", "limits.time", options.time_limit.clone()),
            ("--memory-limit", "limits.memory", options.memory_limit.clone()),
            (
                "--max-transitions",
                "limits.transitions",
                number(options.max_transitions),
            ),
            ("--max-depth", "limits.depth", number(options.max_depth)),
            ("--search", "search.strategy", options.search.clone()),
            ("--runs", "search.runs", number(options.runs)),
            ("--seed", "search.seed", number(options.seed)),
            (
                "--threads",
                "object.threads",
                options.threads.map(|count| count.to_string()),
            ),
            ("--calls", "object.calls", options.calls.map(|count| count.to_string())),
            ("--methods", "object.methods", options.methods.clone()),
            ("--spec", "object.spec", options.spec.clone()),
            ("--consistency", "object.consistency", options.consistency.clone()),
            ("--symbolic", "symbolic.parameters", options.symbolic.clone()),
        ] {
            if let Some(value) = value {
                set(settings, key, &value, option)?;
            }
        }
        settings.options.progress |= options.progress;
        settings.options.first |= options.first;
        settings.options.symbolic.paths = options.write_test.is_some();
        settings
            .options
            .reports
            .extend(options.report.iter().map(|asked| asked.kind));
        settings
            .options
            .reports
            .extend(options.profile.then_some(ReportKind::Profile));
        settings.options.jvm_args = JvmArgs::parse(&options.jvm.all())?;
        settings.options.stdin = options.stdin.content()?;
        Ok(())
    }

    /// Applies the options of `generate-tests`: all parameters are symbolic, and the report says what is known of each path.
    ///
    /// # Errors
    /// A sentence.
    pub fn apply_generate_tests(&mut self, options: &GenerateTestsOptions) -> Result<(), String> {
        let settings = &mut self.config.settings;
        if let Some(time) = &options.time_limit {
            set(settings, "limits.time", time, "--time-limit")?;
        }
        settings.options.symbolic.ask();
        settings.options.symbolic.paths = true;
        if let Some(calls) = options.calls {
            settings.options.symbolic.calls = calls;
        }
        Ok(())
    }

    /// Applies the options of `run`. Without `--time-limit` there is none: the program is the user's.
    ///
    /// # Errors
    /// A sentence.
    pub fn apply_run(&mut self, options: &RunOptions) -> Result<(), String> {
        let limit = options.time_limit.as_deref().unwrap_or("0");
        self.config.settings.options.jvm_args = JvmArgs::parse(&options.jvm.all())?;
        self.config.settings.options.stdin = options.stdin.content()?;
        set(&mut self.config.settings, "limits.time", limit, "--time-limit")
    }

    /// The modules, or the one that `--module` names.
    ///
    /// # Errors
    /// `--module` names none; the sentence lists what there is.
    pub fn modules(&self) -> Result<Vec<Module>, String> {
        let (modules, cut_off) = modules::search(self.project(), &self.config);
        if let Some(why) = cut_off {
            eprintln!("dropwire: {why}");
        }
        self.wanted(modules)
    }

    /// The modules that a target on an explicit class path may belong to, by its class file (relative to the class root): the tree is not walked for
    /// them, but with `--module`.
    ///
    /// # Errors
    /// As above.
    pub fn modules_around(&self, class_path: &[PathBuf], class_file: &Path) -> Result<Vec<Module>, String> {
        match self.module {
            Some(_) => self.modules(),
            None => Ok(modules::modules_around(
                self.project(),
                class_path,
                class_file,
                &self.config,
            )),
        }
    }

    /// The folder of `dropwire.toml`, else the working folder.
    pub fn project(&self) -> &Path {
        let file = self.config.file.as_deref().and_then(Path::parent);
        file.filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(&self.folder)
    }

    fn wanted(&self, mut modules: Vec<Module>) -> Result<Vec<Module>, String> {
        if let Some(wanted) = &self.module {
            let names: Vec<String> = modules.iter().map(|module| module.name.clone()).collect();
            modules.retain(|module| module.name == *wanted);
            if modules.is_empty() {
                return Err(format!("no module `{wanted}`; the project has {}", listed(&names)));
            }
        }
        Ok(modules)
    }

    /// The JDK.
    ///
    /// # Errors
    /// A sentence that says where was looked.
    pub fn jdk(&self) -> Result<JdkInfo, String> {
        let said = self.config.line_of("jdk.home").filter(|_| !self.jdk_is_named);
        locate_jdk(self.config.settings.jdk_home.as_deref()).map_err(|why| match (&self.config.file, said) {
            (Some(file), Some(line)) => format!("{}:{line}: {why}", file.display()),
            (_, None) | (None, _) => why,
        })
    }
}

/// `a, b and c`, or `none`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn read_config(explicit: Option<&Path>, folder: &Path) -> Result<Config, String> {
    let file = explicit.map(Path::to_path_buf).or_else(|| config::find_file(folder));
    let Some(file) = file else {
        return Ok(Config::default());
    };
    let config = config::read::read_file(&file)?;
    let shown = crate::sources::relative_to(&file, folder);
    for warning in config.warnings.iter().chain(&config::missing::remarks(&config)) {
        eprintln!("{}:{}: warning: {}", shown.display(), warning.line, warning.message);
    }
    Ok(config)
}

fn set(settings: &mut Settings, key: &str, value: &str, said: &str) -> Result<(), String> {
    keys::apply(settings, key, value).map_err(|error| format!("{said}: {}", error.message()))
}

/// A path list as absolute paths: the worker may run elsewhere, and a trail outlives this call.
fn split(list: &OsStr, folder: &Path) -> Vec<PathBuf> {
    std::env::split_paths(list)
        .filter(|path| !path.as_os_str().is_empty())
        .map(|path| folder.join(path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_overrides_and_refuses() {
        let common = |set: &str| Common {
            set: vec![set.into()],
            ..Common::default()
        };
        let session = Session::open(&common("search.timeouts=always"), None).unwrap();
        assert_eq!(
            session.config.settings.options.timeouts,
            dropwire_check::Timeouts::Always
        );
        let error = Session::open(&common("search.timeout=always"), None).err().unwrap();
        assert_eq!(
            error,
            "--set search.timeout: unknown key `search.timeout`; did you mean `search.timeouts`?"
        );
        assert!(Session::open(&common("nonsense"), None).is_err());
    }

    #[test]
    fn an_unknown_strategy_is_refused_by_name() {
        let mut session = Session::open(&Common::default(), None).unwrap();
        let search = CheckOptions {
            search: Some("zigzag".into()),
            ..CheckOptions::default()
        };
        assert!(session.apply_check(&search).unwrap_err().contains("`zigzag`"));
    }
}
