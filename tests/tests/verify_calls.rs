//! Each call of `Verify`, of ours and of Java PathFinder's, has a program of its own: what it gives is reached, and nothing else is.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::tree;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// Stands where Java PathFinder's own class would: bodies as they may be on an ordinary JVM.
const STUB: &str = r#"
package gov.nasa.jpf.vm;

public class Verify {
    public static native boolean getBoolean();
    public static native boolean getBoolean(boolean falseFirst);
    public static native boolean randomBool();
    public static native int getInt(int least, int greatest);
    public static int getInt(String name) { return 0; }
    public static native int getIntFromList(int... values);
    public static native long getLongFromList(long... values);
    public static native float getFloatFromList(float... values);
    public static native double getDoubleFromList(double... values);
    public static double getDouble(String name) { return 0; }
    public static native int random(int greatest);
    public static void ignoreIf(boolean condition) { }
    public static void beginAtomic() { }
    public static void endAtomic() { }
    public static void breakTransition(String why) { }
    public static int getCounter(int id) { return 0; }
    public static int incrementCounter(int id) { return 0; }
    public static void resetCounter(int id) { }
    public static void setCounter(int id, int value) { }
    public static void print(String text) { System.out.print(text); }
    public static void println(String text) { System.out.println(text); }
    public static void println() { System.out.println(); }
    public static void log(String logger, int level, String text) { System.out.println(text); }
    public static void assertTrue(String why, boolean condition) { if (!condition) throw new AssertionError(why); }
    public static void interesting(boolean condition) { }
    public static void boring(boolean condition) { }
    public static void instrumentPoint(String name) { }
    public static void instrumentPointDeep(String name) { }
    public static boolean isRunningInJPF() { return false; }
}
"#;

/// A call, what `main` does with it, and the values that it gives. In a program `seen(value)` fails for the value that is its argument.
const CALLS: &[(&str, &str, &[&str])] = &[
    ("GetBoolean", "seen(Verify.getBoolean());", &["true", "false"]),
    (
        "GetBooleanFalseFirst",
        "seen(Verify.getBoolean(true));",
        &["true", "false"],
    ),
    ("RandomBool", "seen(Verify.randomBool());", &["true", "false"]),
    ("GetInt", "seen(Verify.getInt(-1, 1));", &["-1", "0", "1"]),
    ("GetIntByName", "seen(Verify.getInt(\"few\"));", &["7", "9"]),
    ("GetIntFromList", "seen(Verify.getIntFromList(3, 5));", &["3", "5"]),
    (
        "GetLongFromList",
        "seen(Verify.getLongFromList(1L << 40, 5));",
        &["1099511627776", "5"],
    ),
    (
        "GetFloatFromList",
        "seen(Verify.getFloatFromList(0.5f, 2f));",
        &["0.5", "2.0"],
    ),
    (
        "GetDoubleFromList",
        "seen(Verify.getDoubleFromList(0.25, 4));",
        &["0.25", "4.0"],
    ),
    (
        "GetDoubleByName",
        "seen(Verify.getDouble(\"speed\"));",
        &["9.5", "10.0", "10.5"],
    ),
    ("RandomUpTo", "seen(Verify.random(4));", &["0", "1", "2", "3", "4"]),
    (
        "IgnoreIf",
        "int i = Verify.getInt(0, 3); Verify.ignoreIf(i > 1); seen(i);",
        &["0", "1"],
    ),
    (
        "Cascade",
        "seen(Verify.getInt(0, 1) * 10 + Verify.getInt(2, 4));",
        &["2", "3", "4", "12", "13", "14"],
    ),
];

/// Calls that ours lacks, or that give nothing: what each does is asserted in place.
const OF_PATHFINDER: &[(&str, &str, &[&str])] = &[
    ("IsRunningInJpf", "seen(Verify.isRunningInJPF());", &["true"]),
    ("Print", "Verify.print(\"a\"); seen(1);", &["1"]),
    ("Println", "Verify.println(\"a\"); Verify.println(); seen(1);", &["1"]),
    ("Log", "Verify.log(\"shop\", 3, \"a\"); seen(1);", &["1"]),
    ("Interesting", "Verify.interesting(true); seen(1);", &["1"]),
    ("Boring", "Verify.boring(true); seen(1);", &["1"]),
    (
        "InstrumentPoint",
        "Verify.instrumentPoint(\"a\"); Verify.instrumentPointDeep(\"b\"); seen(1);",
        &["1"],
    ),
    ("AssertTrue", "Verify.assertTrue(\"a\", true); seen(1);", &["1"]),
    (
        "SetCounter",
        "Verify.setCounter(3, 8); seen(Verify.getCounter(3));",
        &["8"],
    ),
];

/// Of both: counters, and who moves.
const SHARED: &[(&str, &str, &[&str])] = &[
    (
        "IncrementCounter",
        "Verify.resetCounter(0); Verify.incrementCounter(0); seen(Verify.incrementCounter(0));",
        &["2"],
    ),
    (
        "GetCounter",
        "Verify.resetCounter(1); Verify.incrementCounter(1); seen(Verify.getCounter(1));",
        &["1"],
    ),
    (
        "ResetCounter",
        "Verify.incrementCounter(2); Verify.resetCounter(2); seen(Verify.getCounter(2));",
        &["0"],
    ),
    (
        "BeginAndEndAtomic",
        "Thread t = new Thread(() -> word = 1); t.start(); \
         Verify.beginAtomic(); int a = word; int b = word; Verify.endAtomic(); seen(a != b);",
        &["false"],
    ),
    (
        "BreakTransition",
        "Thread t = new Thread(() -> { loud = 1; loud = 2; }); t.start(); int a = loud; BREAK; seen(a == 0 && loud == 2);",
        &["true", "false"],
    ),
];

fn source(verify: &str, class: &str, body: &str) -> String {
    let body = match verify.starts_with("gov") {
        true => body.replace("BREAK", "Verify.breakTransition(\"here\")"),
        false => body.replace("BREAK", "Verify.breakTransition()"),
    };
    format!(
        "import {verify};\n\
         public class {class} {{\n    static int word;\n    static volatile int loud;\n    static String[] not;\n\n    \
         static void seen(Object value) {{\n        assert not.length == 0 || !not[0].equals(value.toString());\n    }}\n\n    \
         public static void main(String[] args) throws Exception {{\n        not = args;\n        {body}\n    }}\n}}\n"
    )
}

/// The compiled programs; `None` without a `javac`.
fn programs(verify: &str, calls: &[&(&str, &str, &[&str])]) -> Option<PathBuf> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("verify-calls").join(verify);
    fs::create_dir_all(&folder).unwrap();
    let mut files = match verify.starts_with("gov") {
        true => {
            let stub = folder.join("Verify.java");
            fs::write(
                &stub,
                STUB.replace("gov.nasa.jpf.vm", verify.strip_suffix(".Verify").unwrap()),
            )
            .unwrap();
            vec![stub]
        }
        false => tree::files(&tree::root().join("server/verify-api/src"), "java"),
    };
    for (class, body, _) in calls {
        let file = folder.join(format!("{class}.java"));
        fs::write(&file, source(verify, class, body)).unwrap();
        files.push(file);
    }
    Some(javac.compile_fixtures(Path::new(CACHE), &files).unwrap())
}

/// All values are reached, and no other one.
fn assert_gives(classes: &Path, class: &str, values: &[&str]) {
    let named = [
        "choice.few.class=IntChoiceFromSet",
        "choice.few.values=7,9",
        "choice.either.kind=boolean",
        "choice.far.class=LongChoiceFromList",
        "choice.far.values=1,1099511627776",
        "choice.rate.class=FloatChoiceFromList",
        "choice.rate.values=0.5,2",
        "choice.speed.class=DoubleThresholdGenerator",
        "choice.speed.threshold=10",
        "choice.speed.delta=0.5",
    ];
    let sets = named.map(|set| ["--set", set]).concat();
    let with = |arguments: &[&str]| {
        let call: Vec<&str> = [class].into_iter().chain(arguments.iter().copied()).collect();
        Check::new(classes, call).with(sets.iter().copied()).run().unwrap()
    };
    for value in values {
        let target = with(&[value]);
        let failed = target.findings.iter().any(|found| found.kind == "assertion-failure");
        assert!(failed, "{class} never gives {value}: {:?}", target.reasons);
    }
    let target = with(&["something else"]);
    let failed = target.findings.iter().any(|found| found.kind == "assertion-failure");
    assert!(!failed, "{class} gives something else");
    // Races of the programs themselves are not the point; what is ignored is said so.
    let whole = target.coverage == "complete" || class == "IgnoreIf";
    assert!(whole, "{class}: {:?}", target.reasons);
}

fn assert_all(verify: &str, calls: &[&(&str, &str, &[&str])]) {
    let Some(classes) = programs(verify, calls) else {
        return;
    };
    for (class, _, values) in calls {
        assert_gives(&classes, class, values);
    }
}

#[test]
fn each_call_of_ours_gives_its_values() {
    let own: &[(&str, &str, &[&str])] = &[
        (
            "GetLong",
            "seen(Verify.getLong(1L << 40, (1L << 40) + 1));",
            &["1099511627776", "1099511627777"],
        ),
        (
            "GetBooleanByName",
            "seen(Verify.getBoolean(\"either\"));",
            &["true", "false"],
        ),
        (
            "GetLongByName",
            "seen(Verify.getLong(\"far\"));",
            &["1", "1099511627776"],
        ),
        ("GetFloatByName", "seen(Verify.getFloat(\"rate\"));", &["0.5", "2.0"]),
        ("IsChecked", "seen(Verify.isChecked());", &["true"]),
        (
            "Parallel",
            "Verify.parallel(() -> loud = 1, () -> loud = 2); seen(loud);",
            &["1", "2"],
        ),
    ];
    let calls: Vec<_> = CALLS.iter().chain(SHARED).chain(own.iter()).collect();
    assert_all("dropwire.Verify", &calls);
}

#[test]
fn each_call_of_pathfinder_gives_its_values() {
    let calls: Vec<_> = CALLS.iter().chain(SHARED).chain(OF_PATHFINDER).collect();
    assert_all("gov.nasa.jpf.vm.Verify", &calls);
}

#[test]
fn the_older_name_of_pathfinders_class_means_the_same() {
    let calls: Vec<_> = CALLS.iter().take(4).collect();
    assert_all("gov.nasa.jpf.jvm.Verify", &calls);
}
