//! `dropwire generate-tests`: JUnit 5 tests of a class, of paths that an exploration for all inputs found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dropwire_check::words::reason::sentences;
use dropwire_check::{ExploredMethod, Verdict};
use dropwire_vm::types::{external_type, split_descriptor};

use super::check::{FreshWorkers, jobs_of, request};
use super::live::LiveLine;
use super::options::GenerateTestsOptions;
use super::output::{Written, print};
use super::plan::{self, Plan};
use super::session::Session;
use super::side_by_side::in_order;
use super::{interrupt, misuse};
use crate::discover::class_summary::{ClassFacts, MethodFacts};
use crate::engine::JdkInfo;
use crate::exit::Status;
use crate::symbolic_test::{Chosen, exists, source, write};
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
    let file = file_of(&plan.class, &options.out);
    if file.exists() {
        return Err(exists(&file));
    }
    let target = |method: &String| {
        let class = format!("{}#{method}", plan.class);
        match plan.compiled.is_some() || session.jpf.is_some() {
            true => Ok(Plan { class, ..plan.clone() }),
            false => plan::named(&session, &class, &[], &jdk),
        }
    };
    let methods = methods.iter().map(target).collect::<Result<_, _>>()?;
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

/// The methods that a target names and that can be explored, and those that cannot, each with the reason.
fn explorable(facts: &ClassFacts, wanted: Option<&str>) -> (Vec<String>, Vec<(String, &'static str)>) {
    let makes = |method: &MethodFacts| method.name == "<init>" && method.descriptor == "()V" && !method.is_private;
    let says_what_is_allowed =
        |method: &MethodFacts| method.name == "repOk" && method.descriptor == "()Z" && !method.is_static;
    let is_an_input = !facts.is_abstract && facts.methods.iter().any(says_what_is_allowed);
    let can_be_made = is_an_input || !facts.is_abstract && facts.methods.iter().any(makes);
    let (mut methods, mut left_out) = (Vec::new(), Vec::new());
    for method in &facts.methods {
        let (parameters, _) = split_descriptor(&method.descriptor);
        let types: Vec<String> = parameters.iter().map(|one| external_type(one)).collect();
        let signature = format!("{}({})", method.name, types.join(","));
        let is_wanted = wanted.is_none_or(|wanted| wanted == method.name || wanted == signature);
        let is_of_the_source = !method.is_synthetic && !method.name.starts_with('<');
        let is_precondition = method.name == "repOk" && method.descriptor.ends_with(")Z");
        if !is_wanted || !is_of_the_source || is_precondition || facts.main() == Some(method) {
            continue;
        }
        let why = match () {
            () if method.is_private => "it is private",
            () if parameters.is_empty() && (method.is_static || !is_an_input) => "it has no parameters",
            () if !parameters.iter().all(|parameter| can_be_symbolic(parameter)) => {
                "floating-point numbers, and objects of the library but strings and boxes, cannot be symbolic"
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

/// Whether a parameter of a type may be symbolic, as far as its name says.
fn can_be_symbolic(descriptor: &str) -> bool {
    const VALUES: [&str; 8] = [
        "Ljava/lang/String;",
        "Ljava/lang/Object;",
        "Ljava/lang/Boolean;",
        "Ljava/lang/Byte;",
        "Ljava/lang/Character;",
        "Ljava/lang/Short;",
        "Ljava/lang/Integer;",
        "Ljava/lang/Long;",
    ];
    match descriptor.trim_start_matches('[') {
        "F" | "D" => descriptor.starts_with('['),
        class if class.starts_with("Ljava/") => VALUES.contains(&class),
        _ => true,
    }
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
            let line = match &outcome.report.explored {
                Some(of_method) => Chosen::of(of_method, self.options.coverage).summary(),
                None => "not explored".to_owned(),
            };
            let mut text = format!("{method}: {line}\n");
            for reason in sentences(&outcome.report.reasons) {
                text.push_str(&format!("   not explored to the end: {reason}\n"));
            }
            written = written.max(live.beside(|| print(&text)));
            explored.extend(outcome.report.explored);
        });
        if status == Status::Interrupted {
            eprintln!("dropwire: interrupted, nothing was written");
            return Ok(status);
        }
        let class = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let (source, tests) = source(&explored, &class, self.options.coverage)?;
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

/// The file of a class's tests.
fn file_of(class: &str, out: &Path) -> PathBuf {
    let (package, class) = class.rsplit_once('.').unwrap_or(("", class));
    let folder = package
        .split('.')
        .fold(out.to_owned(), |folder, part| folder.join(part));
    folder.join(format!("{}GeneratedTest.java", class.replace('$', "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_tests_can_call_are_explored() {
        let of_object = |name: &str| MethodFacts {
            is_static: false,
            ..MethodFacts::made_up(name, "(I)I")
        };
        let methods = vec![
            of_object("<init>"),
            MethodFacts::made_up("main", "([Ljava/lang/String;)V"),
            MethodFacts::made_up("add", "(IJ)I"),
            MethodFacts::made_up("add", "(Ljava/lang/String;)I"),
            MethodFacts::made_up("add", "(Ljava/util/List;)I"),
            MethodFacts {
                is_private: true,
                ..MethodFacts::made_up("hidden", "(I)I")
            },
            of_object("take"),
        ];
        let facts = ClassFacts::made_up("shop/Till", methods);
        let (methods, left_out) = explorable(&facts, None);
        assert_eq!(methods, ["add(int,long)", "add(java.lang.String)"]);
        let left_out: Vec<&str> = left_out.iter().map(|(method, _)| method.as_str()).collect();
        assert_eq!(left_out, ["add(java.util.List)", "hidden(int)", "take(int)"]);
        assert_eq!(explorable(&facts, Some("add(int,long)")).0.len(), 1);
        assert_eq!(explorable(&facts, Some("take")).1.len(), 1);
    }
}
