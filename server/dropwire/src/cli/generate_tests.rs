//! `dropwire generate-tests`: JUnit 5 tests of a class, of paths that an exploration for all inputs found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dropwire_check::words::reason::sentences;
use dropwire_check::{ExploredMethod, Options, Verdict};
use dropwire_vm::types::{external_type, split_descriptor};

use super::check::FreshWorkers;
use super::live::LiveLine;
use super::options::GenerateTestsOptions;
use super::output::print;
use super::plan::{self, Plan};
use super::session::Session;
use super::side_by_side::{default_jobs, in_order};
use super::{interrupt, misuse};
use crate::discover::class_summary::{ClassFacts, MethodFacts};
use crate::engine::JdkInfo;
use crate::exit::Status;
use crate::files;
use crate::symbolic_test::{Chosen, source};
use crate::units::plural;
use crate::worker::control::Control;
use crate::worker::protocol::{CheckRequest, Setup, limit_ms};
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
    /// The class, whose methods are explored.
    class: Plan,
    /// These, as `add(int,int)`.
    methods: Vec<String>,
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
    let (methods, left_out) = explorable(&facts, method);
    for (method, why) in left_out {
        eprintln!("dropwire: {method} is left out: {why}");
    }
    if methods.is_empty() {
        return Err(format!(
            "{} has no method that can be explored for all inputs; see dropwire help symbolic",
            options.target
        ));
    }
    let control = Arc::new(Control::default());
    interrupt::pass_on(&control);
    Ok(Generation {
        options,
        session,
        jdk,
        class: plan,
        methods,
        control,
    })
}

/// The methods that a target names and that can be explored, and those that cannot, each with the reason.
fn explorable(facts: &ClassFacts, wanted: Option<&str>) -> (Vec<String>, Vec<(String, &'static str)>) {
    let makes = |method: &MethodFacts| method.name == "<init>" && method.descriptor == "()V" && !method.is_private;
    let can_be_made = !facts.is_abstract && facts.methods.iter().any(makes);
    let (mut methods, mut left_out) = (Vec::new(), Vec::new());
    for method in &facts.methods {
        let (parameters, _) = split_descriptor(&method.descriptor);
        let types: Vec<String> = parameters.iter().map(|one| external_type(one)).collect();
        let signature = format!("{}({})", method.name, types.join(","));
        let is_wanted = wanted.is_none_or(|wanted| wanted == method.name || wanted == signature);
        let is_of_the_source = !method.is_synthetic && !method.name.starts_with('<');
        if !is_wanted || !is_of_the_source || facts.main() == Some(method) {
            continue;
        }
        let is_integer = |parameter: &&str| matches!(*parameter, "Z" | "B" | "S" | "C" | "I" | "J");
        let why = match () {
            () if method.is_private => "it is private",
            () if parameters.is_empty() => "it has no parameters",
            () if !parameters.iter().all(is_integer) => {
                "parameters other than integers, char and boolean cannot be symbolic"
            }
            () if !method.is_static && !can_be_made => {
                "it needs an object, and its class has no constructor without parameters that a test could call"
            }
            () => {
                methods.push(signature);
                continue;
            }
        };
        left_out.push((signature, why));
    }
    (methods, left_out)
}

impl Generation<'_> {
    fn run(&self) -> Result<Status, String> {
        let live = LiveLine::of(self.methods.len());
        let jobs = self.options.jobs.map_or_else(default_jobs, usize::from);
        let jobs = jobs.min(self.methods.len());
        let mut explored: Vec<ExploredMethod> = Vec::new();
        let mut status = Status::Verified;
        let work = |at: usize| self.explore(at, jobs, &live);
        in_order(self.methods.len(), jobs, &work, &mut |at, outcome| {
            let method = &self.methods[at];
            status = status.max(match outcome.report.verdict {
                _ if outcome.trouble == Some(Trouble::Interrupted) => Status::Interrupted,
                _ if outcome.trouble == Some(Trouble::OurBug) => Status::OurBug,
                Verdict::Verified => Status::Verified,
                Verdict::Violated => Status::Finding,
                Verdict::Incomplete | Verdict::Failed => Status::NotVerified,
            });
            let line = match &outcome.report.explored {
                Some(of_method) => Chosen::of(of_method).summary(),
                None => "not explored".to_owned(),
            };
            let mut text = format!("{method}: {line}\n");
            for reason in sentences(&outcome.report.reasons) {
                text.push_str(&format!("   not explored to the end: {reason}\n"));
            }
            live.beside(|| print(&text));
            explored.extend(outcome.report.explored);
        });
        if status == Status::Interrupted {
            eprintln!("dropwire: interrupted, nothing was written");
            return Ok(status);
        }
        let (file, class) = self.place();
        let (source, tests) = source(&explored, &class)?;
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
        files::write_new(&file, &source).map_err(|why| format!("{} was not written: {why}", file.display()))?;
        let wrote = print(&format!(
            "wrote {} to {}\n",
            plural(tests as u64, "test"),
            file.display()
        ));
        Ok(status.max(wrote.status()))
    }

    fn explore(&self, at: usize, jobs: usize, live: &LiveLine) -> Outcome {
        let target = format!("{}#{}", self.class.class, self.methods[at]);
        let settings = &self.session.config.settings;
        let request = CheckRequest {
            setup: Setup {
                jdk: self.jdk.home.clone(),
                class_path: self.class.class_path.clone(),
            },
            class: target.clone(),
            args: Vec::new(),
            options: Options {
                memory_limit: settings.options.memory_limit / jobs as u64,
                ..settings.options.clone()
            },
            time_limit_ms: limit_ms(settings.time),
            early: false,
        };
        live.start(at, &target);
        let outcome = verify(&request, &FreshWorkers, &self.control, &mut |_| {});
        live.end(at);
        outcome
    }

    /// The file of the tests, and the simple name of their class.
    fn place(&self) -> (PathBuf, String) {
        let (package, class) = self.class.class.rsplit_once('.').unwrap_or(("", &self.class.class));
        let class = format!("{}GeneratedTest", class.replace('$', ""));
        let folder = package
            .split('.')
            .fold(self.options.out.clone(), |folder, part| folder.join(part));
        (folder.join(format!("{class}.java")), class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_tests_can_call_are_explored() {
        let method = |name: &str, descriptor: &str, is_static: bool, is_private: bool| MethodFacts {
            name: name.into(),
            descriptor: descriptor.into(),
            is_static,
            is_public: !is_private,
            is_private,
            is_synthetic: false,
            is_guarded: false,
            annotations: Vec::new(),
            calls: Vec::new(),
            fields: Vec::new(),
            touches: Vec::new(),
        };
        let facts = ClassFacts {
            name: "shop/Till".into(),
            super_class: None,
            interfaces: Vec::new(),
            source_file: None,
            methods: vec![
                method("<init>", "(I)V", false, false),
                method("main", "([Ljava/lang/String;)V", true, false),
                method("add", "(IJ)I", true, false),
                method("add", "(Ljava/lang/String;)I", true, false),
                method("hidden", "(I)I", true, true),
                method("take", "(I)I", false, false),
            ],
            fields: Vec::new(),
            static_fields: Vec::new(),
            is_abstract: false,
            annotations: Vec::new(),
            is_shared: false,
            looks_shared: false,
            did_not_compile: false,
            release: 17,
        };
        let (methods, left_out) = explorable(&facts, None);
        assert_eq!(methods, ["add(int,long)"]);
        let left_out: Vec<&str> = left_out.iter().map(|(method, _)| method.as_str()).collect();
        assert_eq!(left_out, ["add(java.lang.String)", "hidden(int)", "take(int)"]);
        assert_eq!(explorable(&facts, Some("add(int,long)")).0.len(), 1);
        assert_eq!(explorable(&facts, Some("take")).1.len(), 1);
    }
}
