//! A language client as small as it can be: frames messages, answers the server's requests, waits for what a test expects.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Whatever has not come by then will not come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server and its client.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// Notifications and requests that no test has asked for yet.
    unheard: VecDeque<Value>,
    next_id: u64,
    /// Why it applies no edits, if it does not.
    pub declines: Option<&'static str>,
}

impl Editor {
    /// Starts the server; its cache is below the project, so that tests do not meet.
    pub fn start(project: &Path) -> Editor {
        Editor::start_with_cache(&project.join(".cache"))
    }

    /// Starts the server with this cache.
    pub fn start_with_cache(cache: &Path) -> Editor {
        let mut server = Command::new(binary())
            .arg("lsp")
            .env("XDG_CACHE_HOME", cache)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = server.stdin.take().unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Editor {
            server,
            input,
            messages,
            unheard: VecDeque::new(),
            next_id: 1,
            declines: None,
        }
    }

    /// `initialize` and `initialized`; gives the server's answer.
    pub fn initialize(&mut self, root: &Path, capabilities: Value) -> Value {
        self.initialize_with(root, capabilities, json!({}))
    }

    /// The same with `initializationOptions`.
    pub fn initialize_with(&mut self, root: &Path, capabilities: Value, options: Value) -> Value {
        let params = json!({
            "processId": std::process::id(),
            "rootUri": file_uri(root),
            "workspaceFolders": [{ "uri": file_uri(root), "name": "test" }],
            "initializationOptions": options,
            "capabilities": capabilities
        });
        let answer = self.request("initialize", params);
        self.notify("initialized", json!({}));
        answer
    }

    /// Sends a request and gives its result.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.call(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a request that must fail, and gives the error.
    pub fn request_error(&mut self, method: &str, params: Value) -> Value {
        let answer = self.call(method, params);
        assert!(answer.get("error").is_some(), "{method}: {answer}");
        answer["error"].clone()
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Waits for a notification that fits.
    pub fn notification(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let wanted = |message: &Value| message["method"] == method && fits(&message["params"]);
        self.wait_for(method, wanted)["params"].clone()
    }

    /// As [`Editor::notification`], and forgets those of this sort that came before it.
    pub fn latest(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let wanted = |message: &Value| message["method"] == method && fits(&message["params"]);
        // Where it has not come yet, all that comes meanwhile is older as well.
        let mut older = self.unheard.iter().position(wanted).unwrap_or(usize::MAX);
        let found = self.wait_for(method, wanted)["params"].clone();
        self.unheard.retain(|message| {
            let is_older = older > 0;
            older = older.saturating_sub(1);
            !(is_older && message["method"] == method)
        });
        found
    }

    /// Waits until the server has adopted all that is on disk now, and gives its targets then. A key that it does not know, written
    /// into `dropwire.toml`, is the mark: the scan that warns of it has seen what was there before.
    pub fn scan(&mut self, root: &Path) -> Value {
        let file = root.join("dropwire.toml");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let kept = match text.split_once('\n') {
            Some((first, rest)) if first.starts_with("mark") => rest,
            _ => &text,
        };
        let mark = format!("mark{}", self.next_id);
        std::fs::write(&file, format!("{mark} = 1\n{kept}")).unwrap();
        let uri = file_uri(&file);
        let named = |remark: &Value| remark["message"].as_str().is_some_and(|text| text.contains(&mark));
        self.diagnostics(&uri, |remarks| remarks.iter().any(named));
        self.unheard.retain(|message| message["params"]["uri"] != uri.as_str());
        self.request("dropwire/targets", Value::Null)
    }

    /// As [`Editor::scan`], and waits until nothing is left to verify.
    pub fn rest(&mut self, root: &Path) -> Value {
        self.scan(root);
        let status = |message: &Value| message["method"] == "experimental/serverStatus";
        let rests = |message: &Value| status(message) && message["params"]["quiescent"] == true;
        if !self.unheard.iter().rfind(|message| status(message)).is_some_and(rests) {
            self.unheard.retain(|message| !status(message));
            self.wait_for("rest", rests);
        }
        self.request("dropwire/targets", Value::Null)
    }

    /// Waits until a document's diagnostics fit.
    pub fn diagnostics(&mut self, uri: &str, fit: impl Fn(&Vec<Value>) -> bool) -> Vec<Value> {
        let wanted = |params: &Value| params["uri"] == uri && params["diagnostics"].as_array().is_some_and(&fit);
        let params = self.notification("textDocument/publishDiagnostics", wanted);
        params["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// Waits for the document that the server wants shown.
    pub fn shown_document(&mut self) -> Value {
        self.notification("window/showDocument", |_| true)
    }

    /// Ends the server as the protocol says, while its input stays open; gives its exit status.
    pub fn shutdown_and_exit(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.exit()
    }

    /// The same, with `"params": null`, as eglot says it.
    pub fn shutdown_with_null_and_exit(mut self) -> Option<i32> {
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "shutdown", "params": null }));
        let answer = self.wait_for("shutdown", |message| {
            message["id"] == id && message.get("method").is_none()
        });
        assert!(answer.get("error").is_none(), "{answer}");
        self.exit()
    }

    /// Sends `exit` and waits for the end of the process.
    pub fn exit(&mut self) -> Option<i32> {
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline {
            if let Some(status) = self.server.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the server lives on after `exit`");
    }

    /// The processes that the server has started and that live.
    #[cfg(target_os = "linux")]
    pub fn workers(&self) -> Vec<u32> {
        let server = self.server.id().to_string();
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
        numbers
            .filter(|&id| parent_of_living(id).is_some_and(|parent| parent == server))
            .collect()
    }

    /// The server's process.
    pub fn id(&self) -> u32 {
        self.server.id()
    }

    /// Waits until the server says that it rests, and has said nothing for a while.
    pub fn settle(&mut self, quiet: Duration) {
        let deadline = Instant::now() + 4 * PATIENCE;
        let mut last = Instant::now();
        let mut count = 0;
        loop {
            self.listen();
            if self.unheard.len() != count {
                (count, last) = (self.unheard.len(), Instant::now());
            }
            let mut states = self.unheard.iter().rev();
            let state = states.find(|message| message["method"] == "experimental/serverStatus");
            let rests = state.is_some_and(|message| message["params"]["quiescent"] == true);
            if rests && last.elapsed() > quiet {
                return;
            }
            assert!(Instant::now() < deadline, "the server does not come to rest: {state:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What is published at last, by document: line, code and message of each diagnostic.
    pub fn published(&mut self) -> std::collections::BTreeMap<String, Vec<String>> {
        self.listen();
        let mut documents = std::collections::BTreeMap::new();
        let published = self
            .unheard
            .iter()
            .filter(|message| message["method"] == "textDocument/publishDiagnostics");
        for message in published {
            let diagnostics = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            let shown = diagnostics.iter().map(|found| {
                format!(
                    "{} {} {}",
                    found["range"]["start"]["line"], found["code"], found["message"]
                )
            });
            let uri = message["params"]["uri"].as_str().unwrap_or_default().to_owned();
            documents.insert(uri, shown.collect::<Vec<_>>());
        }
        documents.retain(|_, shown| !shown.is_empty());
        documents
    }

    /// Sends bytes that need not be a message.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
        self.input.flush().unwrap();
    }

    /// Ends the server as nothing can prevent.
    #[cfg(target_os = "linux")]
    pub fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// The workers that use the processor.
    #[cfg(target_os = "linux")]
    pub fn busy_workers(&self) -> Vec<u32> {
        let before: Vec<(u32, u64)> = self.workers().into_iter().map(|id| (id, cpu_ticks(id))).collect();
        std::thread::sleep(Duration::from_millis(100));
        let busy = before.into_iter().filter(|&(id, ticks)| cpu_ticks(id) > ticks + 1);
        busy.map(|(id, _)| id).collect()
    }

    /// The parameters of all notifications of this sort that have come and that nobody has asked for.
    pub fn heard(&mut self, method: &str) -> Vec<Value> {
        self.listen();
        let (found, rest) = self.unheard.drain(..).partition(|message| message["method"] == method);
        self.unheard = rest;
        let found: VecDeque<Value> = found;
        found.into_iter().map(|message| message["params"].clone()).collect()
    }

    /// Whether one has come.
    pub fn has_heard(&mut self, method: &str) -> bool {
        self.listen();
        self.unheard.iter().any(|message| message["method"] == method)
    }

    /// Forgets what has come so far.
    pub fn forget_heard(&mut self) {
        self.listen();
        self.unheard.clear();
    }

    fn listen(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            if message.get("method").is_some() && message.get("id").is_some() {
                self.answer(&message);
            }
            self.unheard.push_back(message);
        }
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.wait_for(method, |message| message["id"] == id && message.get("method").is_none())
    }

    /// The first message that fits; messages before it stay for others, but for diagnostics that it replaces.
    fn wait_for(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unheard.iter().position(&fits) {
            return self.unheard.remove(index).unwrap();
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).unwrap_or_else(|_| {
                panic!("no {what} came; unheard: {:#?}", self.unheard);
            });
            if message.get("method").is_some() && message.get("id").is_some() {
                self.answer(&message);
            }
            if fits(&message) {
                return message;
            }
            self.unheard.push_back(message);
        }
    }

    /// Answers what the server asks of its client.
    fn answer(&mut self, request: &Value) {
        let result = match request["method"].as_str() {
            Some("window/showDocument") => json!({ "success": true }),
            Some("workspace/applyEdit") => match self.declines {
                Some(why) => json!({ "applied": false, "failureReason": why }),
                None => json!({ "applied": true }),
            },
            _ => Value::Null,
        };
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The server of this build: Cargo names it to its own tests, else it lies beside.
fn binary() -> std::path::PathBuf {
    match option_env!("CARGO_BIN_EXE_dropwire") {
        Some(path) => path.into(),
        None => std::env::current_exe().unwrap().with_file_name("dropwire"),
    }
}

/// Polls for a state that no message announces. `what` is the message of the failure.
pub fn until(what: &str, mut fits: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !fits() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether there is a compiler; one that was demanded and is missing is a failure.
pub fn has_javac() -> bool {
    let found = std::process::Command::new("javac").arg("-version").output().is_ok();
    if !found {
        assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
        eprintln!("skipped: no javac on the path");
    }
    found
}

/// A path as a `file:` URI; the tests' paths need no escapes.
pub fn file_uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Processor time of a process, in the kernel's ticks.
#[cfg(target_os = "linux")]
pub fn cpu_ticks(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = status.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<u64> = fields
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    fields
        .get(11)
        .zip(fields.get(12))
        .map_or(0, |(user, system)| user + system)
}

/// Whether a process has ended.
#[cfg(target_os = "linux")]
pub fn has_ended(id: u32) -> bool {
    parent_of_living(id).is_none()
}

/// The parent of a process; `None` if it has ended, also if nobody has asked for its status yet.
#[cfg(target_os = "linux")]
pub fn parent_of_living(id: u32) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may hold anything.
    let mut fields = status.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    (state != "Z" && state != "X").then(|| fields.next().unwrap_or_default().to_owned())
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => {
                if let Some(value) = header.strip_prefix("Content-Length: ") {
                    length = value.parse().ok()?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
