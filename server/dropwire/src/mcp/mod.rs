//! `dropwire mcp`: the Model Context Protocol on standard input and output, for coding agents. One JSON-RPC message a line.
//!
//! Speaks the revision 2026-07-28, in which each request names its revision, and for older clients those of 2025 with their handshake. This file knows
//! no tool: what they are and do is a [`Toolbox`]. Calls run one after the other on a thread of their own, so that one can be cancelled.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::worker::control::Control;

/// The revision in which nothing is negotiated.
const STATELESS: &str = "2026-07-28";
/// Those that begin with a handshake, the newest first.
const WITH_HANDSHAKE: [&str; 2] = ["2025-11-25", "2025-06-18"];
/// No message is longer.
const LONGEST: u64 = 16 << 20;

const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;
const UNSUPPORTED_REVISION: i64 = -32_022;

/// What a tool answers.
pub struct Answer {
    /// For programs.
    pub structured: Value,
    /// The same in a few lines, for people and models.
    pub text: String,
}

/// Why a tool does not answer.
pub enum Refusal {
    /// There is none of this name.
    NoTool,
    /// It says why: an answer of the tool.
    Failed(String),
}

/// The tools.
pub trait Toolbox: Sync {
    /// Each with its name, description and schemas.
    fn list(&self) -> Value;

    /// Calls one. `progress` hears how far it is: a number that grows, and words.
    ///
    /// # Errors
    /// There is no such tool, or it fails.
    fn call(
        &self,
        name: &str,
        arguments: Value,
        control: &Control,
        progress: &mut dyn FnMut(u64, &str),
    ) -> Result<Answer, Refusal>;
}

/// A call that waits or runs.
struct Call {
    id: Value,
    name: String,
    arguments: Value,
    progress: Option<Value>,
    stateless: bool,
    control: Arc<Control>,
}

/// Calls by their number, for those that cancel one.
type Calls = Mutex<BTreeMap<String, Arc<Control>>>;

/// Serves one client until it goes away.
pub fn serve(toolbox: &dyn Toolbox) -> ExitCode {
    let calls = Calls::default();
    std::thread::scope(|scope| {
        let (sender, inbox) = channel();
        let calls = &calls;
        scope.spawn(move || work(toolbox, &inbox, calls));
        let mut input = std::io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Ok(read) if read > 0 => {}
                _ => break,
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match serde_json::from_slice::<Value>(&line) {
                Ok(message) => {
                    if let Some(call) = hear(toolbox, &message, calls) {
                        let _ = sender.send(call);
                    }
                }
                Err(error) => send(&failure(&Value::Null, PARSE_ERROR, &format!("not JSON: {error}"))),
            }
        }
        // The client is gone: nobody waits for what still runs.
        for control in lock(calls).values() {
            control.kill();
        }
        drop(sender);
    });
    ExitCode::SUCCESS
}

fn lock(calls: &Calls) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Control>>> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers a message at once; a call of a tool is given back instead.
fn hear(toolbox: &dyn Toolbox, message: &Value, calls: &Calls) -> Option<Call> {
    let method = message.get("method").and_then(Value::as_str);
    let id = message
        .get("id")
        .filter(|id| id.is_string() || id.is_i64() || id.is_u64());
    let params = message.get("params").cloned().unwrap_or_else(|| json!({}));
    let version = message.get("jsonrpc").and_then(Value::as_str);
    match (method, id) {
        (Some(method), None) if message.get("id").is_none() && version == Some("2.0") => {
            if method == "notifications/cancelled" {
                cancel(&params, calls);
            }
            None
        }
        (Some(method), Some(id)) if version == Some("2.0") => match request(toolbox, method, id, &params, calls) {
            Ok(Asked::Answered(result)) => {
                send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
                None
            }
            Ok(Asked::Call(call)) => Some(call),
            Err((code, why)) => {
                let mut failed = failure(id, code, &why);
                if code == UNSUPPORTED_REVISION {
                    failed["error"]["data"] = json!({ "supported": [STATELESS], "requested": revision(&params) });
                }
                send(&failed);
                None
            }
        },
        // A response: nothing is asked of clients.
        (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => None,
        _ => {
            send(&failure(&Value::Null, INVALID_REQUEST, "not a request of JSON-RPC 2.0"));
            None
        }
    }
}

enum Asked {
    Answered(Value),
    Call(Call),
}

/// The revision that a request names for itself.
fn revision(params: &Value) -> Option<&str> {
    let meta = params.get("_meta")?;
    meta.get("io.modelcontextprotocol/protocolVersion")?.as_str()
}

fn request(
    toolbox: &dyn Toolbox,
    method: &str,
    id: &Value,
    params: &Value,
    calls: &Calls,
) -> Result<Asked, (i64, String)> {
    let named = revision(params);
    if let Some(named) = named.filter(|named| *named != STATELESS) {
        return Err((
            UNSUPPORTED_REVISION,
            format!("protocol revision {named} is not supported"),
        ));
    }
    let stateless = named.is_some();
    let about = json!({ "name": "dropwire", "title": "Dropwire", "version": env!("CARGO_PKG_VERSION") });
    let instructions = "A model checker for Java threads: explores all interleavings of a program and finds deadlocks, data races, failed assertions. \
                        Call verify first; explain and step_through take the trail of a finding.";
    let result = match method {
        "initialize" => {
            let wanted = params.get("protocolVersion").and_then(Value::as_str);
            let spoken = wanted
                .filter(|wanted| WITH_HANDSHAKE.contains(wanted))
                .unwrap_or(WITH_HANDSHAKE[0]);
            json!({ "protocolVersion": spoken, "capabilities": { "tools": {} }, "serverInfo": about, "instructions": instructions })
        }
        "server/discover" => cacheable(json!({
            "supportedVersions": [STATELESS],
            "capabilities": { "tools": {} },
            "serverInfo": about,
            "instructions": instructions,
        })),
        "ping" => json!({}),
        "tools/list" => {
            let list = json!({ "tools": toolbox.list() });
            if stateless { cacheable(list) } else { list }
        }
        "tools/call" => {
            let name = params.get("name").and_then(Value::as_str);
            let name = name.ok_or((INVALID_PARAMS, "the call names no tool".to_owned()))?;
            let control = Arc::new(Control::default());
            lock(calls).insert(id.to_string(), Arc::clone(&control));
            return Ok(Asked::Call(Call {
                id: id.clone(),
                name: name.to_owned(),
                arguments: params.get("arguments").cloned().unwrap_or_else(|| json!({})),
                progress: params.pointer("/_meta/progressToken").cloned(),
                stateless,
                control,
            }));
        }
        _ => return Err((METHOD_NOT_FOUND, format!("unknown method {method}"))),
    };
    Ok(Asked::Answered(result))
}

/// What is the same as long as this process runs.
fn cacheable(mut result: Value) -> Value {
    result["resultType"] = "complete".into();
    result["ttlMs"] = 3_600_000.into();
    result["cacheScope"] = "public".into();
    result
}

fn cancel(params: &Value, calls: &Calls) {
    let id = params.get("requestId").map(Value::to_string);
    if let Some(control) = id.and_then(|id| lock(calls).get(&id).cloned()) {
        control.kill();
    }
}

fn work(toolbox: &dyn Toolbox, inbox: &Receiver<Call>, calls: &Calls) {
    for call in inbox {
        // One that was cancelled while it waited is not begun.
        let answer = (!call.control.was_killed()).then(|| {
            let mut progress = |done: u64, words: &str| {
                if let Some(token) = &call.progress {
                    let params = json!({ "progressToken": token, "progress": done, "message": words });
                    send(&json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }));
                }
            };
            toolbox.call(&call.name, call.arguments, &call.control, &mut progress)
        });
        lock(calls).remove(&call.id.to_string());
        // Who cancels a call wants no answer.
        let Some(answer) = answer.filter(|_| !call.control.was_killed()) else {
            continue;
        };
        let mut result = match answer {
            Ok(answer) => json!({
                "content": [{ "type": "text", "text": answer.text }],
                "structuredContent": answer.structured,
                "isError": false,
            }),
            Err(Refusal::Failed(why)) => json!({ "content": [{ "type": "text", "text": why }], "isError": true }),
            Err(Refusal::NoTool) => {
                send(&failure(
                    &call.id,
                    INVALID_PARAMS,
                    &format!("there is no tool {}", call.name),
                ));
                continue;
            }
        };
        if call.stateless {
            result["resultType"] = "complete".into();
        }
        send(&json!({ "jsonrpc": "2.0", "id": call.id, "result": result }));
    }
}

fn failure(id: &Value, code: i64, why: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
}

/// One message, on a line of its own.
fn send(message: &Value) {
    let mut output = std::io::stdout().lock();
    // A client that is gone has closed our input as well.
    let _ = writeln!(output, "{message}");
    let _ = output.flush();
}
