//! What of the Debug Adapter Protocol (1.6x) is spoken here: requests as closed types, frames out. Frames in are read as the language server's are.

use std::io::Write;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A request, and the number by which it is answered.
#[derive(Debug)]
pub struct Request {
    /// The client's number.
    pub seq: i64,
    /// Its name in the protocol.
    pub command: String,
    /// What it asks; an error if that cannot be read, as a sentence.
    pub asked: Result<Asked, String>,
}

/// What a client asks.
#[derive(Debug)]
pub enum Asked {
    Initialize(Initialize),
    Launch(Box<Launch>),
    ConfigurationDone,
    SetBreakpoints(SetBreakpoints),
    SetFunctionBreakpoints(SetFunctionBreakpoints),
    DataBreakpointInfo(DataBreakpointInfo),
    SetDataBreakpoints(SetDataBreakpoints),
    SetExceptionBreakpoints(SetExceptionBreakpoints),
    ExceptionInfo,
    Threads,
    StackTrace(StackTrace),
    Scopes(Scopes),
    Variables(Variables),
    Evaluate(Evaluate),
    Continue,
    Next,
    StepIn,
    StepOut,
    StepBack,
    ReverseContinue,
    GotoTargets(GotoTargets),
    Goto(Goto),
    Pause,
    Restart,
    Disconnect,
    Terminate,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Initialize {
    pub lines_start_at1: Option<bool>,
}

/// What `launch` names: a stored trail, or a target that is checked first.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Launch {
    /// A trail's id, or its file.
    pub trail: Option<String>,
    /// The folder of stored trails.
    pub trails: Option<PathBuf>,
    /// A target, as on the command line: it is checked, and the first confirmed finding's trail is debugged.
    pub target: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// Seed of all random choices.
    pub seed: Option<u64>,
    /// How to search, as `--search`.
    pub search: Option<String>,
    /// As `--time-limit`.
    pub time_limit: Option<String>,
    /// Folders and jars.
    pub classpath: Option<Paths>,
    /// Folders of sources.
    pub sources: Option<Paths>,
    /// The home of a JDK.
    pub jdk: Option<PathBuf>,
    /// As `--config`.
    pub config: Option<PathBuf>,
    /// Whether to stop at the first line; else the run goes to the first breakpoint.
    pub stop_on_entry: Option<bool>,
}

/// Paths: a list, or as the shell writes one.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Paths {
    /// Apart.
    List(Vec<PathBuf>),
    /// Together.
    Together(String),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Source {
    pub path: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct SetBreakpoints {
    pub source: Source,
    #[serde(default)]
    pub breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceBreakpoint {
    pub line: i64,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
    pub log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct SetFunctionBreakpoints {
    #[serde(default)]
    pub breakpoints: Vec<FunctionBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionBreakpoint {
    pub name: String,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpointInfo {
    pub variables_reference: Option<i64>,
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct SetDataBreakpoints {
    #[serde(default)]
    pub breakpoints: Vec<DataBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpoint {
    pub data_id: String,
    pub access_type: Option<String>,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct SetExceptionBreakpoints {
    #[serde(default)]
    pub filters: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    pub thread_id: u32,
    #[serde(default)]
    pub start_frame: usize,
    #[serde(default)]
    pub levels: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scopes {
    pub frame_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Variables {
    pub variables_reference: i64,
    #[serde(default)]
    pub start: u32,
    #[serde(default)]
    pub count: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    pub expression: String,
    pub frame_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub struct GotoTargets {
    pub source: Source,
    pub line: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Goto {
    pub target_id: i64,
}

/// Reads a message; nothing if it is no request, and an error if it is no message at all.
///
/// # Errors
/// A sentence.
pub fn read(body: &[u8]) -> Result<Option<Request>, String> {
    let message: Value = serde_json::from_slice(body).map_err(|error| format!("not JSON: {error}"))?;
    let text = |member: &str| message.get(member).and_then(Value::as_str);
    match text("type") {
        Some("request") => {}
        // What is sent from here wants no answer.
        Some("response" | "event") => return Ok(None),
        _ => return Err("a message has the type request, response or event".into()),
    }
    let seq = message
        .get("seq")
        .and_then(Value::as_i64)
        .ok_or("a request has a number, seq")?;
    let command = text("command").ok_or("a request has a command")?.to_owned();
    let arguments = message
        .get("arguments")
        .filter(|arguments| !arguments.is_null())
        .cloned();
    let asked = asked(&command, arguments.unwrap_or_else(|| json!({})));
    Ok(Some(Request { seq, command, asked }))
}

fn asked(command: &str, arguments: Value) -> Result<Asked, String> {
    fn with<T: DeserializeOwned>(arguments: Value, asked: impl Fn(T) -> Asked) -> Result<Asked, String> {
        serde_json::from_value(arguments)
            .map(asked)
            .map_err(|error| format!("its arguments cannot be read: {error}"))
    }
    match command {
        "initialize" => with(arguments, Asked::Initialize),
        "launch" => with(arguments, |launch| Asked::Launch(Box::new(launch))),
        "configurationDone" => Ok(Asked::ConfigurationDone),
        "setBreakpoints" => with(arguments, Asked::SetBreakpoints),
        "setFunctionBreakpoints" => with(arguments, Asked::SetFunctionBreakpoints),
        "dataBreakpointInfo" => with(arguments, Asked::DataBreakpointInfo),
        "setDataBreakpoints" => with(arguments, Asked::SetDataBreakpoints),
        "setExceptionBreakpoints" => with(arguments, Asked::SetExceptionBreakpoints),
        "exceptionInfo" => Ok(Asked::ExceptionInfo),
        "threads" => Ok(Asked::Threads),
        "stackTrace" => with(arguments, Asked::StackTrace),
        "scopes" => with(arguments, Asked::Scopes),
        "variables" => with(arguments, Asked::Variables),
        "evaluate" => with(arguments, Asked::Evaluate),
        "continue" => Ok(Asked::Continue),
        "next" => Ok(Asked::Next),
        "stepIn" => Ok(Asked::StepIn),
        "stepOut" => Ok(Asked::StepOut),
        "stepBack" => Ok(Asked::StepBack),
        "reverseContinue" => Ok(Asked::ReverseContinue),
        "gotoTargets" => with(arguments, Asked::GotoTargets),
        "goto" => with(arguments, Asked::Goto),
        "pause" => Ok(Asked::Pause),
        "restart" => Ok(Asked::Restart),
        "disconnect" => Ok(Asked::Disconnect),
        "terminate" => Ok(Asked::Terminate),
        "attach" => Err("cannot attach: a trail has no process; use launch".into()),
        _ => Err(format!("the request {command} is not supported")),
    }
}

/// Where frames go.
pub struct Client<W: Write> {
    output: W,
    seq: i64,
}

impl<W: Write> Client<W> {
    pub fn new(output: W) -> Client<W> {
        Client { output, seq: 0 }
    }

    /// Sends an event.
    pub fn event(&mut self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    /// Answers a request.
    pub fn respond(&mut self, request: &Request, answer: Result<Value, String>) {
        let head = json!({ "type": "response", "request_seq": request.seq, "command": request.command });
        self.answer(head, answer);
    }

    /// Answers what is no request: nobody's number is known.
    pub fn refuse(&mut self, why: String) {
        self.answer(json!({ "type": "response", "request_seq": 0, "command": "" }), Err(why));
    }

    fn answer(&mut self, mut response: Value, answer: Result<Value, String>) {
        response["success"] = answer.is_ok().into();
        match answer {
            Ok(body) => response["body"] = body,
            Err(why) => {
                response["message"] = why.as_str().into();
                response["body"] = json!({ "error": { "id": 1, "format": why, "showUser": true } });
            }
        }
        self.send(response);
    }

    fn send(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = self.seq.into();
        let body = message.to_string();
        // A client that is gone has closed our input as well, which ends the session.
        let _ = write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len());
        let _ = self.output.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_refused_and_what_is_none_of_ours_is_named() {
        assert!(read(b"{").unwrap_err().contains("not JSON"));
        assert!(read(b"7").unwrap_err().contains("type"));
        assert!(
            read(br#"{"type":"request","command":"next"}"#)
                .unwrap_err()
                .contains("seq")
        );
        assert!(read(br#"{"type":"request","seq":1}"#).unwrap_err().contains("command"));
        assert!(read(br#"{"type":"response","seq":1}"#).unwrap().is_none());
        let asked = |body: &[u8]| read(body).unwrap().unwrap().asked;
        let unknown = asked(br#"{"type":"request","seq":1,"command":"readMemory"}"#).unwrap_err();
        assert!(unknown.contains("readMemory"), "{unknown}");
        let wrong = asked(br#"{"type":"request","seq":1,"command":"stackTrace","arguments":{"threadId":"x"}}"#);
        assert!(wrong.unwrap_err().contains("arguments"));
        let missing = asked(br#"{"type":"request","seq":1,"command":"evaluate"}"#).unwrap_err();
        assert!(missing.contains("expression"), "{missing}");
    }

    #[test]
    fn frames_have_their_length_in_bytes() {
        let mut written = Vec::new();
        Client::new(&mut written).event("output", json!({ "output": "é" }));
        let text = String::from_utf8(written).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert_eq!(head, format!("Content-Length: {}", body.len()));
        assert!(body.contains("\"seq\":1"), "{body}");
    }
}
