//! `dropwire dap`, driven by a client of the Debug Adapter Protocol: the run of a trail, forwards and backwards.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use dropwire_tests::dropwire::Check;
use dropwire_tests::java::Tool;
use dropwire_tests::{calls, tree};
use serde_json::{Value, json};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// Two threads write in turns, and what they leave is wrong.
const TURNS: &str = r#"
public class Turns {
    static volatile int rounds;
    static int early;
    static final int[] sums = new int[3];
    final String name;
    Turns next;

    Turns(String name) {
        this.name = name;
    }

    static void work(int times) {
        for (int i = 0; i < times; i++) {
            rounds = i;
        }
    }

    int total(int base) {
        sums[1] = base + 40;
        return sums[1] / 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Turns head = new Turns("head");
        head.next = new Turns("tail");
        early = 1;
        int total = head.total(2);
        System.out.println("begun");
        Thread other = new Thread(() -> work(20), "other");
        other.start();
        early = 2;
        work(20);
        other.join();
        assert early == 3 : total;
    }
}
"#;

/// A debug adapter and its client.
struct Debugger {
    adapter: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    events: VecDeque<Value>,
    seq: i64,
}

impl Debugger {
    fn start() -> Debugger {
        let mut adapter = calls::command()
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (adapter.stdin.take().unwrap(), adapter.stdout.take().unwrap());
        let mut debugger = Debugger {
            adapter,
            input,
            output: BufReader::new(output),
            events: VecDeque::new(),
            seq: 0,
        };
        let answer = debugger.request("initialize", json!({ "adapterID": "dropwire" }));
        assert_eq!(answer["supportsStepBack"], true);
        debugger
    }

    /// A run that stops at its first line.
    fn launch(launch: Value) -> Debugger {
        let mut debugger = Debugger::start();
        debugger.request("launch", launch);
        debugger.event("initialized");
        debugger.request("configurationDone", json!({}));
        let stopped = debugger.event("stopped");
        assert_eq!(stopped["reason"], "entry", "{stopped}");
        debugger
    }

    fn write(&mut self, body: &[u8]) {
        write!(self.input, "Content-Length: {}\r\n\r\n", body.len()).unwrap();
        self.input.write_all(body).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the adapter has ended");
            match line.trim() {
                "" => break,
                header => length = header.split_once(": ").unwrap().1.parse().unwrap(),
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn response(&mut self) -> Value {
        loop {
            let message = self.read();
            if message["type"] == "response" {
                return message;
            }
            self.events.push_back(message);
        }
    }

    fn call(&mut self, command: &str, arguments: Value) -> Value {
        self.seq += 1;
        let message = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.write(message.to_string().as_bytes());
        let response = self.response();
        assert_eq!(response["request_seq"], self.seq, "{response}");
        response
    }

    fn request(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.call(command, arguments);
        assert_eq!(response["success"], true, "{command}: {response}");
        response["body"].clone()
    }

    fn refusal(&mut self, command: &str, arguments: Value) -> String {
        let response = self.call(command, arguments);
        assert_eq!(response["success"], false, "{command}: {response}");
        response["message"].as_str().unwrap().to_owned()
    }

    fn event(&mut self, event: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|one| one["event"] == event) {
                return self.events.remove(at).unwrap()["body"].clone();
            }
            let message = self.read();
            let over = message["event"] == "terminated" && event != "terminated";
            self.events.push_back(message);
            assert!(!over, "the session ended before {event}: {:?}", self.events);
        }
    }

    /// Moves, and gives the stop.
    fn go(&mut self, command: &str) -> Value {
        self.request(command, json!({ "threadId": 1 }));
        self.event("stopped")
    }

    fn go_to(&mut self, step: usize) -> Value {
        self.request("goto", json!({ "threadId": 1, "targetId": step }));
        self.event("stopped")
    }

    fn stack(&mut self, thread: &Value) -> Vec<Value> {
        let body = self.request("stackTrace", json!({ "threadId": thread }));
        body["stackFrames"].as_array().unwrap().clone()
    }

    /// The topmost frame of a stop whose source is known: method and line.
    fn place(&mut self, stopped: &Value) -> (String, u64) {
        let frames = self.stack(&stopped["threadId"]);
        let frame = frames.iter().find(|frame| frame["source"]["path"].is_string());
        let frame = frame.unwrap_or_else(|| panic!("{stopped}: {frames:?}"));
        (
            frame["name"].as_str().unwrap().to_owned(),
            frame["line"].as_u64().unwrap(),
        )
    }

    fn scopes(&mut self, frame: &Value) -> Vec<(String, Value)> {
        let body = self.request("scopes", json!({ "frameId": frame["id"] }));
        let scopes = body["scopes"].as_array().unwrap().clone();
        let named = scopes.into_iter();
        named
            .map(|scope| {
                (
                    scope["name"].as_str().unwrap().to_owned(),
                    scope["variablesReference"].clone(),
                )
            })
            .collect()
    }

    fn children(&mut self, reference: &Value) -> Vec<Value> {
        let body = self.request("variables", json!({ "variablesReference": reference }));
        body["variables"].as_array().unwrap().clone()
    }

    /// Name and value of all variables in front of all threads, objects unfolded once.
    fn everything(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        let threads = self.request("threads", json!({}))["threads"]
            .as_array()
            .unwrap()
            .clone();
        for thread in threads {
            seen.push(format!("{} {}", thread["id"], thread["name"]));
            for frame in self.stack(&thread["id"]) {
                seen.push(format!(" {} {}", frame["name"], frame["line"]));
                for (scope, reference) in self.scopes(&frame) {
                    for row in self.children(&reference) {
                        seen.push(format!("  {scope}: {} = {}", row["name"], row["value"]));
                        if row["variablesReference"] != 0 {
                            for part in self.children(&row["variablesReference"]) {
                                seen.push(format!("   {} = {}", part["name"], part["value"]));
                            }
                        }
                    }
                }
            }
        }
        seen
    }

    fn value(&mut self, expression: &str) -> String {
        let body = self.request("evaluate", json!({ "expression": expression }));
        body["result"].as_str().unwrap().to_owned()
    }

    /// A data breakpoint on one of what an expression unfolds to.
    fn watch(&mut self, of: &str, name: &str) {
        let body = self.request("evaluate", json!({ "expression": of }));
        self.watch_child(&body["variablesReference"], name);
    }

    fn watch_child(&mut self, reference: &Value, name: &str) {
        let info = self.request(
            "dataBreakpointInfo",
            json!({ "variablesReference": reference, "name": name }),
        );
        assert_eq!(info["accessTypes"], json!(["write"]), "{info}");
        let set = self.request(
            "setDataBreakpoints",
            json!({ "breakpoints": [{ "dataId": info["dataId"] }] }),
        );
        assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    }

    fn break_at(&mut self, file: &Path, rows: Value) -> Vec<Value> {
        let body = self.request(
            "setBreakpoints",
            json!({ "source": { "path": file }, "breakpoints": rows }),
        );
        body["breakpoints"].as_array().unwrap().clone()
    }

    fn end(mut self) {
        self.request("disconnect", json!({}));
        assert!(self.adapter.wait().unwrap().success());
    }
}

impl Drop for Debugger {
    fn drop(&mut self) {
        let _ = self.adapter.kill();
        let _ = self.adapter.wait();
    }
}

/// A program in a folder of its own: the source, and a launch that finds its run; `None` without a `javac`.
fn program(name: &str, class: &str, text: &str) -> Option<(PathBuf, Value)> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("dap").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{class}.java"));
    fs::write(&file, text).unwrap();
    let classes = javac
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&file))
        .unwrap();
    let launch = json!({ "target": class, "classpath": [classes], "sources": [folder], "search": "random", "seed": 1 });
    Some((file, launch))
}

fn line_of(text: &str, part: &str) -> u64 {
    1 + text.lines().position(|line| line.contains(part)).unwrap() as u64
}

/// The trail of the sample's deadlock, in a folder of its own.
fn deadlock(name: &str) -> Option<(PathBuf, PathBuf, Value)> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("dap").join(name);
    let _ = fs::remove_dir_all(&folder);
    let classes = folder.join("classes");
    fs::create_dir_all(&classes).unwrap();
    let source = folder.join("Till.java");
    fs::copy(tree::root().join("samples/Till.java"), &source).unwrap();
    let compiled = javac
        .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
        .unwrap();
    fs::copy(compiled.join("Till.class"), classes.join("Till.class")).unwrap();
    let trails = folder.join("trails");
    let check = Check::new(&classes, ["Till"]).with(["--trails", trails.to_str().unwrap()]);
    assert_eq!(check.run().unwrap().verdict, "violated");
    let trail = fs::read_dir(&trails).unwrap().next().unwrap().unwrap().path();
    let id = trail.file_stem().unwrap().to_str().unwrap();
    let launch = json!({ "trail": id, "trails": trails, "sources": [folder] });
    Some((source, trail, launch))
}

#[test]
fn a_deadlock_is_the_same_forwards_and_backwards() {
    let Some((_, trail, launch)) = deadlock("both-ways") else {
        return;
    };
    let steps = serde_json::from_str::<Value>(&fs::read_to_string(&trail).unwrap()).unwrap();
    let steps = steps["steps"].as_array().unwrap().clone();
    let mut debugger = Debugger::launch(launch);
    let mut forwards = vec![debugger.everything()];
    let mut reached = Vec::new();
    let last = loop {
        let stopped = debugger.go("stepIn");
        forwards.push(debugger.everything());
        reached.push(stopped["step"].as_u64().unwrap() as usize);
        if stopped["reason"] == "exception" {
            break stopped;
        }
        assert_eq!(stopped["reason"], "step");
    };
    assert!(last["text"].as_str().unwrap().contains("Deadlock"), "{last}");
    for (step, number) in steps.iter().zip(1..) {
        assert!(
            step["options"] == 0 || reached.contains(&number),
            "step {number} was not reached: {reached:?}"
        );
    }
    let locks: BTreeSet<&String> = forwards
        .last()
        .unwrap()
        .iter()
        .filter(|row| row.contains("Locks:"))
        .collect();
    assert_eq!(locks.len(), 4, "{locks:?}");
    assert!(
        locks
            .iter()
            .any(|row| row.contains("\"ledger\" = \"wanted, held by audit")),
        "{locks:?}"
    );
    assert_eq!(
        debugger.request("exceptionInfo", json!({ "threadId": 1 }))["exceptionId"],
        "deadlock"
    );
    let mut backwards = vec![debugger.everything()];
    while debugger.go("stepBack")["reason"] == "step" {
        backwards.push(debugger.everything());
    }
    backwards.reverse();
    // Where the run begins, another step back remains there.
    assert_eq!(forwards.len(), backwards.len());
    for (number, (forwards, backwards)) in forwards.iter().zip(&backwards).enumerate() {
        assert_eq!(forwards, backwards, "stop {number}");
    }
    let at: Vec<Vec<String>> = (1..=steps.len())
        .map(|step| {
            debugger.go_to(step);
            debugger.everything()
        })
        .collect();
    for step in (1..=steps.len()).rev() {
        debugger.go_to(step);
        assert_eq!(debugger.everything(), at[step - 1], "step {step}");
    }
    debugger.end();
}

#[test]
fn a_switch_of_threads_is_said_and_where_a_lock_is_taken_the_run_stops() {
    let Some((source, _, launch)) = deadlock("switches") else {
        return;
    };
    let text = fs::read_to_string(&source).unwrap();
    let mut debugger = Debugger::launch(launch);
    let end = debugger.go("continue");
    assert_eq!(end["reason"], "exception");
    let audit = debugger.go("stepBack");
    let frame = debugger.stack(&audit["threadId"])[0].clone();
    let scopes = debugger.scopes(&frame);
    let locks = scopes.into_iter().find(|(name, _)| name == "Locks").unwrap().1;
    debugger.watch_child(&locks, "ledger");
    let taken = debugger.go("reverseContinue");
    assert_eq!(taken["reason"], "data breakpoint", "{taken}");
    let lock = line_of(&text, "void audit()") + 1;
    assert_eq!(debugger.place(&taken), ("Till.audit".to_owned(), lock));
    assert_eq!(debugger.go("stepBack")["reason"], "step");
    let switch = debugger.go("stepIn");
    let said = switch["text"].as_str().unwrap();
    assert!(said.contains("context switch: sell → audit"), "{switch}");
    // `refund` had it before there were two threads.
    debugger.go("reverseContinue");
    let refund = debugger.go("reverseContinue");
    assert_eq!(debugger.place(&refund).0, "Till.refund");
    debugger.end();
}

#[test]
fn breakpoints_stop_the_run_both_ways() {
    let Some((file, launch)) = program("breakpoints", "Turns", TURNS) else {
        return;
    };
    let mut debugger = Debugger::launch(launch);
    let line = line_of(TURNS, "rounds = i;");
    let rows = debugger.break_at(&file, json!([{ "line": line, "condition": "i == 7" }, { "line": 1 }]));
    assert_eq!(
        (&rows[0]["verified"], &rows[1]["verified"]),
        (&json!(true), &json!(false))
    );
    let there = |debugger: &mut Debugger, command: &str| {
        let stopped = debugger.go(command);
        assert_eq!(
            (&stopped["reason"], &stopped["hitBreakpointIds"][0]),
            (&json!("breakpoint"), &rows[0]["id"])
        );
        assert_eq!(debugger.place(&stopped), ("Turns.work".to_owned(), line));
        assert_eq!(debugger.value("i"), "7");
        stopped["threadId"].clone()
    };
    let first = there(&mut debugger, "continue");
    let second = there(&mut debugger, "continue");
    assert_ne!(first, second);
    assert_eq!(debugger.go("continue")["reason"], "exception");
    assert_eq!(there(&mut debugger, "reverseContinue"), second);
    assert_eq!(there(&mut debugger, "reverseContinue"), first);
    assert_eq!(debugger.go("reverseContinue")["reason"], "entry");
    // The third time of either thread.
    debugger.break_at(&file, json!([{ "line": line, "hitCondition": "3" }]));
    let third = debugger.go("continue");
    assert_eq!(third["reason"], "breakpoint");
    assert_eq!(debugger.go("continue")["reason"], "exception");
    assert_eq!(debugger.go("reverseContinue")["step"], third["step"]);
    for (row, why) in [
        (json!({ "line": line, "condition": "i.size()" }), "call"),
        (json!({ "line": line, "condition": "i = 3" }), "assignment"),
        (json!({ "line": line, "hitCondition": "often" }), ">= 3"),
        (json!({ "line": line, "logMessage": "i" }), "not supported"),
    ] {
        let rows = debugger.break_at(&file, json!([row]));
        assert_eq!(rows[0]["verified"], false, "{rows:?}");
        assert!(rows[0]["message"].as_str().unwrap().contains(why), "{rows:?}");
    }
    debugger.break_at(&file, json!([]));
    let set = json!({ "breakpoints": [{ "name": "Turns.total" }, { "name": "nothing" }] });
    let set = debugger.request("setFunctionBreakpoints", set);
    assert_eq!(
        (&set["breakpoints"][0]["verified"], &set["breakpoints"][1]["verified"]),
        (&json!(true), &json!(false))
    );
    debugger.request("restart", json!({}));
    assert_eq!(debugger.event("stopped")["reason"], "entry");
    let entered = debugger.go("continue");
    assert_eq!(entered["reason"], "function breakpoint");
    assert_eq!(debugger.value("base"), "2");
    // Out of it, over the next line, and the output so far.
    let out = debugger.go("stepOut");
    let call = line_of(TURNS, "int total = head.total(2);");
    assert_eq!(debugger.place(&out), ("Turns.main".to_owned(), call));
    let over = debugger.go("next");
    assert_eq!(debugger.place(&over).1, call + 1);
    let over = debugger.go("next");
    assert_eq!(debugger.place(&over).1, call + 2);
    debugger.end();
}

#[test]
fn the_last_write_of_a_field_is_found_backwards() {
    let Some((_, launch)) = program("data", "Turns", TURNS) else {
        return;
    };
    let mut debugger = Debugger::launch(launch);
    assert_eq!(debugger.go("continue")["reason"], "exception");
    debugger.watch("Turns", "early");
    for (line, before) in [("early = 2;", "1"), ("early = 1;", "0")] {
        let stopped = debugger.go("reverseContinue");
        assert_eq!(stopped["reason"], "data breakpoint", "{stopped}");
        assert_eq!(
            debugger.place(&stopped),
            ("Turns.main".to_owned(), line_of(TURNS, line))
        );
        assert_eq!(debugger.value("Turns.early"), before);
    }
    assert_eq!(debugger.go("reverseContinue")["reason"], "entry");
    // Forwards the value is the one that was written.
    for value in ["1", "2"] {
        assert_eq!(debugger.go("continue")["reason"], "data breakpoint");
        assert_eq!(debugger.value("Turns.early"), value);
    }
    // An element, and a field of an object.
    debugger.watch("Turns.sums", "[1]");
    assert_eq!(debugger.go("reverseContinue")["reason"], "data breakpoint");
    assert_eq!(
        (debugger.value("sums[1]"), debugger.value("base")),
        ("0".to_owned(), "2".to_owned())
    );
    assert_eq!(debugger.go("stepOut")["reason"], "data breakpoint");
    assert_eq!(debugger.value("sums[1]"), "42");
    let total = debugger.go("stepOut");
    assert_eq!(debugger.place(&total).0, "Turns.main");
    debugger.watch("head", "next");
    assert_eq!(debugger.go("reverseContinue")["reason"], "data breakpoint");
    assert_eq!(debugger.value("head.next"), "null");
    debugger.end();
}

/// Two threads that write in turns, five thousand times each, to a field each; the write of a third field lies far behind.
const LONG: &str = r#"
public class Long {
    static volatile int left, right;
    static int seldom;

    static void count(boolean first) {
        for (int i = 1; i <= 5000; i++) {
            if (first) {
                left = i;
            } else {
                right = i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        seldom = 7;
        Thread other = new Thread(() -> count(true), "other");
        other.start();
        count(false);
        other.join();
        assert left == 0;
    }
}
"#;

#[test]
fn a_run_of_ten_thousand_steps_is_paused_and_gone_back_to_the_last_write() {
    let Some((_, launch)) = program("long", "Long", LONG) else {
        return;
    };
    let mut debugger = Debugger::launch(launch);
    // A condition that never holds, so that the run takes its time.
    debugger.watch("Long", "left");
    let info = debugger.request("evaluate", json!({ "expression": "Long" }));
    let row = json!({ "variablesReference": info["variablesReference"], "name": "left" });
    let id = debugger.request("dataBreakpointInfo", row)["dataId"].clone();
    debugger.request(
        "setDataBreakpoints",
        json!({ "breakpoints": [{ "dataId": id, "condition": "Long.left < 0" }] }),
    );
    debugger.seq += 1;
    let on = json!({ "seq": debugger.seq, "type": "request", "command": "continue", "arguments": { "threadId": 1 } });
    debugger.write(on.to_string().as_bytes());
    std::thread::sleep(std::time::Duration::from_millis(50));
    debugger.seq += 1;
    let pause = json!({ "seq": debugger.seq, "type": "request", "command": "pause", "arguments": { "threadId": 1 } });
    debugger.write(pause.to_string().as_bytes());
    for _ in 0..2 {
        let response = debugger.response();
        assert_eq!(response["success"], true, "{response}");
    }
    let stopped = debugger.event("stopped");
    assert_eq!(stopped["reason"], "pause", "{stopped}");
    let at = debugger.value("Long.left").parse::<u32>().unwrap();
    assert!(at < 5000, "it had not come to its end: {at}");
    debugger.request("setDataBreakpoints", json!({ "breakpoints": [] }));

    let end = debugger.go("continue");
    assert_eq!(end["reason"], "exception", "{end}");
    assert!(end["step"].as_u64().unwrap() >= 10_000, "{end}");
    debugger.watch("Long", "left");
    let began = std::time::Instant::now();
    let stopped = debugger.go("reverseContinue");
    println!("back to the last write: {:?}", began.elapsed());
    assert_eq!(stopped["reason"], "data breakpoint");
    assert_eq!(debugger.value("Long.left"), "4999");
    debugger.watch("Long", "seldom");
    let began = std::time::Instant::now();
    assert_eq!(debugger.go("reverseContinue")["reason"], "data breakpoint");
    println!("back over the whole run: {:?}", began.elapsed());
    assert_eq!(debugger.value("Long.seldom"), "0");
    debugger.end();
}

#[test]
fn expressions_are_evaluated_without_effects() {
    let Some((file, launch)) = program("expressions", "Turns", TURNS) else {
        return;
    };
    let mut debugger = Debugger::launch(launch);
    debugger.break_at(&file, json!([{ "line": line_of(TURNS, "System.out.println") }]));
    assert_eq!(debugger.go("continue")["reason"], "breakpoint");
    for (expression, value) in [
        ("total", "21"),
        ("head.name", "\"head\""),
        ("head.next.name == \"tail\"", "true"),
        ("head.next.next == null && !(total < 3)", "true"),
        ("sums.length", "3"),
        ("sums[1] - sums[0] * 2 + 7 % 4", "45"),
        ("Turns.sums[total - 20] > 41.5", "true"),
        ("early + 1L", "2"),
        ("1 / 2.0", "0.5"),
        ("2147483647 + 1", "-2147483648"),
        ("'a' + 1", "98"),
        ("-7 / 2", "-3"),
        ("head == head.next || early == 1", "true"),
        ("~5 ^ 3", "-7"),
    ] {
        assert_eq!(debugger.value(expression), value, "{expression}");
    }
    for (expression, why) in [
        ("head.total(1)", "`total(…)` is a call"),
        ("early = 7", "assignment"),
        ("early++", "assignment"),
        ("new Turns(null)", "`new` is not evaluated"),
        ("nobody", "`nobody` is not defined here"),
        ("head.nobody", "`nobody` is not defined here"),
        ("head.next.next.name", "`name` of null"),
        ("sums[3]", "outside of an array of length 3"),
        ("total / 0", "by zero"),
        ("total && true", "`&&`"),
        ("(total", "not complete"),
    ] {
        let refusal = debugger.refusal("evaluate", json!({ "expression": expression }));
        assert!(refusal.contains(why), "{expression}: {refusal}");
    }
    assert_eq!(debugger.value("early"), "1");
    // The array unfolds in parts.
    let array = debugger.request("evaluate", json!({ "expression": "sums" }));
    assert_eq!(array["indexedVariables"], 3);
    let part = json!({ "variablesReference": array["variablesReference"], "start": 1, "count": 1 });
    let part = debugger.request("variables", part);
    assert_eq!(part["variables"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&part["variables"][0]["name"], &part["variables"][0]["value"]),
        (&json!("[1]"), &json!("42"))
    );
    // What was printed comes once, however often the run goes over it.
    debugger.go("stepIn");
    assert_eq!(debugger.event("output")["output"], "begun\n");
    debugger.go("stepBack");
    debugger.go("stepIn");
    assert!(!debugger.events.iter().any(|event| event["event"] == "output"));
    debugger.end();
}

#[test]
fn what_is_no_message_gets_an_error_and_the_session_goes_on() {
    let Some((source, _, launch)) = deadlock("malformed") else {
        return;
    };
    let mut debugger = Debugger::start();
    for body in [&b"{"[..], b"7", b"[]", br#"{"type":"request"}"#, b"\xff\xfe"] {
        debugger.write(body);
        let response = debugger.response();
        assert_eq!(
            (&response["success"], &response["request_seq"]),
            (&json!(false), &json!(0)),
            "{response}"
        );
    }
    debugger
        .input
        .write_all(b"rubbish\r\n\r\nContent-Length: x\r\n\r\n")
        .unwrap();
    assert!(debugger.refusal("readMemory", json!({})).contains("readMemory"));
    assert!(debugger.refusal("attach", json!({})).contains("launch"));
    assert!(
        debugger
            .refusal("next", json!({ "threadId": 1 }))
            .contains("send launch first")
    );
    assert!(debugger.refusal("threads", json!({})).contains("send launch first"));
    assert!(debugger.refusal("launch", json!({})).contains("name a trail"));
    assert!(
        debugger
            .refusal("launch", json!({ "trail": "none" }))
            .contains("no trail")
    );
    assert!(debugger.refusal("launch", json!({ "trail": 7 })).contains("arguments"));
    debugger.request("launch", launch);
    debugger.event("initialized");
    assert!(
        debugger
            .refusal("stackTrace", json!({ "threadId": "x" }))
            .contains("arguments")
    );
    assert!(
        debugger
            .refusal("scopes", json!({ "frameId": -3 }))
            .contains("no such frame")
    );
    assert!(
        debugger
            .refusal("variables", json!({ "variablesReference": 99 }))
            .contains("moved on")
    );
    assert!(
        debugger
            .refusal("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "x" }] }))
            .contains("no data")
    );
    debugger.request("configurationDone", json!({}));
    assert_eq!(debugger.event("stopped")["reason"], "entry");
    // A line of the source leads to the steps of the trail there.
    let line = line_of(&fs::read_to_string(&source).unwrap(), "void audit()") + 1;
    let targets = debugger.request("gotoTargets", json!({ "source": { "path": source }, "line": line }));
    let label = targets["targets"][0]["label"].as_str().unwrap();
    assert!(label.contains("audit lock ledger"), "{targets}");
    // Without the stop at the finding the run goes to its end.
    debugger.request("setExceptionBreakpoints", json!({ "filters": [] }));
    debugger.request("continue", json!({ "threadId": 1 }));
    debugger.event("terminated");
    debugger.event("exited");
    debugger.end();
}

#[test]
fn a_trail_whose_classes_have_changed_is_refused() {
    let Some((source, _, launch)) = deadlock("changed") else {
        return;
    };
    let recompile = |text: &str| {
        let javac = Tool::find("javac").unwrap();
        fs::write(&source, text).unwrap();
        let compiled = javac
            .compile_fixtures(Path::new(CACHE), std::slice::from_ref(&source))
            .unwrap();
        fs::copy(
            compiled.join("Till.class"),
            source.with_file_name("classes").join("Till.class"),
        )
        .unwrap();
    };
    let text = fs::read_to_string(&source).unwrap();
    // The same steps at other lines.
    recompile(&format!("// Moved.\n{text}"));
    let mut debugger = Debugger::start();
    let refusal = debugger.refusal("launch", launch.clone());
    assert!(
        refusal.contains("have changed") && refusal.contains("Till"),
        "{refusal}"
    );
    // Other steps.
    recompile(&text.replace("synchronized (ledger) { //~ deadlock", "synchronized (drawer) {"));
    let refusal = debugger.refusal("launch", launch);
    assert!(refusal.contains("no longer reproduces its finding"), "{refusal}");
    debugger.end();
}
