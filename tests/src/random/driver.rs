//! Lets the engine check programs in all modes, in this process, and compares.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dropwire_check::words::reason::sentences;
use dropwire_check::{
    Budget, Cause, Confidence, Exploration, Finding, Kind, Need, Options, Reason, Replay, Session, Stop, Symmetry,
    Target, UnlikelyEvent, Verdict,
};
use dropwire_classes::{Jdk, Universe, content_hash};
use dropwire_vm::{Vm, VmOptions};

use super::model::Answer;
use super::modes::{MODES, Mode, Relation};
use super::statistics::Statistics;
use super::subject::{Modelled, Subject};
use crate::java::Tool;

/// States of the model beyond which a program is passed over.
const MODEL_STATES: usize = 60_000;
/// Transitions beyond which a mode other than the first is cut off.
const TRANSITIONS: u64 = 40_000;
/// Words of the programs' heap, 64 MiB: the programs need next to nothing, and a broken engine finds its end sooner.
const HEAP_WORDS: u32 = 8 << 20;
/// Of so many programs one has its trails made short, which costs more than all else.
const SHORTENED: u64 = 16;
/// No check of such a program takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Two answers that should be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement<S> {
    /// The program.
    pub program: S,
    /// The mode, as compared with the first one or, for the first, with the model.
    pub mode: &'static str,
    /// What differs.
    pub what: String,
}

/// What an exploration says, in the model's terms where these have a word for it.
#[derive(Clone, Debug)]
pub struct Observed {
    /// In the model's terms; `states` are those of the search.
    pub answer: Answer,
    /// All findings.
    pub fingerprints: BTreeSet<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not complete.
    pub reasons: Vec<String>,
    /// Whether the limit of transitions or that of time ended it.
    cut_off: bool,
    /// Whether the ends are at most some of those that can be: it was not asked for them, or lists that of several legal states
    /// of a thread it took one.
    some_ends: bool,
    /// The confirmed findings, with their trails.
    pub findings: Vec<Finding>,
}

/// A machine to check programs on; a new one when the last is worn or broken.
pub struct Driver {
    session: Option<Session>,
    classes: PathBuf,
    /// The one mode that is looked at beside the first; all of them if there is none.
    only: Option<&'static str>,
}

/// No limit, for programs that are small.
pub struct NoLimit;

impl Budget for NoLimit {
    fn exhausted(&mut self) -> Option<Stop> {
        None
    }

    fn progress(&mut self, _: &dropwire_check::Statistics) {}
}

/// A time limit that only a hanging check meets.
struct Patience(Instant);

impl Budget for Patience {
    fn exhausted(&mut self) -> Option<Stop> {
        (self.0.elapsed() > PATIENCE).then_some(Stop::Time)
    }

    fn progress(&mut self, _: &dropwire_check::Statistics) {}
}

fn patience() -> Patience {
    Patience(Instant::now())
}

/// Boots a machine for this class path.
///
/// # Errors
/// No JDK, or one that does not boot.
pub fn boot(classes: &Path) -> Result<Session, String> {
    boot_machine(classes).map(Session::new)
}

/// The machine alone.
///
/// # Errors
/// As [`boot`].
pub fn boot_machine(classes: &Path) -> Result<Vm, String> {
    let jdk = Jdk::locate(None).map_err(|error| error.to_string())?;
    let universe = Universe::open(&jdk, &[classes.to_path_buf()]).map_err(|error| error.to_string())?;
    let options = VmOptions {
        heap_words: HEAP_WORDS,
        ..VmOptions::default()
    };
    Vm::boot(universe, &options).map_err(|error| error.to_string())
}

/// Writes and compiles programs, given by name and source; the folder of the classes. Compiled before, it is only looked up.
///
/// # Errors
/// A file, or what the compiler says.
pub fn compile(javac: &Tool, cache: &Path, programs: &[(String, String)]) -> Result<PathBuf, String> {
    let sources = cache.join(format!("sources-{}", std::process::id()));
    fs::create_dir_all(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
    let mut files = Vec::new();
    for (name, java) in programs {
        let file = sources.join(format!("{name}.java"));
        fs::write(&file, java).map_err(|error| format!("{}: {error}", file.display()))?;
        files.push(file);
    }
    let compiled = javac.compile_fixtures(cache, &files);
    for file in &files {
        // Another thread may have written the same program.
        let _ = fs::remove_file(file);
    }
    compiled
}

impl Driver {
    /// A driver for the classes in a folder.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn new(classes: &Path) -> Result<Driver, String> {
        Ok(Driver {
            session: Some(boot(classes)?),
            classes: classes.to_path_buf(),
            only: None,
        })
    }

    /// Has a machine ready, in good condition.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn prepare(&mut self) -> Result<(), String> {
        self.on_machine(|_| ())
    }

    /// Looks at this mode and the first one only.
    #[must_use]
    pub fn only(mut self, mode: &'static str) -> Driver {
        self.only = Some(mode);
        self
    }

    fn looks_at(&self, mode: &Mode, program: &impl Subject) -> bool {
        let wanted = self
            .only
            .is_none_or(|only| only == mode.name || mode.name == MODES[0].name);
        wanted && (mode.applies)(&program.nature())
    }

    /// Checks a program in one mode. An error is a crash.
    ///
    /// # Errors
    /// The engine panicked.
    pub fn check<S: Subject>(&mut self, program: &S, mode: &Mode) -> Result<Observed, String> {
        let mut options = Options {
            short_trails: content_hash(program.name().as_bytes()).is_multiple_of(SHORTENED),
            max_transitions: match mode.relation {
                Relation::Model { .. } => S::MOST_TRANSITIONS,
                Relation::Equal | Relation::Within => TRANSITIONS,
            },
            ..Options::default()
        };
        (mode.set)(&mut options);
        options.ends = mode.compares_ends(&program.nature());
        let target = Target {
            class: program.name().to_owned(),
            args: Vec::new(),
        };
        let explored = self.on_machine(|session| session.check(&target, &options, &mut patience()))?;
        Ok(observe(explored, &options))
    }

    /// A panic leaves a machine in no known state: the next check boots a new one.
    fn on_machine<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> Result<T, String> {
        let mut session = match self.session.take().filter(|session| session.wear() < 0.7) {
            Some(session) => session,
            None => boot(&self.classes)?,
        };
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut session)));
        let result = result.map_err(|panic| format!("the engine panicked: {}", text_of(&*panic)))?;
        self.session = Some(session);
        Ok(result)
    }

    /// Whether every trail leads to its finding again.
    fn replay(&mut self, observed: &Observed) -> Result<(), String> {
        for finding in &observed.findings {
            match self.on_machine(|session| session.replay(&finding.trail, &mut patience()))? {
                Replay::Reproduced(_) => {}
                other => return Err(format!("the trail of `{}` ends otherwise: {other:?}", finding.message)),
            }
        }
        Ok(())
    }

    /// Compares everything about a program; the answer of the first mode, if it could be had, and what is wrong.
    pub fn compare<S: Subject>(
        &mut self,
        program: &S,
        statistics: &mut Statistics,
    ) -> (Option<Observed>, Vec<Disagreement<S>>) {
        let model = program.model(true, MODEL_STATES);
        if matches!(model, Modelled::TooLarge) {
            statistics.too_large += 1;
            return (None, Vec::new());
        }
        let mut wrong = Vec::new();
        let mut first: Option<Observed> = None;
        for mode in MODES {
            if !self.looks_at(mode, program) {
                continue;
            }
            let mut complain = |what: String| {
                wrong.push(Disagreement {
                    program: program.clone(),
                    mode: mode.name,
                    what,
                });
            };
            let observed = match self.check(program, mode) {
                Ok(observed) => observed,
                Err(what) => {
                    complain(what);
                    continue;
                }
            };
            if first.is_none() && matches!(model, Modelled::Nowhere) && !observed.reasons.is_empty() {
                statistics.passed_over(&observed);
                return (None, wrong);
            }
            statistics.answers += 1;
            statistics.trails += observed.findings.len();
            if let Err(what) = self.replay(&observed) {
                complain(what);
            }
            if observed.cut_off() {
                statistics.cut_off += 1;
            }
            let found = match (mode.relation, &first) {
                // Fewer wakeups, fewer states: there is an answer, as there is one with them.
                (Relation::Model { spurious }, _) => match program.model(spurious, MODEL_STATES) {
                    Modelled::As(model) => differences_to_model(&model, &observed),
                    Modelled::Nowhere | Modelled::TooLarge => Vec::new(),
                },
                (relation, Some(first)) => {
                    statistics.compared(mode.name, observed.cut_off());
                    differences(first, &observed, relation)
                }
                (_, None) => Vec::new(),
            };
            found.into_iter().for_each(&mut complain);
            if first.is_none() && mode.name == MODES[0].name {
                count(program, &observed, statistics);
                if let Modelled::As(model) = &model {
                    statistics.states.push(model.states as u64);
                }
                first = Some(observed);
            }
        }
        (first, wrong)
    }
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

fn count(program: &impl Subject, observed: &Observed, statistics: &mut Statistics) {
    let answer = &observed.answer;
    statistics.programs += 1;
    statistics.defective += usize::from(!answer.is_clean());
    let kinds = [answer.deadlock, !answer.races.is_empty(), !answer.uncaught.is_empty()];
    for (sum, is) in statistics.kinds.iter_mut().zip(kinds) {
        *sum += usize::from(is);
    }
    let nature = program.nature();
    statistics.waiting += usize::from(nature.waits);
    statistics.daemons += usize::from(nature.has_daemons);
    statistics.exits += usize::from(nature.exits);
    for (programs, asks) in statistics.questions.iter_mut().zip(nature.asks) {
        *programs += usize::from(asks);
    }
    statistics.states.push(answer.states as u64);
    statistics.ends += answer.ends.len();
    statistics.several_ends += usize::from(answer.ends.len() > 1);
}

/// What an exploration with these options says.
pub fn observe(explored: Exploration, options: &Options) -> Observed {
    let mut report = explored.report;
    let sure = |finding: &Finding| finding.confidence == Confidence::Confirmed;
    report.findings.retain(sure);
    let mut answer = Answer {
        ends: explored.ends,
        states: report.statistics.states as usize,
        ..Answer::default()
    };
    for finding in &report.findings {
        let line = finding.location.line.unwrap_or(0);
        match finding.kind {
            Kind::Deadlock => answer.deadlock = true,
            Kind::AssertionFailure => drop(answer.uncaught.insert((true, line))),
            Kind::UncaughtException => drop(answer.uncaught.insert((false, line))),
            Kind::DataRace => {
                let other = finding.related.get(1).and_then(|related| related.location.line);
                let other = other.unwrap_or(line);
                answer.races.insert((line.min(other), line.max(other)));
            }
            // The programs have no endless loop, no pool, no attributes, no annotations and no scenarios: a line that does not exist makes
            // the answers differ.
            Kind::InfiniteLoop
            | Kind::Livelock
            | Kind::BlockedInAtomic
            | Kind::ThreadLeak
            | Kind::LockDiscipline
            | Kind::InvariantViolation
            | Kind::NotLinearizable
            | Kind::NotObstructionFree
            | Kind::PropertyViolation => {
                answer.uncaught.insert((false, 0));
            }
        }
    }
    // Where allocation sites count, garbage stays, and the heap is a limit as any other.
    let keeps_garbage = matches!(options.symmetry, Symmetry::Site | Symmetry::SiteAndThread);
    let by_limit = |reason: &Reason| match reason.cause {
        Cause::Transitions { .. } | Cause::Time { .. } => true,
        Cause::Machine { .. } => keeps_garbage,
        _ => false,
    };
    let some_ends = !options.ends || report.assumptions.iter().any(|name| name == "thread-states");
    Observed {
        answer,
        some_ends,
        cut_off: report.reasons.iter().any(by_limit),
        fingerprints: report
            .findings
            .iter()
            .map(|finding| finding.fingerprint.clone())
            .collect(),
        verdict: report.verdict,
        reasons: sentences(&report.reasons),
        findings: report.findings,
    }
}

impl Observed {
    /// Fingerprints of the findings that no other finding can suppress.
    fn independent(&self) -> BTreeSet<String> {
        let others = self.findings.iter().filter(|finding| finding.kind != Kind::Deadlock);
        others.map(|finding| finding.fingerprint.clone()).collect()
    }

    /// Whether a limit ended it.
    pub fn cut_off(&self) -> bool {
        self.cut_off
    }
}

fn missing<T: Ord + std::fmt::Debug>(what: &str, in_one: &BTreeSet<T>, in_other: &BTreeSet<T>) -> Option<String> {
    let missing: Vec<&T> = in_one.difference(in_other).take(5).collect();
    (!missing.is_empty()).then(|| format!("{what}: {missing:?}"))
}

fn differences_to_model(model: &Answer, observed: &Observed) -> Vec<String> {
    let answer = &observed.answer;
    let mut found = Vec::new();
    if !observed.reasons.is_empty() {
        found.push(format!("not complete: {}", observed.reasons.join("; ")));
    }
    found.extend(missing("ends that are missed", &model.ends, &answer.ends));
    found.extend(missing("ends that cannot be", &answer.ends, &model.ends));
    found.extend(missing("races that are missed", &model.races, &answer.races));
    let races: BTreeSet<(u32, u32)> = model.races.union(&model.races_behind_timeouts).copied().collect();
    found.extend(missing("races that cannot be", &answer.races, &races));
    found.extend(missing("exceptions that are missed", &model.uncaught, &answer.uncaught));
    found.extend(missing("exceptions that cannot be", &answer.uncaught, &model.uncaught));
    if model.deadlock != answer.deadlock {
        found.push(format!(
            "a deadlock is {}",
            if model.deadlock { "missed" } else { "invented" }
        ));
    }
    let is_clean = model.is_clean() && answer.races.is_subset(&model.races);
    if observed.reasons.is_empty() && (observed.verdict == Verdict::Verified) != is_clean {
        found.push(format!("the verdict is {:?}", observed.verdict));
    }
    found
}

/// Whether the second finds a deadlock as it is for which the first needs a spurious wakeup. A lock of the library that a thread waited for may
/// leave it a permit, which ends its next `park`: where a lock is one step, a spurious wakeup stands for that.
fn needs_less(first: &Observed, other: &Observed) -> bool {
    let needs = |finding: &Finding| {
        let spurious = |need: &Need| need.event == UnlikelyEvent::SpuriousWakeup;
        finding.needs.iter().any(spurious)
    };
    let mut woken = first.findings.iter().filter(|finding| needs(finding));
    woken.any(|finding| {
        let mut same = other.findings.iter().filter(|o| o.fingerprint == finding.fingerprint);
        same.any(|o| !needs(o))
    })
}

fn differences(first: &Observed, other: &Observed, relation: Relation) -> Vec<String> {
    let mut found = Vec::new();
    let some_ends = first.some_ends || other.some_ends;
    let ends = |what, in_one: &Observed, in_other: &Observed| {
        let missing = missing(what, &in_one.answer.ends, &in_other.answer.ends);
        missing.filter(|_| !some_ends)
    };
    found.extend(ends("ends that only it has", other, first));
    if relation == Relation::Within || other.cut_off() {
        // A deadlock that another one implies is dropped: without that other one it is reported.
        let (mine, theirs) = (first.independent(), other.independent());
        found.extend(missing("findings that only it has", &theirs, &mine));
        if other.answer.deadlock && !first.answer.deadlock {
            found.push("a deadlock that only it has".into());
        }
        return found;
    }
    let (mine, theirs) = (&first.fingerprints, &other.fingerprints);
    found.extend(missing("findings that only it has", theirs, mine));
    found.extend(ends("ends that it lacks", first, other));
    let lacks = match needs_less(first, other) {
        // What another deadlock implies is not reported.
        true => missing("findings that it lacks", &first.independent(), theirs),
        false => missing("findings that it lacks", mine, theirs),
    };
    found.extend(lacks);
    if first.verdict != other.verdict {
        found.push(format!("the verdict is {:?}, not {:?}", other.verdict, first.verdict));
    }
    if first.reasons.is_empty() && !other.reasons.is_empty() {
        found.push(format!("not complete: {}", other.reasons.join("; ")));
    }
    found
}

/// What came of many programs.
pub struct Campaign<S> {
    /// What they were like.
    pub statistics: Statistics,
    /// What is wrong.
    pub disagreements: Vec<Disagreement<S>>,
    /// The answers of the first mode.
    pub answers: Vec<(S, Answer)>,
}

impl<S> Default for Campaign<S> {
    fn default() -> Campaign<S> {
        Campaign {
            statistics: Statistics::default(),
            disagreements: Vec::new(),
            answers: Vec::new(),
        }
    }
}

/// Programs that are compiled, to be compared once or more often.
pub struct Batch<S> {
    programs: Vec<S>,
    classes: PathBuf,
}

impl<S: Subject> Batch<S> {
    /// Compiles programs.
    ///
    /// # Errors
    /// A file, or what the compiler says.
    pub fn compile(javac: &Tool, cache: &Path, programs: &[S]) -> Result<Batch<S>, String> {
        let sources: Vec<(String, String)> = programs
            .iter()
            .map(|program| (program.name().to_owned(), program.java(false)))
            .collect();
        let classes = compile(javac, cache, &sources)?;
        Ok(Batch {
            programs: programs.to_vec(),
            classes,
        })
    }

    /// One of them.
    #[must_use]
    pub fn only(&self, program: &S) -> Batch<S> {
        let mine = self.programs.iter().filter(|p| *p == program);
        Batch {
            programs: mine.cloned().collect(),
            classes: self.classes.clone(),
        }
    }

    /// Those of them that have at most so many states in the model.
    #[must_use]
    pub fn small(mut self, states: usize) -> Batch<S> {
        self.programs
            .retain(|program| !matches!(program.model(true, states), Modelled::TooLarge));
        self
    }

    /// A machine for them.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn driver(&self) -> Result<Driver, String> {
        Driver::new(&self.classes)
    }

    /// Compares all; with `first` only up to the first disagreement.
    pub fn compare(&self, driver: &mut Driver, first: bool) -> Campaign<S> {
        let mut campaign = Campaign::default();
        for program in &self.programs {
            let (answer, wrong) = driver.compare(program, &mut campaign.statistics);
            campaign.disagreements.extend(wrong);
            if let Some(answer) = answer {
                campaign.answers.push((program.clone(), answer.answer));
            }
            if first && !campaign.disagreements.is_empty() {
                break;
            }
        }
        campaign
    }

    /// Where the classes are.
    pub fn classes(&self) -> &Path {
        &self.classes
    }
}

/// Compiles and compares programs.
///
/// # Errors
/// A tool does not work: nothing about the engine.
pub fn compare_all<S: Subject>(javac: &Tool, cache: &Path, programs: &[S]) -> Result<Campaign<S>, String> {
    let batch = Batch::compile(javac, cache, programs)?;
    Ok(batch.compare(&mut batch.driver()?, false))
}
