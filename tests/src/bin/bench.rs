//! Measures the engine: searches in modes and stores, larger parameters, plain execution.
//!
//! `cargo run --release -p dropwire-tests --bin bench -- --help`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use dropwire_tests::benchmark::figures::{self, Figures, Jpf, Plain, Row};
use dropwire_tests::benchmark::measure::{self, Measured};
use dropwire_tests::benchmark::plot::{Series, stacked, svg};
use dropwire_tests::benchmark::table::{format, grouped, short};
use dropwire_tests::dropwire::{Check, binary, read};
use dropwire_tests::java::Tool;
use dropwire_tests::process::Ended;
use dropwire_tests::report::Target;
use dropwire_tests::tree;

const HELP: &str = "\
Measures `dropwire check` on the programs of tests/bench, and plain execution against java.

  --group NAME     peers, large, live, growth, guided, analyses, properties, plain or all (peers); may be repeated
  --filter TEXT    only calls that contain the text
  --mode SETTINGS  a mode beside the exhaustive search, as vm.por=false or a=b,c=d; may be repeated
  --all-modes      all modes of the table in this program
  --time-limit T   for each run (120s)
  --plot FILE      how states, transitions and CPU time of the group `growth` grow with the number of threads, beside JPF's, as SVG
  --json FILE      all figures, one JSON object a line";

/// Modes and stores that `--all-modes` measures beside the default. A new store is one more row.
const MODES: &[&str] = &["vm.por=false", "jdk.atomic=false"];

struct Arguments {
    groups: Vec<String>,
    filter: String,
    modes: Vec<String>,
    time_limit: String,
    plot: Option<PathBuf>,
    json: Option<PathBuf>,
}

/// One search, measured.
struct Searched {
    row: Row,
    mode: String,
    target: Target,
    instructions: u64,
    measured: Measured,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("bench: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments {
        groups: Vec::new(),
        filter: String::new(),
        modes: vec![String::new()],
        time_limit: "120s".into(),
        plot: None,
        json: None,
    };
    let mut given = std::env::args().skip(1);
    while let Some(option) = given.next() {
        let mut value = || given.next().ok_or(format!("{option} wants a value"));
        match option.as_str() {
            "--group" => parsed.groups.push(value()?),
            "--filter" => parsed.filter = value()?,
            "--mode" => parsed.modes.push(value()?),
            "--all-modes" => parsed.modes.extend(MODES.iter().map(|mode| (*mode).to_owned())),
            "--time-limit" => parsed.time_limit = value()?,
            "--plot" => parsed.plot = Some(value()?.into()),
            "--json" => parsed.json = Some(value()?.into()),
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    if parsed.groups.is_empty() {
        parsed
            .groups
            .push(if parsed.plot.is_some() { "growth" } else { "peers" }.into());
    }
    Ok(Some(parsed))
}

impl Arguments {
    fn wants(&self, group: &str, call: &str) -> bool {
        self.groups.iter().any(|wanted| wanted == group || wanted == "all") && call.contains(&self.filter)
    }
}

/// False if a verdict is not the right one.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let figures = figures::read()?;
    let Some(javac) = Tool::find("javac") else {
        return Err(
            "no JDK: the programs must be compiled, and dropwire runs on its class library. \
                    Install a JDK 17, or set JAVA_HOME"
                .into(),
        );
    };
    let sources = tree::files(&tree::root().join("tests/bench"), "java");
    let classes = javac.compile_fixtures(&std::env::temp_dir().join("dropwire-bench"), &sources)?;
    let java = Tool::find("java");
    let scale = calibrate(&figures, java.as_ref(), &classes)?;
    let rows: Vec<&Row> = figures
        .rows
        .iter()
        .filter(|row| arguments.wants(&row.group, &row.call))
        .collect();
    let mut results = Vec::new();
    // What a machine takes that explores nothing: bytes a state are counted above it.
    let empty = search(&trivial(), "", arguments, &classes)?.measured.anonymous_bytes;
    for row in rows {
        for mode in modes(row, arguments) {
            eprintln!("{} {mode}", row.call);
            results.push(search(row, mode, arguments, &classes)?);
        }
    }
    if !results.is_empty() {
        println!("{}", searches(&results, empty, scale));
    }
    for (name, times) in costs(&results) {
        println!(
            "{name}: {} times the plain search in the median of {}\n",
            short(median(&times)),
            times.len()
        );
    }
    let plain: Vec<&Plain> = figures
        .plain
        .iter()
        .filter(|p| arguments.wants("plain", &p.call))
        .collect();
    if !plain.is_empty() {
        println!("{}", executions(&plain, java.as_ref(), &classes)?);
    }
    if let Some(file) = &arguments.plot {
        draw(file, &results, scale)?;
    }
    if let Some(file) = &arguments.json {
        let lines: Vec<String> = results.iter().map(|result| as_json(result, empty)).collect();
        std::fs::write(file, lines.join("\n") + "\n").map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let wrong: Vec<&Searched> = results.iter().filter(|r| r.target.verdict != r.row.verdict).collect();
    for result in &wrong {
        println!(
            "{} {}: {} instead of {}: {}",
            result.row.call,
            result.mode,
            result.target.verdict,
            result.row.verdict,
            result.target.reasons.join("; ")
        );
    }
    Ok(wrong.is_empty())
}

/// By the name of a property, how many times the CPU seconds of the plain search each program takes.
fn costs(results: &[Searched]) -> BTreeMap<String, Vec<f64>> {
    let mut costs: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for result in results
        .iter()
        .filter(|result| result.row.properties.contains_key(&result.mode))
    {
        let is_plain = |other: &&Searched| other.row.call == result.row.call && other.mode.is_empty();
        if let Some(plain) = results.iter().find(is_plain) {
            let times = result.measured.cpu_seconds / plain.measured.cpu_seconds.max(0.01);
            costs.entry(result.mode.clone()).or_default().push(times);
        }
    }
    costs
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn trivial() -> Row {
    Row {
        group: String::new(),
        call: "Trivial".into(),
        first: false,
        verdict: "verified".into(),
        jpf: None,
        family: None,
        size: None,
        properties: BTreeMap::new(),
    }
}

/// Runs by chance, without analyses and with them.
const RUNS: [&str; 2] = [
    "search.strategy=random,search.runs=3",
    "search.strategy=simulate,search.runs=3",
];

/// The group `guided` compares what comes first, `analyses` and `properties` what these cost; all others look at the whole space.
fn modes<'a>(row: &'a Row, arguments: &'a Arguments) -> Vec<&'a str> {
    let mut modes: Vec<&str> = arguments.modes.iter().map(String::as_str).collect();
    match row.group.as_str() {
        "guided" => modes.push("search.strategy=guided"),
        "analyses" => modes = RUNS.to_vec(),
        "properties" => modes.extend(row.properties.keys().map(String::as_str)),
        _ => {}
    }
    modes
}

/// How much slower this machine is than the one where JPF was measured.
fn calibrate(figures: &Figures, java: Option<&Tool>, classes: &Path) -> Result<f64, String> {
    let Some(java) = java else {
        println!("no java: JPF's seconds are shown as recorded, not calibrated to this machine");
        return Ok(1.0);
    };
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let mut command = Command::new(java.path());
        command.args(["-Xint", "-cp"]).arg(classes).args(["Loops", "20000"]);
        best = best.min(measure::run(&mut command)?.cpu_seconds);
    }
    if best <= 0.0 || !best.is_finite() {
        println!("this system does not report processor time: JPF's seconds are shown as recorded");
        return Ok(1.0);
    }
    let scale = best / figures.reference_seconds;
    println!(
        "java -Xint Loops 20000: {best:.2} s of CPU here, {:.2} s where JPF was measured: its seconds are multiplied by {scale:.2}\n",
        figures.reference_seconds
    );
    Ok(scale)
}

fn search(row: &Row, mode: &str, arguments: &Arguments, classes: &Path) -> Result<Searched, String> {
    let mut command = Command::new(binary());
    command.args(["check", "--format", "json", "--classpath"]).arg(classes);
    command.args(["--time-limit", &arguments.time_limit]);
    if !mode.contains("search.strategy") {
        // What is compared is the search of everything.
        command.args(["--search", "dfs"]);
    }
    // It lives as long as the command runs.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    if let Some(property) = row.properties.get(mode) {
        let file = folder.path().join("dropwire.toml");
        let text = format!("[[property]]\nname = \"{mode}\"\n{property}\n");
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        command.arg("--config").arg(file);
    } else {
        for setting in mode.split(',').filter(|setting| !setting.is_empty()) {
            command.args(["--set", setting]);
        }
    }
    if row.first {
        command.arg("--first");
    }
    command.args(row.call.split(' '));
    let measured = measure::run(&mut command)?;
    let mut document = read(&Ended {
        status: None,
        stdout: measured.stdout.clone(),
        stderr: measured.stderr.clone(),
    })?;
    let value: serde_json::Value = serde_json::from_str(&measured.stdout).map_err(|error| error.to_string())?;
    let instructions = value["targets"][0]["statistics"]["instructions"].as_u64().unwrap_or(0);
    Ok(Searched {
        row: row.clone(),
        mode: mode.to_owned(),
        target: document.targets.pop().ok_or("no target")?,
        instructions,
        measured,
    })
}

fn bytes_a_state(result: &Searched, empty: u64) -> Option<f64> {
    let states = result.target.statistics.states;
    let bytes = result.measured.anonymous_bytes.checked_sub(empty)?;
    // Below that the numbers say more about the allocator than about the store.
    (states >= 10_000 && result.measured.anonymous_bytes > 0).then(|| bytes as f64 / states as f64)
}

fn searches(results: &[Searched], empty: u64, scale: f64) -> String {
    let head = [
        "program",
        "mode",
        "verdict",
        "states",
        "transitions",
        "trans./s",
        "instr./trans.",
        "B/state",
        "CPU s",
        "MB",
        "JPF s",
        "times less",
    ];
    let rows: Vec<Vec<String>> = results
        .iter()
        .map(|result| {
            let s = &result.target.statistics;
            let known = |value: Option<f64>| value.map_or_else(|| "–".into(), short);
            let jpf = result.row.jpf.as_ref().map(|jpf| jpf.cpu_seconds * scale);
            let per = |number: f64| (s.transitions > 0).then(|| number / s.transitions as f64);
            vec![
                result.row.call.clone(),
                if result.mode.is_empty() {
                    "dfs".into()
                } else {
                    result.mode.clone()
                },
                result.target.verdict.clone(),
                grouped(s.states),
                grouped(s.transitions),
                known((s.cpu_seconds > 0.05).then(|| s.transitions as f64 / s.cpu_seconds)),
                known(per(result.instructions as f64)),
                known(bytes_a_state(result, empty)),
                short(result.measured.cpu_seconds),
                short(result.measured.anonymous_bytes as f64 / f64::from(1 << 20)),
                known(jpf),
                known(jpf.map(|jpf| jpf / result.measured.cpu_seconds.max(0.01))),
            ]
        })
        .collect();
    format(&head, &rows)
        + "\nCPU s: all processes of the call, boot and replays included; trans./s: of the worker alone. MB: peak anonymous\n\
           memory of a process. B/state: that above a run that explores nothing.\n"
}

/// CPU seconds of plain execution: ours, `java -Xint`, `java`; none where there is no `java`.
struct Executed {
    ours: f64,
    theirs: [Option<f64>; 2],
}

fn execute(call: &str, java: Option<&Tool>, classes: &Path) -> Result<Executed, String> {
    let mut command = Command::new(binary());
    command.args(["run", "--classpath"]).arg(classes).args(call.split(' '));
    let ours = measure::run(&mut command)?;
    let mut theirs = [None; 2];
    for (options, seconds) in [&["-Xint"][..], &[]].into_iter().zip(&mut theirs) {
        let Some(java) = java else { continue };
        let mut command = Command::new(java.path());
        command.args(options).arg("-cp").arg(classes).args(call.split(' '));
        let measured = measure::run(&mut command)?;
        if measured.stdout != ours.stdout {
            return Err(format!(
                "{call}: java prints `{}`, dropwire `{}`",
                measured.stdout, ours.stdout
            ));
        }
        *seconds = Some(measured.cpu_seconds);
    }
    Ok(Executed {
        ours: ours.cpu_seconds,
        theirs,
    })
}

/// Bytecodes of a program, those of the boot left out: as `check` counts them.
fn bytecodes(call: &str, classes: &Path) -> Result<u64, String> {
    let target = Check::new(classes, call.split(' ')).with(["--time-limit", "0"]).run()?;
    Ok(target.statistics.instructions)
}

/// The empty program, which every row is compared without.
const EMPTY: &str = "Trivial";

fn executions(plain: &[&Plain], java: Option<&Tool>, classes: &Path) -> Result<String, String> {
    let start = execute(EMPTY, java, classes)?;
    let seconds = |executed: &Executed| {
        let theirs = executed.theirs.map(|seconds| seconds.map_or_else(|| "–".into(), short));
        [short(executed.ours)]
            .into_iter()
            .chain(theirs)
            .collect::<Vec<String>>()
    };
    let mut rows = vec![[vec!["(start)".to_owned()], seconds(&start), vec!["–".into(); 3]].concat()];
    for program in plain {
        let executed = execute(&program.call, java, classes)?;
        let net = (executed.ours - start.ours).max(0.001);
        let ratio = match (executed.theirs[0], start.theirs[0]) {
            (Some(all), Some(empty)) => format!("{:.2}", (all - empty).max(0.001) / net),
            _ => "–".into(),
        };
        let rate = bytecodes(&program.call, classes)? as f64 / net / 1e6;
        let last = vec![
            ratio,
            format!("{rate:.0}"),
            program.jpf_seconds.map_or_else(|| "–".into(), short),
        ];
        rows.push([vec![program.call.clone()], seconds(&executed), last].concat());
    }
    let head = [
        "CPU s of",
        "dropwire run",
        "java -Xint",
        "java",
        "times -Xint",
        "M bytecodes/s",
        "JPF as recorded",
    ];
    Ok(format(&head, &rows)
        + "\ntimes -Xint: how often as fast as `java -Xint` we are; it and bytecodes/s without the start.\n")
}

/// What is drawn, each in a panel of its own.
type Quantity = (&'static str, fn(&Searched) -> f64, fn(&Jpf) -> Option<f64>);
const QUANTITIES: [Quantity; 3] = [
    (
        "states",
        |searched| searched.target.statistics.states as f64,
        |jpf| Some(jpf.states as f64),
    ),
    // Those of JPF were not recorded.
    (
        "transitions",
        |searched| searched.target.statistics.transitions as f64,
        |_| None,
    ),
    (
        "CPU milliseconds",
        |searched| searched.measured.cpu_seconds * 1000.0,
        |jpf| Some(jpf.cpu_seconds * 1000.0),
    ),
];

/// Ours as lines, JPF's recorded figures as dashed ones of the same colour; JPF's seconds are scaled to this machine.
fn draw(file: &Path, results: &[Searched], scale: f64) -> Result<(), String> {
    let mut panels = Vec::new();
    for (what, ours, of_jpf) in QUANTITIES {
        let mut lines: Vec<Series> = Vec::new();
        let mut add = |name: String, colour_of: &str, dashed: bool, point: (f64, f64)| {
            if let Some(line) = lines.iter_mut().find(|line| line.name == name) {
                line.points.push(point);
                return;
            }
            let same = lines.iter().find(|line| line.name == colour_of).map(|line| line.colour);
            let colour = same.unwrap_or_else(|| lines.iter().filter(|line| !line.dashed).count());
            lines.push(Series {
                name,
                colour,
                dashed,
                points: vec![point],
            });
        };
        for result in results {
            let (Some(family), Some(size)) = (&result.row.family, result.row.size) else {
                continue;
            };
            let name = match result.mode.as_str() {
                "" => family.clone(),
                mode => format!("{family}, {mode}"),
            };
            add(name.clone(), &name, false, (size, ours(result)));
            let jpf = result
                .row
                .jpf
                .as_ref()
                .filter(|_| result.mode.is_empty())
                .and_then(of_jpf);
            if let Some(value) = jpf {
                let value = if what == "CPU milliseconds" {
                    value * scale
                } else {
                    value
                };
                add(format!("JPF: {family}"), &name, true, (size, value));
            }
        }
        panels.extend(svg(
            "How cost grows with the number of threads",
            "threads",
            what,
            &lines,
        ));
    }
    let plot = stacked(&panels).ok_or("nothing to plot: the group `growth` was not measured")?;
    std::fs::write(file, plot).map_err(|error| format!("{}: {error}", file.display()))
}

fn as_json(result: &Searched, empty: u64) -> String {
    let s = &result.target.statistics;
    serde_json::json!({
        "call": result.row.call, "mode": result.mode, "verdict": result.target.verdict, "states": s.states,
        "transitions": s.transitions, "instructions": result.instructions, "workerCpuSeconds": s.cpu_seconds,
        "cpuSeconds": result.measured.cpu_seconds, "seconds": result.measured.seconds,
        "anonymousBytes": result.measured.anonymous_bytes, "bytesPerState": bytes_a_state(result, empty),
    })
    .to_string()
}
