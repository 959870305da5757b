//! What listeners hear of what happens within steps, and the values that they put in the place of others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use dropwire_check::listener::{Event, Hears, History, Listener, PathMemory, Reaction};
use dropwire_check::{
    Cause, Kind, Options, Perturbation, Report, SearchMode, Subject, Target, Verdict, check, check_heard,
};
use dropwire_classes::{Jdk, Universe};
use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::random::driver::NoLimit;
use dropwire_vm::{StepEvent, StepEventKind, Vm, VmOptions};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const PROGRAMS: &str = r#"
public class Within {
    static final Object lock = new Object();
    static int sum;

    static int add(int a, int b) {
        return a + b;
    }

    static synchronized void both() {
        synchronized (lock) {
            sum = add(sum, 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Within::both, "other");
        other.start();
        both();
        other.join();
        int[] two = new int[2];
        int[][] table = new int[2][3];
        Held held = new Held();
        try {
            two[held.at] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new IllegalStateException("out");
        }
    }
}

class Held {
    static int made = 3;
    final int at = made;
}

class Waits {
    static final Object lock = new Object();
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                done = true;
                lock.notify();
            }
        }, "other");
        synchronized (lock) {
            other.start();
            while (!done) {
                lock.wait();
            }
        }
    }
}

class Straight {
    static synchronized void loop() {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Straight::loop, "other");
        other.start();
        loop();
        other.join();
    }
}

class Counts {
    static volatile int loud;

    static void count() {
        loud = loud + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Counts::count, "other");
        other.start();
        count();
        other.join();
    }
}

class Velocity {
    static int limit = 42;
    static int seen;

    static void drive(int speed) {
        seen = speed;
        assert speed != 45;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Velocity::nothing, "other");
        other.start();
        assert limit != 43;
        drive(41);
        other.join();
    }

    static synchronized void nothing() {
    }
}
"#;

fn classes() -> Option<PathBuf> {
    let folder = Path::new(CACHE).join("step-events");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("Within.java");
    fs::write(&file, PROGRAMS).unwrap();
    let javac = Tool::find("javac")?;
    Some(javac.compile_fixtures(Path::new(CACHE), &[file]).unwrap())
}

fn boot() -> Option<Vm> {
    let jdk = Jdk::locate(None).unwrap();
    let universe = Universe::open(&jdk, &[classes()?]).unwrap();
    Some(Vm::boot(universe, &VmOptions::default()).unwrap())
}

/// The answer with a listener, and without one.
fn both(class: &str, strategy: SearchMode, listener: &mut dyn Listener) -> Option<(Report, Report)> {
    let options = Options {
        strategy,
        ..Options::default()
    };
    let target = Target {
        class: class.into(),
        args: Vec::new(),
    };
    let heard = check_heard(&mut boot()?, &target, &options, &mut NoLimit, listener);
    let unheard = check(&mut boot()?, &target, &options, &mut NoLimit);
    Some((heard, unheard))
}

fn fingerprints(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|of| of.fingerprint.as_str()).collect()
}

/// What is heard, each in a line.
fn told(vm: &Vm, event: &StepEvent) -> String {
    let (what, object) = match event.kind {
        StepEventKind::Instruction => ("runs", None),
        StepEventKind::MethodEntered => ("enters", None),
        StepEventKind::MethodLeft => ("leaves", None),
        StepEventKind::ObjectCreated(seen) => ("makes", Some(seen)),
        StepEventKind::LockWanted(seen) => ("wants", Some(seen)),
        StepEventKind::LockTaken(seen) => ("takes", Some(seen)),
        StepEventKind::LockReleased(seen) => ("releases", Some(seen)),
        StepEventKind::ExceptionThrown(seen) => ("throws", Some(seen)),
    };
    let of = match object {
        Some(seen) => {
            // What has not been collected lies where it is said to lie.
            assert!(seen.object == 0 || vm.class_of(seen.object).id == seen.class.id);
            seen.class.external_name()
        }
        None => event.method.name.to_owned(),
    };
    format!("{} {what} {of}", vm.thread_name(event.thread))
}

/// Notes what happens within steps along each path.
struct Notes {
    hears: Hears,
    path: PathMemory<String>,
    /// The paths that came to an end, with their events.
    ends: BTreeSet<Vec<String>>,
    /// How often each was heard for the first time.
    counts: BTreeMap<String, usize>,
    again: usize,
    steps: usize,
    react: Option<(&'static str, Reaction)>,
}

impl Notes {
    fn of(hears: Hears) -> Notes {
        Notes {
            hears,
            path: PathMemory::new(),
            ends: BTreeSet::new(),
            counts: BTreeMap::new(),
            again: 0,
            steps: 0,
            react: None,
        }
    }
}

impl Listener for Notes {
    fn name(&self) -> &str {
        "notes"
    }

    fn hears(&self) -> Hears {
        self.hears.and(Hears::HISTORY).and(Hears::STEPS).and(Hears::ENDS)
    }

    fn hear(&mut self, vm: &Vm, history: &History, event: &Event<'_>) -> Reaction {
        match event {
            Event::Within { event, again } => {
                let line = told(vm, event);
                self.path.push(history.all().len(), line.clone());
                let reaction = self.react.filter(|(on, _)| line.contains(on));
                match again {
                    true => self.again += 1,
                    false => *self.counts.entry(line).or_default() += 1,
                }
                return reaction.map_or(Reaction::Continue, |(_, reaction)| reaction);
            }
            Event::Advanced { .. } => self.steps += 1,
            Event::Backtracked { to } => self.path.go_back(*to),
            Event::Ended => {
                self.ends.insert(self.path.entries().cloned().collect());
            }
            Event::Begun
            | Event::ChoicePoint { .. }
            | Event::Processed
            | Event::Choice { .. }
            | Event::ThreadStarted { .. }
            | Event::ThreadEnded { .. }
            | Event::State { .. }
            | Event::Found { .. } => {}
        }
        Reaction::Continue
    }
}

const ALL: Hears = Hears::INSTRUCTIONS
    .and(Hears::METHODS)
    .and(Hears::OBJECTS)
    .and(Hears::LOCKS)
    .and(Hears::EXCEPTIONS);

#[test]
fn what_happens_within_steps_is_heard_and_changes_nothing() {
    for class in ["Within", "Waits", "Straight", "Velocity"] {
        for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
            let mut notes = Notes::of(ALL);
            let Some((heard, unheard)) = both(class, mode, &mut notes) else {
                return;
            };
            assert_eq!(heard.verdict, unheard.verdict, "{class} {mode:?}");
            assert_eq!(fingerprints(&heard), fingerprints(&unheard), "{class} {mode:?}");
            assert_eq!(heard.statistics, unheard.statistics, "{class} {mode:?}");
            assert!(!notes.ends.is_empty() && !notes.counts.is_empty(), "{class} {mode:?}");
        }
    }
}

#[test]
fn locks_objects_methods_and_exceptions_are_heard_along_each_path() {
    for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
        let quick = Hears::METHODS
            .and(Hears::OBJECTS)
            .and(Hears::LOCKS)
            .and(Hears::EXCEPTIONS);
        let mut notes = Notes::of(quick);
        if both("Within", mode, &mut notes).is_none() {
            return;
        }
        for end in &notes.ends {
            let at = |line: &str| {
                let found = end.iter().position(|of| of == line);
                found.unwrap_or_else(|| panic!("{mode:?}: no {line} in {end:#?}"))
            };
            for thread in ["main", "other"] {
                let of = |what: &str| at(&format!("{thread} {what}"));
                assert!(of("takes java.lang.Class") < of("enters both"), "{end:#?}");
                assert!(of("enters both") < of("takes java.lang.Object"));
                assert!(of("takes java.lang.Object") < of("enters add"));
                assert!(of("enters add") < of("leaves add"));
                assert!(of("leaves add") < of("releases java.lang.Object"));
                assert!(of("leaves both") < of("releases java.lang.Class"));
            }
            assert!(at("main makes int[]") < at("main makes int[][]"));
            assert!(at("main makes Held") < at("main throws java.lang.ArrayIndexOutOfBoundsException"));
            assert!(
                at("main makes java.lang.IllegalStateException") < at("main throws java.lang.IllegalStateException")
            );
            assert!(at("main throws java.lang.IllegalStateException") < at("main leaves main"));
            // Only what instructions of the program make, and only its own methods.
            assert!(!end.iter().any(|line| line.contains("makes long[]")), "{end:#?}");
            assert_eq!(end.iter().filter(|line| line.contains("enters add")).count(), 2);
        }
        // On some paths a thread waits for the other one.
        for thread in ["main", "other"] {
            assert!(
                notes.counts.contains_key(&format!("{thread} wants java.lang.Object")),
                "{:#?}",
                notes.counts
            );
        }
    }
}

#[test]
fn a_wait_releases_its_lock_and_takes_it_again() {
    let mut notes = Notes::of(Hears::LOCKS);
    let Some((heard, _)) = both("Waits", SearchMode::DepthFirst, &mut notes) else {
        return;
    };
    assert_eq!(heard.verdict, Verdict::Verified, "{:?}", heard.reasons);
    let of_main = |end: &Vec<String>| -> Vec<String> {
        let of = |line: &&String| line.starts_with("main") && line.ends_with("java.lang.Object");
        end.iter().filter(of).cloned().collect()
    };
    let (takes, releases) = ("main takes java.lang.Object", "main releases java.lang.Object");
    // What `main` does before the search begins is not heard: it takes the lock there.
    let waited = [releases, takes, releases];
    assert!(notes.ends.iter().any(|end| of_main(end) == waited), "{:#?}", notes.ends);
}

#[test]
fn each_instruction_is_heard_once_for_each_time_that_it_runs() {
    let mut notes = Notes::of(Hears::INSTRUCTIONS);
    let Some(_) = both("Straight", SearchMode::DepthFirst, &mut notes) else {
        return;
    };
    // iconst istore iconst istore; four times iload iconst if_icmpge; three times iload iload iadd istore iinc goto; return. Several of them are done
    // at once.
    let wanted = 4 + 4 * 3 + 3 * 6 + 1;
    assert!(!notes.ends.is_empty());
    for end in &notes.ends {
        for line in ["main runs loop", "other runs loop"] {
            assert_eq!(end.iter().filter(|of| *of == line).count(), wanted, "{line}");
        }
    }
}

#[test]
fn what_is_run_again_is_heard_again() {
    for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
        let mut notes = Notes::of(Hears::INSTRUCTIONS);
        let Some(_) = both("Counts", mode, &mut notes) else {
            return;
        };
        assert_eq!(notes.again > 0, mode == SearchMode::BreadthFirst);
        assert!(!notes.ends.is_empty());
        for end in &notes.ends {
            for line in ["main runs count", "other runs count"] {
                // getstatic iconst iadd putstatic return
                assert_eq!(end.iter().filter(|of| *of == line).count(), 5, "{mode:?}: {line}");
            }
        }
    }
}

#[test]
fn a_reaction_to_what_happens_within_a_step_makes_the_verdict_incomplete() {
    for (on, reaction) in [
        ("other takes java.lang.Object", Reaction::Prune),
        ("other releases java.lang.Object", Reaction::Stop),
    ] {
        let mut notes = Notes::of(Hears::LOCKS.and(Hears::METHODS));
        notes.react = Some((on, reaction));
        let Some((heard, _)) = both("Waits", SearchMode::DepthFirst, &mut notes) else {
            return;
        };
        assert_eq!(heard.verdict, Verdict::Incomplete, "{on}");
        let named = |cause: &Cause| matches!(cause, Cause::Listener { name } if name == "notes");
        assert!(heard.reasons.iter().any(|reason| named(&reason.cause)), "{on}");
    }
}

/// Puts values in the place of others, and prunes ways that it does not want.
struct Perturbs {
    rows: Vec<Perturbation>,
    unwanted: Option<&'static str>,
    chosen: BTreeSet<String>,
}

impl Listener for Perturbs {
    fn name(&self) -> &str {
        "perturbs"
    }

    fn hears(&self) -> Hears {
        Hears::STEPS.and(Hears::HISTORY)
    }

    fn hear(&mut self, _: &Vm, history: &History, event: &Event<'_>) -> Reaction {
        if let Event::Advanced { .. } = event
            && let Some(made) = history.all().last()
            && made.is_data()
        {
            self.chosen.insert(made.what.clone());
            if self.unwanted.is_some_and(|unwanted| made.what.contains(unwanted)) {
                return Reaction::Prune;
            }
        }
        Reaction::Continue
    }

    fn perturbations(&self) -> Vec<Perturbation> {
        self.rows.clone()
    }
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

/// The two listeners of JPF's page on choice generators: a field is 42 or 43, and 3 or 4 is added to an argument.
fn rows() -> Vec<Perturbation> {
    vec![
        Perturbation {
            subject: Subject::field("Velocity.limit").unwrap(),
            within: None,
            add: Vec::new(),
            values: texts(&["42", "43"]),
        },
        Perturbation {
            subject: Subject::parameter("Velocity.drive(0)").unwrap(),
            within: None,
            add: texts(&["3", "4"]),
            values: Vec::new(),
        },
    ]
}

#[test]
fn a_listener_chooses_values_and_its_findings_replay_without_it() {
    let Some(classes) = classes() else { return };
    for mode in [SearchMode::DepthFirst, SearchMode::BreadthFirst] {
        let mut listener = Perturbs {
            rows: rows(),
            unwanted: None,
            chosen: BTreeSet::new(),
        };
        let Some((heard, unheard)) = both("Velocity", mode, &mut listener) else {
            return;
        };
        assert_eq!(unheard.verdict, Verdict::Verified, "{:?}", unheard.reasons);
        assert_eq!(heard.verdict, Verdict::Violated);
        let wanted = texts(&[
            "perturbed: Velocity.drive(0) = 44",
            "perturbed: Velocity.drive(0) = 45",
            "perturbed: Velocity.limit = 42",
            "perturbed: Velocity.limit = 43",
        ]);
        assert_eq!(listener.chosen.into_iter().collect::<Vec<_>>(), wanted, "{mode:?}");
        assert!(heard.assumptions.iter().any(|name| name == "perturbed-values"));
        let failed: Vec<_> = heard
            .findings
            .iter()
            .filter(|of| of.kind == Kind::AssertionFailure)
            .collect();
        assert_eq!(failed.len(), 2, "{mode:?}");
        for finding in failed {
            // In a process that knows nothing of the listener.
            let file = Path::new(CACHE).join(format!("step-events/{}.json", finding.fingerprint));
            let trail = &finding.trail;
            fs::write(&file, serde_json::to_string(trail).unwrap()).unwrap();
            let arguments = [
                "replay",
                "--classpath",
                classes.to_str().unwrap(),
                file.to_str().unwrap(),
            ];
            let replayed = dropwire::call(arguments).unwrap();
            assert_eq!(replayed.status, Some(0), "{}{}", replayed.stdout, replayed.stderr);
            assert!(
                replayed.stdout.contains("reproduced: assertion-failure") && replayed.stdout.contains("perturbed: "),
                "{}",
                replayed.stdout
            );
        }
    }
}

#[test]
fn one_value_in_the_place_of_another_is_no_choice() {
    let mut listener = Perturbs {
        rows: vec![Perturbation {
            values: texts(&["7"]),
            ..rows().remove(0)
        }],
        unwanted: None,
        chosen: BTreeSet::new(),
    };
    let Some((heard, _)) = both("Velocity", SearchMode::DepthFirst, &mut listener) else {
        return;
    };
    assert_eq!(heard.verdict, Verdict::Verified, "{:?}", heard.reasons);
    assert!(heard.assumptions.iter().any(|name| name == "perturbed-values"));
}

#[test]
fn a_way_that_a_listener_does_not_want_is_left_out_by_its_name() {
    let mut listener = Perturbs {
        rows: rows(),
        unwanted: Some("drive(0) = 45"),
        chosen: BTreeSet::new(),
    };
    let Some((heard, _)) = both("Velocity", SearchMode::DepthFirst, &mut listener) else {
        return;
    };
    let failed = heard
        .findings
        .iter()
        .filter(|of| of.kind == Kind::AssertionFailure)
        .count();
    assert_eq!(failed, 1);
    let named = |cause: &Cause| matches!(cause, Cause::Listener { name } if name == "perturbs");
    assert!(heard.reasons.iter().any(|reason| named(&reason.cause)));
}
