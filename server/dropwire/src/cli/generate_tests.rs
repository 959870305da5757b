//! `dropwire generate-tests`: JUnit tests of a class, of paths that an exploration for all inputs found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dropwire_check::words::reason::sentences;
use dropwire_check::{ExploredMethod, Verdict};

use super::check::{FreshWorkers, jobs_of, request};
use super::live::LiveLine;
use super::options::GenerateTestsOptions;
use super::output::{Written, print};
use super::plan::{self, Plan};
use super::session::Session;
use super::side_by_side::in_order;
use super::{interrupt, misuse};
use crate::discover::explorable;
use crate::engine::JdkInfo;
use crate::exit::Status;
use crate::symbolic_test::{Chosen, calls_of, exists, file_of, source, without_repetition, write};
use crate::units::plural;
use crate::worker::control::Control;
use crate::worker::protocol::{CheckRequest, limit_ms};
use crate::worker::verify::{Outcome, Trouble, verify};

/// Runs the command.
pub fn generate_tests(options: &GenerateTestsOptions) -> Status {
    let ended = prepare(options).and_then(|all| all.run());
    ended.unwrap_or_else(|message| misuse(&message))
}

struct Generation<'a> {
    options: &'a GenerateTestsOptions,
    session: Session,
    jdk: JdkInfo,
    /// A target for each method that is explored.
    methods: Vec<Plan>,
    /// The file of the tests.
    file: PathBuf,
    control: Arc<Control>,
}

fn prepare(options: &GenerateTestsOptions) -> Result<Generation<'_>, String> {
    let mut session = Session::open(&options.common, Some(&options.target))?;
    session.apply_generate_tests(options)?;
    let jdk = session.jdk()?;
    let (class, method) = match options.target.split_once('#') {
        Some((class, method)) => (class, Some(method)),
        None => (options.target.as_str(), None),
    };
    let plan = plan::named(&session, class, &[], &jdk)?;
    let facts = plan::facts_of(&plan).ok_or_else(|| {
        format!(
            "{class} is in no class folder of the class path, or cannot be read; compile it, and name its folder with --classpath"
        )
    })?;
    let is_sequence = method.is_some_and(|method| method.contains('#') || method.starts_with("new("));
    if let (Some(method), Some(_)) = (method, options.calls) {
        return Err(format!("--calls explores a class; leave out #{method}"));
    }
    let mut signatures = Vec::new();
    if let (Some(calls), true) = (method, is_sequence) {
        signatures.push(Some(calls.to_owned()));
    } else if options.calls.is_some() {
        signatures.push(None);
    } else {
        for method in explorable::methods(&facts, method) {
            match method.untestable() {
                None => signatures.push(Some(method.signature)),
                Some(why) => eprintln!("dropwire: {} is left out: {}", method.signature, why.words()),
            }
        }
    }
    if signatures.is_empty() {
        return Err(format!(
            "{} has no method that can be explored for all inputs; see dropwire help symbolic",
            options.target
        ));
    }
    let file = file_of(&plan.class, &options.out);
    if file.exists() {
        return Err(exists(&file));
    }
    let target = |signature: &Option<String>| {
        let class = match signature {
            Some(signature) => format!("{}#{signature}", plan.class),
            None => plan.class.clone(),
        };
        match plan.compiled.is_some() || session.jpf.is_some() {
            true => Ok(Plan { class, ..plan.clone() }),
            false => plan::named(&session, &class, &[], &jdk),
        }
    };
    let methods = signatures.iter().map(target).collect::<Result<_, _>>()?;
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    Ok(Generation {
        options,
        session,
        jdk,
        methods,
        file,
        control,
    })
}

impl Generation<'_> {
    fn run(&self) -> Result<Status, String> {
        let live = LiveLine::of(self.methods.len());
        let memory = self.session.config.settings.options.memory_limit;
        let jobs = jobs_of(self.options.jobs, self.methods.len(), memory);
        let mut explored: Vec<ExploredMethod> = Vec::new();
        let mut status = Status::Verified;
        let mut written = Written::Whole;
        let work = |at: usize| self.explore(at, memory / jobs as u64, &live);
        in_order(self.methods.len(), jobs, &work, &mut |at, outcome| {
            let method = method_of(&self.methods[at]);
            status = status.max(match outcome.report.verdict {
                _ if outcome.trouble == Some(Trouble::Interrupted) => Status::Interrupted,
                _ if outcome.trouble == Some(Trouble::OurBug) => Status::OurBug,
                Verdict::Verified => Status::Verified,
                Verdict::Violated => Status::Finding,
                Verdict::Incomplete | Verdict::Failed => Status::NotVerified,
            });
            let of_target = without_repetition(outcome.report.explored, self.options.coverage);
            let line = |one: &ExploredMethod| {
                let name = match of_target.len() {
                    1 if !method.is_empty() => method.to_owned(),
                    _ => calls_of(one),
                };
                format!("{name}: {}\n", Chosen::of(one, self.options.coverage).summary())
            };
            let mut text: String = of_target.iter().map(line).collect();
            if of_target.is_empty() {
                text = format!("{}: not explored\n", self.methods[at].class);
            }
            for reason in sentences(&outcome.report.reasons) {
                text.push_str(&format!("   not explored to the end: {reason}\n"));
            }
            written = written.max(live.beside(|| print(&text)));
            explored.extend(of_target);
        });
        if status == Status::Interrupted {
            eprintln!("dropwire: interrupted, nothing was written");
            return Ok(status);
        }
        let class = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let (source, tests) = source(&explored, &class, self.options.coverage, self.options.junit)?;
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
        write(&self.file, &source)?;
        let wrote = format!("wrote {} to {}\n", plural(tests as u64, "test"), self.file.display());
        Ok(status.max(written.max(print(&wrote)).status()))
    }

    fn explore(&self, at: usize, memory: u64, live: &LiveLine) -> Outcome {
        let plan = &self.methods[at];
        let request = CheckRequest {
            time_limit_ms: limit_ms(self.session.config.settings.time),
            ..request(&self.session, &self.jdk, plan, memory)
        };
        live.start(at, &plan.title());
        let outcome = verify(&request, &FreshWorkers, &self.control, &mut |_| {});
        live.end(at);
        outcome
    }
}

/// The method of a target, as `add(int,int)`.
fn method_of(plan: &Plan) -> &str {
    plan.class.split_once('#').map_or("", |(_, method)| method)
}
