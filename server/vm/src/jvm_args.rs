//! What the user passes to the JVM on its command line, as far as a program can observe it: properties, opened packages, assertions.
//!
//! Properties and modules are set in Java, before the program's first step, so they are part of every state. What a JVM reads
//! while it boots cannot be set: all programs share one boot.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Options of the JVM, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JvmArgs {
    said: Vec<String>,
    pub(crate) meant: Vec<JvmArg>,
    /// What the program's own `java` gets and has no effect here: agents, options that are not known, variables of the environment.
    ignored: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum JvmArg {
    /// `-Dname=value`
    Property { name: String, value: String },
    /// `--add-opens module/package=ALL-UNNAMED`
    Opens { module: String, package: String },
    /// `--add-exports module/package=ALL-UNNAMED`
    Exports { module: String, package: String },
    /// `--add-reads module=ALL-UNNAMED`
    Reads { module: String },
    /// `-ea`, `-da`
    Assertions { on: bool, scope: Scope },
    /// It changes nothing that a program can observe here.
    NoEffect,
}

/// Whose assertions are meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scope {
    /// Those of all classes of the program.
    All,
    /// Those of one class, by binary name.
    Class(String),
    /// Those of a package, by its name with dots, and of all below it.
    Package(String),
}

/// Everything on the class path is in unnamed modules.
const ALL_UNNAMED: &str = "ALL-UNNAMED";

/// What the JVM reads while it boots.
const READ_IN_BOOT: &[&str] = &[
    "file.encoding",
    "java.class.path",
    "java.home",
    "java.security.manager",
    "java.system.class.loader",
    "sun.jnu.encoding",
    "user.dir",
];

/// What the names of the properties begin with that say how many carriers virtual threads have.
pub(crate) const CARRIERS: &str = "jdk.virtualThreadScheduler.";

/// Options that are about speed, memory and words, as they are said.
const WITHOUT_EFFECT: &[&str] = &[
    "--enable-preview",
    "-Xbatch",
    "-Xcomp",
    "-Xint",
    "-Xlog",
    "-Xmixed",
    "-Xrs",
    "-client",
    "-disablesystemassertions",
    "-dsa",
    "-enablesystemassertions",
    "-esa",
    "-server",
    "-showversion",
    "-verbose",
];

/// The same with a value behind.
const WITHOUT_EFFECT_AND_VALUED: &[&str] = &[
    "--enable-native-access=",
    "--illegal-access=",
    "-Xlog:",
    "-Xloggc:",
    "-Xshare:",
    "-Xverify:",
    "-verbose:",
];

/// The same with a size behind.
const SIZES: &[&str] = &["-Xmn", "-Xms", "-Xmx", "-Xss"];

/// Options `-XX:` of HotSpot since Java 8 that are about speed, memory and words: `bool` or `value`, and the name. Whatever is not among
/// them may be about what a program sees, as `AutoBoxCacheMax`, or is none.
const HOTSPOT: &str = include_str!("jvm_args/hotspot_flags.txt");

impl JvmArgs {
    /// Reads options as `java` has them. A value of `--add-opens` and its like may be an element of its own.
    ///
    /// # Errors
    /// A sentence that names the option.
    pub fn parse(said: &[String]) -> Result<JvmArgs, String> {
        let mut args = JvmArgs::default();
        for option in whole_options(said) {
            args.meant.push(JvmArg::parse(&option)?);
            args.said.push(option);
        }
        Ok(args)
    }

    /// As `parse`, for what is given to the user's `java` and not to us: what is not known is ignored.
    pub fn parse_known(said: &[String]) -> JvmArgs {
        let mut args = JvmArgs::default();
        for option in whole_options(said) {
            match JvmArg::parse(&option) {
                Ok(meant) => {
                    args.meant.push(meant);
                    args.said.push(option);
                }
                Err(_) => args.ignored.push(option),
            }
        }
        args
    }

    /// Adds what else the program's own `java` gets and has no effect here.
    #[must_use]
    pub fn and_ignored(mut self, ignored: impl IntoIterator<Item = String>) -> JvmArgs {
        self.ignored.extend(ignored);
        self
    }

    /// What the program's own `java` gets and has no effect here.
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// What was said, option by option.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// Whether nothing was said, known or not.
    pub fn is_empty(&self) -> bool {
        self.said.is_empty() && self.ignored.is_empty()
    }

    /// These and then others, which win.
    #[must_use]
    pub fn and(mut self, others: &JvmArgs) -> JvmArgs {
        self.said.extend(others.said.iter().cloned());
        self.meant.extend(others.meant.iter().cloned());
        self.ignored.extend(others.ignored.iter().cloned());
        self
    }

    /// Whether a class of the program's has its assertions on: what names the class counts first, then the nearest package, then what is
    /// said of all. They are on by default.
    pub(crate) fn asserts(&self, class: &str) -> bool {
        let named = |wanted: &Scope| self.said_of(wanted);
        if let Some(on) = named(&Scope::Class(class.to_owned())) {
            return on;
        }
        let mut package = class;
        while let Some((before, _)) = package.rsplit_once('.') {
            package = before;
            if let Some(on) = named(&Scope::Package(package.to_owned())) {
                return on;
            }
        }
        let unnamed = || named(&Scope::Package(String::new())).filter(|_| !class.contains('.'));
        unnamed().or_else(|| named(&Scope::All)).unwrap_or(true)
    }

    /// What was said last of exactly this.
    fn said_of(&self, wanted: &Scope) -> Option<bool> {
        self.meant.iter().rev().find_map(|arg| match arg {
            JvmArg::Assertions { on, scope } if scope == wanted => Some(*on),
            JvmArg::Assertions { .. }
            | JvmArg::Property { .. }
            | JvmArg::Opens { .. }
            | JvmArg::Exports { .. }
            | JvmArg::Reads { .. }
            | JvmArg::NoEffect => None,
        })
    }
}

impl fmt::Display for JvmArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said.join(" "))
    }
}

/// Options whose value may be an element of its own.
const VALUED: [&str; 3] = ["--add-opens", "--add-exports", "--add-reads"];

/// Each option with its value.
fn whole_options(said: &[String]) -> Vec<String> {
    let mut rest = said.iter();
    let mut whole = Vec::new();
    while let Some(option) = rest.next() {
        let value = VALUED.contains(&option.as_str()).then(|| rest.next()).flatten();
        whole.push(value.map_or_else(|| option.clone(), |value| format!("{option}={value}")));
    }
    whole
}

fn is_without_effect(option: &str) -> bool {
    if let Some(flag) = option.strip_prefix("-XX:") {
        // `java` refuses a switch without a sign, and a sign before what has a value.
        let (kind, name) = match (flag.strip_prefix(['+', '-']), flag.split_once('=')) {
            (Some(name), None) => ("bool", name),
            (None, Some((name, _))) => ("value", name),
            (Some(_), Some(_)) => return false,
            (None, None) => return flag == "StartFlightRecording",
        };
        return HOTSPOT.lines().any(|line| line.split_once(' ') == Some((kind, name)));
    }
    let is_size = |text: &str| {
        let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G', 't', 'T']);
        text.len() <= digits.len() + 1 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    WITHOUT_EFFECT.contains(&option)
        || WITHOUT_EFFECT_AND_VALUED.iter().any(|known| option.starts_with(known))
        || SIZES
            .iter()
            .any(|known| option.strip_prefix(known).is_some_and(is_size))
}

impl JvmArg {
    fn parse(option: &str) -> Result<JvmArg, String> {
        let unknown = || {
            format!(
                "the JVM option `{option}` is not known; known are -Dname=value, -ea, -da, --add-opens, --add-exports, \
                 --add-reads and options about memory and speed, which have no effect"
            )
        };
        if let Some(property) = option.strip_prefix("-D") {
            return JvmArg::property(property).ok_or_else(|| match property.is_empty() {
                true => unknown(),
                false if property.starts_with(CARRIERS) => {
                    format!("`{option}` has no effect here: `--set vm.processors=N` says how many carriers there are")
                }
                false => format!("`{option}` has no effect here: the JVM reads it while it boots"),
            });
        }
        for (prefix, on) in [
            ("-ea", true),
            ("-enableassertions", true),
            ("-da", false),
            ("-disableassertions", false),
        ] {
            let scope = option.strip_prefix(prefix).and_then(Scope::parse);
            if let Some(scope) = scope {
                return Ok(JvmArg::Assertions { on, scope });
            }
        }
        if VALUED.contains(&option) {
            return Err(format!("`{option}` wants a value"));
        }
        if let Some((option, value)) = option.split_once('=')
            && VALUED.contains(&option)
        {
            return JvmArg::of_modules(option, value)
                .ok_or_else(|| format!("`{option} {value}` is not of the form {option} module/package=target"));
        }
        is_without_effect(option)
            .then_some(JvmArg::NoEffect)
            .ok_or_else(unknown)
    }

    fn property(text: &str) -> Option<JvmArg> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if name == "file.encoding" && value.eq_ignore_ascii_case("UTF-8") {
            // As it is in any case.
            return Some(JvmArg::NoEffect);
        }
        let can_be_set = !name.is_empty() && !READ_IN_BOOT.contains(&name) && !name.starts_with(CARRIERS);
        can_be_set.then(|| JvmArg::Property {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }

    fn of_modules(option: &str, value: &str) -> Option<JvmArg> {
        let (source, target) = value.split_once('=')?;
        if target.split(',').all(|target| target != ALL_UNNAMED) {
            // Nothing of the program's is in a module with a name.
            return (!target.is_empty()).then_some(JvmArg::NoEffect);
        }
        if option == "--add-reads" {
            return Some(JvmArg::Reads {
                module: source.to_owned(),
            });
        }
        let (module, package) = source.split_once('/')?;
        let (module, package) = (module.to_owned(), package.to_owned());
        Some(match option {
            "--add-opens" => JvmArg::Opens { module, package },
            _ => JvmArg::Exports { module, package },
        })
    }
}

impl Scope {
    /// What follows `-ea`: nothing, `:class`, `:package...`, or `:...` for the unnamed package.
    fn parse(text: &str) -> Option<Scope> {
        if text.is_empty() {
            return Some(Scope::All);
        }
        let name = text.strip_prefix(':')?.replace('/', ".");
        Some(match name.strip_suffix("...") {
            Some(package) => Scope::Package(package.to_owned()),
            None => Scope::Class(name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(said: &[&str]) -> Result<JvmArgs, String> {
        JvmArgs::parse(&said.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn assertions_follow_the_nearest_that_is_said() {
        let args = parsed(&["-da", "-ea:shop...", "-da:shop.till...", "-ea:shop.till.Drawer"]).unwrap();
        for (class, on) in [
            ("Main", false),
            ("shop.Shop", true),
            ("shop.till.Till", false),
            ("shop.till.Drawer", true),
            ("shop.till.Drawer$Coin", false),
        ] {
            assert_eq!(args.asserts(class), on, "{class}");
        }
        assert!(JvmArgs::default().asserts("Main"));
    }

    #[test]
    fn what_is_known_is_kept() {
        let said = [
            "-javaagent:x.jar",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-Da=b",
        ];
        let known = JvmArgs::parse_known(&said.map(str::to_owned));
        assert_eq!(known.said(), ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-Da=b"]);
        assert_eq!(known.ignored(), ["-javaagent:x.jar"]);
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        assert!(parsed(&["-javaagent:x.jar"]).unwrap_err().contains("-javaagent:x.jar"));
        assert!(parsed(&["-Duser.dir=/"]).unwrap_err().contains("boots"));
        let carriers = parsed(&["-Djdk.virtualThreadScheduler.parallelism=1"]);
        assert!(carriers.unwrap_err().contains("vm.processors"));
        assert!(parsed(&["--add-opens"]).unwrap_err().contains("wants a value"));
        assert!(parsed(&["--add-opens", "java.base"]).is_err());
        assert!(parsed(&["-Xmx1g", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=50", "-Da", "-esa"]).is_ok());
        assert!(parsed(&["-XX:-PrintGCDetails", "-XX:G1HeapRegionSize=4m", "-XX:+ZGenerational"]).is_ok());
        for option in [
            "-XX:AutoBoxCacheMax=1000",
            "-XX:+UseFoo",
            "-XX:UseSerialGC",
            "-XX:+MaxHeapSize=1g",
            "-XX:UseSerialGC=1",
            "-XX:ActiveProcessorCount=1",
            "-Xmx",
            "-Xmx1x",
            "-Xintx",
        ] {
            assert!(parsed(&[option]).is_err_and(|error| error.contains(option)), "{option}");
        }
    }
}
