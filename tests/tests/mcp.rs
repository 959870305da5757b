//! `dropwire mcp`, driven by a client of the Model Context Protocol as small as it can be.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use dropwire_tests::java::Tool;
use dropwire_tests::{calls, tree};
use serde_json::{Value, json};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// A program whose space is far too large.
const LARGE: &str = r#"
public class Large {
    static volatile int a;

    public static void main(String[] args) {
        for (int i = 0; i < 8; i++) {
            new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    a = a + j;
                }
            }).start();
        }
    }
}
"#;

struct Agent {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
    /// Notifications that came before an answer.
    heard: Vec<Value>,
}

impl Agent {
    fn start(name: &str) -> Agent {
        let trails = Path::new(CACHE).join("mcp").join(name).join("trails");
        let mut server = calls::command()
            .args(["mcp", "--trails"])
            .arg(trails)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        Agent {
            server,
            input,
            output: BufReader::new(output),
            id: 0,
            heard: Vec::new(),
        }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
        serde_json::from_str(&line).unwrap()
    }

    fn send(&mut self, method: &str, mut params: Value, stateless: bool) -> u64 {
        self.id += 1;
        if stateless {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let message = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.write(&message.to_string());
        self.id
    }

    fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            assert!(message.get("id").is_none(), "{message}");
            self.heard.push(message);
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params, true);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{answer}");
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
        answer["result"].clone()
    }

    fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    fn answered(&mut self, name: &str, arguments: Value) -> Value {
        let result = self.tool(name, arguments);
        assert_eq!(result["isError"], false, "{result}");
        assert!(!result["content"][0]["text"].as_str().unwrap().is_empty());
        result["structuredContent"].clone()
    }

    fn refused(&mut self, name: &str, arguments: Value) -> String {
        let result = self.tool(name, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.server.wait().unwrap().success());
    }
}

/// The classes of a program, and where its source is; `None` without a `javac`.
fn compiled(name: &str, class: &str, text: &str) -> Option<(PathBuf, PathBuf)> {
    let javac = Tool::find("javac")?;
    let folder = Path::new(CACHE).join("mcp").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{class}.java"));
    fs::write(&file, text).unwrap();
    Some((javac.compile_fixtures(Path::new(CACHE), &[file]).unwrap(), folder))
}

#[test]
fn an_agent_verifies_and_goes_from_the_finding_to_its_steps() {
    let till = fs::read_to_string(tree::root().join("samples/Till.java")).unwrap();
    let Some((classes, folder)) = compiled("till", "Till", &till) else {
        return;
    };
    let mut agent = Agent::start("till");
    let about = agent.request("server/discover", json!({}));
    assert_eq!(about["supportedVersions"], json!(["2026-07-28"]));
    let tools = agent.request("tools/list", json!({}))["tools"].clone();
    let names: Vec<&str> = tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["verify", "findings", "explain", "step_through"]);
    assert_eq!(agent.answered("findings", json!({})), json!({ "findings": [] }));
    let target = json!({ "target": "Till", "classpath": classes, "sources": folder });
    let answer = agent.answered("verify", target);
    assert_eq!(
        (&answer["verdict"], &answer["coverage"]),
        (&json!("violated"), &json!("complete"))
    );
    let finding = &answer["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["confidence"]),
        (&json!("deadlock"), &json!("confirmed"))
    );
    assert!(answer.to_string().len() < 3_000, "an answer is small: {answer}");
    let trail = json!({ "trail": finding["trail"] });
    let listed = agent.answered("findings", json!({}));
    assert_eq!(listed["findings"][0]["trail"], finding["trail"]);
    let why = agent.answered("explain", trail.clone());
    assert!(why["fix"].is_string() && why["why"].is_string(), "{why}");
    let places = why["places"].as_array().unwrap();
    assert!(places.len() >= 2, "{why}");
    assert!(
        places
            .iter()
            .all(|place| place["code"].as_str().unwrap().contains("synchronized")),
        "{why}"
    );
    let all = agent.answered("step_through", trail.clone());
    let steps = all["of"].as_u64().unwrap() as usize;
    assert_eq!(all["steps"].as_array().unwrap().len(), steps);
    // The same in parts.
    let (mut from, mut seen) = (Some(1), Vec::new());
    while let Some(first) = from {
        let part = json!({ "trail": finding["trail"], "from": first, "count": 2 });
        let part = agent.answered("step_through", part);
        assert!(part["steps"].as_array().unwrap().len() <= 2);
        seen.extend(part["steps"].as_array().unwrap().clone());
        from = part["next"].as_u64();
    }
    assert_eq!(json!(seen), all["steps"]);
    agent.end();
    // Another server has the run, not the finding.
    let mut other = Agent::start("till");
    assert_eq!(other.answered("step_through", trail.clone())["of"], steps);
    assert!(other.refused("explain", trail).contains("verify its target first"));
    other.end();
}

#[test]
fn what_cannot_be_done_is_an_answer_of_the_tool() {
    let mut agent = Agent::start("refusals");
    for (tool, arguments, why) in [
        ("verify", json!({}), "target"),
        ("verify", json!({ "target": "Till", "jdk": "/" }), "jdk"),
        ("verify", json!({ "target": "Nowhere.java" }), "does not exist"),
        ("verify", json!({ "target": "Till", "search": "zigzag" }), "zigzag"),
        ("explain", json!({ "trail": "00000000" }), "verify its target first"),
        ("step_through", json!({ "trail": "00000000" }), "no trail"),
        ("step_through", json!({ "trail": "../secret" }), "not the id"),
        ("findings", json!({ "all": true }), "all"),
    ] {
        let refusal = agent.refused(tool, arguments);
        assert!(refusal.contains(why), "{tool}: {refusal}");
    }
    let id = agent.send("tools/call", json!({ "name": "destroy" }), true);
    assert_eq!(agent.answer(id)["error"]["code"], -32602);
    let id = agent.send("resources/list", json!({}), true);
    assert_eq!(agent.answer(id)["error"]["code"], -32601);
    agent.end();
}

#[test]
fn what_is_no_message_gets_an_error_and_older_clients_are_served() {
    let mut agent = Agent::start("malformed");
    for (line, code) in [
        ("{", -32700),
        ("7", -32600),
        ("[]", -32600),
        (r#"{"id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    ] {
        agent.write(line);
        let answer = agent.read();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &Value::Null),
            "{line}: {answer}"
        );
    }
    agent.write("");
    agent.write(r#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#);
    let meta = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "1999-01-01" } });
    let id = agent.send("tools/list", meta, false);
    let answer = agent.answer(id);
    assert_eq!(answer["error"]["code"], -32022);
    assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
    for (wanted, spoken) in [("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25")] {
        let id = agent.send(
            "initialize",
            json!({ "protocolVersion": wanted, "capabilities": {} }),
            false,
        );
        assert_eq!(agent.answer(id)["result"]["protocolVersion"], spoken);
    }
    agent.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let id = agent.send("tools/list", json!({}), false);
    let answer = agent.answer(id);
    assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 4);
    assert!(answer["result"].get("resultType").is_none(), "{answer}");
    agent.end();
}

#[test]
fn a_long_call_reports_progress_and_can_be_cancelled() {
    let Some((classes, _)) = compiled("large", "Large", LARGE) else {
        return;
    };
    let mut agent = Agent::start("large");
    let arguments = json!({ "target": "Large", "classpath": classes, "timeLimit": "10m" });
    let call = json!({ "name": "verify", "arguments": arguments, "_meta": { "progressToken": "p" } });
    let long = agent.send("tools/call", call, true);
    let progress = agent.read();
    assert_eq!(
        (&progress["method"], &progress["params"]["progressToken"]),
        (&json!("notifications/progress"), &json!("p"))
    );
    // Others are answered meanwhile.
    let id = agent.send("tools/list", json!({}), true);
    agent.answer(id);
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": long } });
    agent.write(&cancel.to_string());
    // The next one runs, and the first has no answer.
    assert_eq!(agent.answered("findings", json!({})), json!({ "findings": [] }));
    let done: Vec<u64> = agent
        .heard
        .iter()
        .filter_map(|message| message["params"]["progress"].as_u64())
        .collect();
    assert!(done.is_sorted(), "{done:?}");
    agent.end();
}
