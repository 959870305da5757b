//! `[[perturb]]`: values in the place of what a field gives or a method is called with. The first two tests are the two listeners of Java
//! PathFinder's page on choice generators, which perturb a field by 42 and 43, and a call by 3 and 4.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

const PROGRAMS: &str = r#"
public class Till {
    int sum = 1;
    long total;
    static boolean open = true;
    static double rate = 0.5;
    static final char sign = pick();

    static char pick() {
        return 'a';
    }

    synchronized void add(int cents, byte times) {
        total += cents * times;
    }

    static int next(int from) {
        return from;
    }
}

class ReadsField {
    public static void main(String[] args) {
        int read = new Till().sum;
        assert read != 43;
        assert read == 42;
    }
}

class Calls {
    public static void main(String[] args) {
        int got = Till.next(10);
        assert got == 10 || got == 13 || got == 14;
        assert got != 14;
    }
}

class Races {
    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> till.sum = 7);
        other.start();
        int read = till.sum;
        assert read != 107;
        other.join();
    }
}

class Locked {
    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> till.add(1, (byte) 1));
        other.start();
        till.add(2, (byte) 1);
        other.join();
        System.out.println(till.total);
    }
}

class Spins {
    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> { throw new IllegalStateException(); });
        other.start();
        while (till.sum != 3) {
        }
    }
}

class Others {
    public static void main(String[] args) {
        assert Till.open;
        double rate = Till.rate; assert rate == 0.5 || rate == 0.75;
        assert Till.sign == 'a';
    }
}
"#;

/// The programs below a configuration; `None` without a `javac`.
fn compiled(name: &str, configuration: &str) -> Option<(PathBuf, PathBuf)> {
    let folder = Path::new(CACHE).join("perturb").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Till.java"), PROGRAMS).unwrap();
    let file = folder.join("dropwire.toml");
    fs::write(&file, configuration).unwrap();
    let javac = Tool::find("javac")?;
    let classes = javac.compile_fixtures(Path::new(CACHE), &[folder.join("Till.java")]);
    Some((classes.unwrap(), file))
}

fn check(name: &str, class: &str, configuration: &str, options: &[&str]) -> Option<Target> {
    let (classes, file) = compiled(name, configuration)?;
    let given = ["--config", file.to_str().unwrap()]
        .into_iter()
        .chain(options.iter().copied());
    Some(Check::new(&classes, [class]).with(given).run().unwrap())
}

fn lines(target: &Target) -> Vec<u32> {
    let mut lines: Vec<u32> = target
        .findings
        .iter()
        .filter_map(|finding| finding.location.line)
        .collect();
    lines.sort_unstable();
    lines
}

fn assumes(target: &Target) -> bool {
    target.assumptions.iter().any(|name| name == "perturbed-values")
}

const FIELD: &str = "[[perturb]]\nfield = \"Till.sum\"\nvalues = [42, 43]\n";
const CALL: &str = "[[perturb]]\nparameter = \"Till.next(0)\"\nadd = [0, 3, 4]\n";

#[test]
fn a_field_is_perturbed_as_by_the_listener_of_the_page() {
    let Some(target) = check("field", "ReadsField", FIELD, &[]) else {
        return;
    };
    // 43 alone fails, and 1 is not read.
    assert_eq!((target.verdict.as_str(), lines(&target)), ("violated", vec![25]));
    assert!(assumes(&target));
    assert_eq!(
        target.notes,
        ["values were perturbed by field = \"Till.sum\" ([[perturb]])"]
    );
    assert!(target.findings.iter().all(|finding| finding.confidence == "confirmed"));
    let elsewhere = format!("{FIELD}in = \"Calls.*\"\n");
    let Some(target) = check("elsewhere", "ReadsField", &elsewhere, &[]) else {
        return;
    };
    assert!(!assumes(&target));
    assert_eq!(lines(&target), [26]);
    assert_eq!(
        target.notes,
        ["nothing was perturbed by field = \"Till.sum\" ([[perturb]])"]
    );
}

#[test]
fn an_argument_is_perturbed_as_by_the_listener_of_the_page() {
    let Some(target) = check("call", "Calls", CALL, &[]) else {
        return;
    };
    assert_eq!((target.verdict.as_str(), lines(&target)), ("violated", vec![34]));
    // A choice of three, and no state in between.
    assert_eq!(target.statistics.transitions, 3);
}

#[test]
fn a_choice_comes_behind_the_access_in_all_combinations() {
    let add = "[[perturb]]\nfield = \"Till.sum\"\nadd = [0, 100]\n";
    for options in [
        &[][..],
        &["--set", "vm.por=false"],
        &["--search", "bfs"],
        &["--set", "debug.verify-hashes=true"],
    ] {
        let Some(target) = check("races", "Races", add, options) else {
            return;
        };
        let mut kinds: Vec<&str> = target.findings.iter().map(|finding| &*finding.kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["assertion-failure", "data-race"], "{options:?}");
        assert!(target.findings.iter().all(|finding| finding.confidence == "confirmed"));
    }
}

#[test]
fn arguments_of_a_call_that_blocks_are_perturbed_once() {
    let rows = "[[perturb]]\nparameter = \"Till.add(0)\"\nadd = [0, 10]\nin = \"Locked.main\"\n\n\
                [[perturb]]\nparameter = \"Till.add(1)\"\nvalues = [1, 3]\nin = \"Locked.main\"\n";
    let mut printed = Vec::new();
    for options in [&["--set", "vm.por=true"], &["--set", "vm.por=false"]] {
        let Some((classes, file)) = compiled("locked", rows) else {
            return;
        };
        let given = ["--config", file.to_str().unwrap()]
            .into_iter()
            .chain(options.iter().copied());
        let target = Check::new(&classes, ["Locked"]).with(given).run().unwrap();
        assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
        printed.push(target.statistics.transitions);
    }
    assert!(printed[0] < printed[1], "{printed:?}");
    // 1 and one of 2, 6, 12, 36.
    let wrong = rows.replace("[1, 3]", "[1, 300]");
    let target = check("too-large", "Locked", &wrong, &[]).unwrap();
    assert_ne!(target.verdict, "verified");
    assert!(
        target
            .reasons
            .iter()
            .any(|reason| reason.contains("`300` is not a byte")),
        "{:?}",
        target.reasons
    );
}

#[test]
fn a_loop_that_reads_a_perturbed_field_holds_up_nobody() {
    let Some(target) = check(
        "spins",
        "Spins",
        "[[perturb]]\nfield = \"Till.sum\"\nvalues = [1, 2]\n",
        &[],
    ) else {
        return;
    };
    assert!(
        target
            .findings
            .iter()
            .any(|finding| finding.kind == "uncaught-exception"),
        "{:?}",
        target.findings
    );
}

#[test]
fn each_type_has_its_values() {
    let rows = "[[perturb]]\nfield = \"Till.open\"\nvalues = [true]\n\n\
                [[perturb]]\nfield = \"Till.rate\"\nadd = [0, 0.25]\n\n\
                [[perturb]]\nfield = \"Till.sign\"\nvalues = [\"a\", 98]\n";
    let Some(target) = check("types", "Others", rows, &[]) else {
        return;
    };
    assert_eq!((target.verdict.as_str(), lines(&target)), ("violated", vec![74]));
}

#[test]
fn what_does_not_fit_is_named() {
    for (name, row, says) in [
        (
            "no-field",
            "field = \"Till.sums\"\nvalues = [1]",
            "[[perturb]] field = \"Till.sums\": Till declares no field sums",
        ),
        (
            "no-method",
            "parameter = \"Till.nxt(0)\"\nadd = [1]",
            "Till declares no method nxt",
        ),
        (
            "no-parameter",
            "parameter = \"Till.next(1)\"\nadd = [1]",
            "has no parameter 1",
        ),
        ("no-int", "field = \"Till.sum\"\nvalues = [1.5]", "`1.5` is not an int"),
        (
            "no-sum",
            "field = \"Till.open\"\nadd = [1]",
            "nothing is added to a boolean",
        ),
    ] {
        let Some(target) = check(name, "ReadsField", &format!("[[perturb]]\n{row}\n"), &[]) else {
            return;
        };
        assert_ne!(target.verdict, "verified");
        assert!(
            target.reasons.iter().any(|reason| reason.contains(says)),
            "{:?}",
            target.reasons
        );
    }
    for (name, row, says) in [
        (
            "none",
            "values = [1]",
            "dropwire.toml:1: a [[perturb]] needs one of `field`",
        ),
        (
            "both",
            "field = \"Till.sum\"\nparameter = \"Till.next(0)\"\nadd = [1]",
            "needs one of `field`",
        ),
        (
            "empty",
            "field = \"Till.sum\"\nvalues = []",
            "a [[perturb]] needs `values`",
        ),
        (
            "pattern",
            "field = \"Till.*\"\nvalues = [1]",
            "`Till.*` does not name a field",
        ),
        (
            "number",
            "parameter = \"Till.next\"\nvalues = [1]",
            "`Till.next` does not name a parameter",
        ),
    ] {
        let Some((classes, file)) = compiled(name, &format!("[[perturb]]\n{row}\n")) else {
            return;
        };
        let (file, classes) = (file.to_str().unwrap(), classes.to_str().unwrap());
        let ended = dropwire::call(["check", "--config", file, "--classpath", classes, "ReadsField"]).unwrap();
        assert_eq!(ended.status, Some(2));
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
}
