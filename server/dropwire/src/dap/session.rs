//! One session: what a client asks is asked of the run, and answered in the protocol's terms.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use dropwire_check::debugger::command::{
    Answer, Bound, Command, FrameRow, Motion, Node, Stopped, ThreadRow, Variable, Why,
};
use dropwire_check::{Step, ThreadStatus};
use serde_json::{Value, json};

use super::breakpoints::Breakpoints;
use super::protocol::{
    Asked, Client, DataBreakpointInfo, Evaluate, GotoTargets, Launch, Request, Scopes, StackTrace, Variables,
};
use super::{Launched, Launcher, Reins, words};
use crate::worker::debuggee::Debuggee;

/// Frames of one thread that have a number of their own.
const FRAMES: i64 = 1 << 20;
/// The filter of exception breakpoints that stops at the finding.
const FINDING: &str = "finding";

/// A session, and its client.
pub struct Session<'a, W: Write> {
    client: Client<W>,
    launcher: &'a dyn Launcher,
    reins: Arc<Reins>,
    breakpoints: Breakpoints,
    bound: Vec<Bound>,
    stops_at_finding: bool,
    /// What the client calls the first line.
    first_line: i64,
    run: Option<Run>,
    ended: bool,
}

/// A run that is debugged.
struct Run {
    launched: Launched,
    debuggee: Debuggee,
    stops_at_entry: bool,
    /// Where it is.
    stopped: Option<Stopped>,
    /// What the client's references of variables mean here.
    nodes: Vec<Node>,
    threads: Vec<ThreadRow>,
    /// Bytes of the program's output that the client has.
    shown: usize,
}

impl<'a, W: Write> Session<'a, W> {
    pub fn new(output: W, launcher: &'a dyn Launcher, reins: Arc<Reins>) -> Session<'a, W> {
        Session {
            client: Client::new(output),
            launcher,
            reins,
            breakpoints: Breakpoints::default(),
            bound: Vec::new(),
            stops_at_finding: true,
            first_line: 1,
            run: None,
            ended: false,
        }
    }

    /// Does what a request asks. Whether the session goes on.
    pub fn answer(&mut self, mut request: Request) -> bool {
        let asked = std::mem::replace(&mut request.asked, Err(String::new()));
        let motion = asked.as_ref().ok().and_then(motion);
        let ends = matches!(asked, Ok(Asked::Disconnect | Asked::Terminate));
        let configured = matches!(asked, Ok(Asked::ConfigurationDone));
        let launches = matches!(asked, Ok(Asked::Launch(_)));
        let answer = match asked {
            Ok(_) if motion.is_some() && self.run.is_none() => Err("no debug session: send launch first".into()),
            Ok(asked) => self.handle(asked),
            Err(why) => Err(why),
        };
        let done = answer.is_ok();
        self.client.respond(&request, answer);
        if ends {
            self.end();
            return matches!(request.command.as_str(), "terminate");
        }
        if done && launches {
            self.client.event("initialized", json!({}));
        }
        if done && configured {
            self.begin();
        } else if done && let Some(motion) = motion {
            self.go(motion);
        }
        true
    }

    /// Answers what is no request.
    pub fn refuse(&mut self, why: String) {
        self.client.refuse(why);
    }

    fn handle(&mut self, asked: Asked) -> Result<Value, String> {
        match asked {
            Asked::Initialize(client) => {
                self.first_line = i64::from(client.lines_start_at1.unwrap_or(true));
                Ok(capabilities())
            }
            Asked::Launch(launch) => self.launch(&launch),
            Asked::SetBreakpoints(mut wanted) => {
                for row in &mut wanted.breakpoints {
                    row.line += 1 - self.first_line;
                }
                let ids = self.breakpoints.set_lines(wanted);
                self.bind(&ids)
            }
            Asked::SetFunctionBreakpoints(wanted) => {
                let ids = self.breakpoints.set_methods(wanted);
                self.bind(&ids)
            }
            Asked::SetDataBreakpoints(wanted) => {
                let ids = self.breakpoints.set_data(wanted)?;
                self.bind(&ids)
            }
            Asked::SetExceptionBreakpoints(wanted) => {
                self.stops_at_finding = wanted.filters.iter().any(|filter| filter == FINDING);
                Ok(json!({}))
            }
            Asked::DataBreakpointInfo(asked) => self.data(&asked),
            Asked::ExceptionInfo => {
                let finding = &self.run()?.debuggee.finding;
                Ok(json!({ "exceptionId": finding.kind.name(), "description": finding.message, "breakMode": "always" }))
            }
            Asked::Threads => {
                let threads = match self.ask(Command::Threads)? {
                    Answer::Threads(threads) => threads,
                    other => return Err(unexpected(&other)),
                };
                let rows = threads
                    .iter()
                    .map(|row| json!({ "id": row.thread, "name": words::thread(&row.name, row.status) }));
                Ok(json!({ "threads": rows.collect::<Vec<Value>>() }))
            }
            Asked::StackTrace(asked) => self.stack(&asked),
            Asked::Scopes(asked) => self.scopes(&asked),
            Asked::Variables(asked) => self.variables(&asked),
            Asked::Evaluate(asked) => self.evaluate(&asked),
            Asked::GotoTargets(asked) => self.targets(&asked),
            Asked::Goto(_) | Asked::Restart => self.run().map(|_| json!({})),
            Asked::Continue => Ok(json!({ "allThreadsContinued": true })),
            Asked::ConfigurationDone => self.run().map(|_| json!({})),
            Asked::Next
            | Asked::StepIn
            | Asked::StepOut
            | Asked::StepBack
            | Asked::ReverseContinue
            | Asked::Pause
            | Asked::Disconnect
            | Asked::Terminate => Ok(json!({})),
        }
    }

    fn launch(&mut self, launch: &Launch) -> Result<Value, String> {
        if self.run.is_some() {
            return Err("a debug session is already running: restart it, or end it first".into());
        }
        let stops_at_entry = launch.stop_on_entry.unwrap_or(true);
        let launched = self.launcher.launch(launch, &self.reins.control)?;
        let workers = self.launcher.workers();
        let debuggee = Debuggee::start(&launched.trail, &launched.setup, workers, &self.reins.control);
        let debuggee = debuggee.map_err(|refused| words::refused(&refused))?;
        self.reins.hold(debuggee.handle());
        self.run = Some(Run {
            launched,
            debuggee,
            stops_at_entry,
            stopped: None,
            nodes: Vec::new(),
            threads: Vec::new(),
            shown: 0,
        });
        self.bind(&[])?;
        Ok(json!({}))
    }

    fn run(&mut self) -> Result<&mut Run, String> {
        self.run
            .as_mut()
            .ok_or_else(|| "no debug session: send launch first".to_owned())
    }

    fn ask(&mut self, command: Command) -> Result<Answer, String> {
        match self.run()?.debuggee.ask(command)? {
            Answer::Failed(why) => Err(why),
            answer => Ok(answer),
        }
    }

    /// Sets all breakpoints anew; those with these numbers are answered. Before the launch they are kept.
    fn bind(&mut self, ids: &[u64]) -> Result<Value, String> {
        if self.run.is_some() {
            self.bound = match self.ask(Command::Breakpoints(self.breakpoints.all()))? {
                Answer::Bound(bound) => bound,
                other => return Err(unexpected(&other)),
            };
        }
        Ok(self.breakpoints.answer(ids, &self.bound))
    }

    /// The client has set its breakpoints: the run begins.
    fn begin(&mut self) {
        self.go(Motion::Entry);
        let goes_on = self.run.as_ref().is_some_and(|run| !run.stops_at_entry);
        if goes_on && !self.ended {
            self.go(Motion::Continue);
        }
    }

    fn go(&mut self, motion: Motion) {
        self.reins.moving(true);
        let answer = self.ask(Command::Move(motion));
        self.reins.moving(false);
        let stopped = match answer {
            Ok(Answer::Stopped(stopped)) => stopped,
            Ok(other) => return self.fail(&unexpected(&other)),
            Err(why) => return self.fail(&why),
        };
        let silent = motion == Motion::Entry
            && self
                .run
                .as_ref()
                .is_some_and(|run| !run.stops_at_entry && run.stopped.is_none());
        let over = motion == Motion::Continue && stopped.why == Why::End && !self.stops_at_finding;
        if let Err(why) = self.arrive(&stopped) {
            return self.fail(&why);
        }
        if over {
            self.end();
        } else if !silent {
            self.report(&stopped);
        }
    }

    /// The run is at another place: threads have come or gone, and something was printed.
    fn arrive(&mut self, stopped: &Stopped) -> Result<(), String> {
        let threads = match self.ask(Command::Threads)? {
            Answer::Threads(threads) => threads,
            other => return Err(unexpected(&other)),
        };
        let run = self.run()?;
        run.nodes.clear();
        run.stopped = Some(stopped.clone());
        let lives = |rows: &[ThreadRow], thread: u32| {
            rows.iter()
                .any(|row| row.thread == thread && row.status != ThreadStatus::Ended)
        };
        let before = std::mem::replace(&mut run.threads, threads.clone());
        let shown = run.shown;
        for row in before
            .iter()
            .filter(|row| lives(&before, row.thread) && !lives(&threads, row.thread))
        {
            self.client
                .event("thread", json!({ "reason": "exited", "threadId": row.thread }));
        }
        for row in threads
            .iter()
            .filter(|row| lives(&threads, row.thread) && !lives(&before, row.thread))
        {
            self.client
                .event("thread", json!({ "reason": "started", "threadId": row.thread }));
        }
        // What was printed once remains in a client's console, also where the run goes back.
        if stopped.printed > shown {
            if let Answer::Printed(output) = self.ask(Command::Printed { from: shown })? {
                self.client
                    .event("output", json!({ "category": "stdout", "output": output }));
            }
            self.run()?.shown = stopped.printed;
        }
        Ok(())
    }

    fn report(&mut self, stopped: &Stopped) {
        let Some(run) = &self.run else { return };
        let steps = &run.launched.trail.steps;
        let place = words::place(stopped, steps);
        let finding = &run.debuggee.finding;
        let (reason, hit): (&str, &[usize]) = match &stopped.why {
            Why::Entry => ("entry", &[]),
            Why::Step => ("step", &[]),
            Why::Breakpoints(hit) if hit.iter().all(|index| self.breakpoints.is_method(*index)) => {
                ("function breakpoint", hit)
            }
            Why::Breakpoints(hit) => ("breakpoint", hit),
            Why::Data(hit) => ("data breakpoint", hit),
            Why::End => ("exception", &[]),
            Why::Goto => ("goto", &[]),
            Why::Pause => ("pause", &[]),
        };
        let text = match stopped.why {
            Why::End => format!("{}; {place}", finding.message),
            _ => place,
        };
        let body = json!({
            "reason": reason,
            "description": words::why(&stopped.why, finding),
            "text": text,
            "threadId": stopped.thread,
            "allThreadsStopped": true,
            "hitBreakpointIds": self.breakpoints.ids(hit),
            "step": stopped.step,
            "steps": steps.len(),
        });
        self.client.event("stopped", body);
    }

    fn stack(&mut self, asked: &StackTrace) -> Result<Value, String> {
        let thread = asked.thread_id;
        let frames = self.frames(thread)?;
        let first_line = self.first_line;
        let run = self.run()?;
        let levels = if asked.levels == 0 { frames.len() } else { asked.levels };
        let rows = frames
            .iter()
            .enumerate()
            .skip(asked.start_frame)
            .take(levels)
            .map(|(index, row)| {
                let location = &row.location;
                let class = location.class.rsplit('.').next().unwrap_or_default();
                let line = location.line.map_or(0, |line| i64::from(line) - 1 + first_line);
                let mut frame = json!({
                    "id": i64::from(thread) * FRAMES + index as i64,
                    "name": format!("{class}.{}", location.method),
                    "line": line,
                    "column": if location.line.is_some() { first_line } else { 0 },
                });
                let path = run.launched.sources.path(location);
                let hint = if row.user { "normal" } else { "deemphasize" };
                if let Some(file) = &location.file {
                    frame["source"] = json!({ "name": file, "presentationHint": hint });
                    match path {
                        Some(path) => frame["source"]["path"] = path.display().to_string().into(),
                        None => frame["source"]["origin"] = location.class.as_str().into(),
                    }
                }
                if !row.user {
                    frame["presentationHint"] = "subtle".into();
                }
                frame
            });
        let rows: Vec<Value> = rows.collect();
        Ok(json!({ "stackFrames": rows, "totalFrames": frames.len() }))
    }

    fn frames(&mut self, thread: u32) -> Result<Vec<FrameRow>, String> {
        match self.ask(Command::Frames { thread })? {
            Answer::Frames(frames) => Ok(frames),
            other => Err(unexpected(&other)),
        }
    }

    fn scopes(&mut self, asked: &Scopes) -> Result<Value, String> {
        let (thread, index) = frame_of(asked.frame_id)?;
        let frames = self.frames(thread)?;
        let frame = frames.get(index as usize).ok_or("there is no such frame")?;
        let class = frame.location.class.rsplit('.').next().unwrap_or_default();
        let run = self.run()?;
        let mut rows = vec![json!({
            "name": "Variables",
            "presentationHint": "locals",
            "variablesReference": reference(&mut run.nodes, Node::Locals(thread, index)),
            "expensive": false,
        })];
        if let Some(statics) = frame.statics {
            rows.push(json!({
                "name": format!("Statics of {class}"),
                "variablesReference": reference(&mut run.nodes, statics),
                "expensive": false,
            }));
        }
        rows.push(json!({
            "name": "Locks",
            "variablesReference": reference(&mut run.nodes, Node::Locks(thread)),
            "expensive": false,
        }));
        Ok(json!({ "scopes": rows }))
    }

    fn variables(&mut self, asked: &Variables) -> Result<Value, String> {
        let rows = self.children(asked.variables_reference, asked.start, asked.count)?;
        let run = self.run()?;
        let rows: Vec<Value> = rows.iter().map(|row| shown(&mut run.nodes, row)).collect();
        Ok(json!({ "variables": rows }))
    }

    fn children(&mut self, reference: i64, start: u32, count: u32) -> Result<Vec<Variable>, String> {
        let index = usize::try_from(reference - 1).ok();
        let node = index.and_then(|index| self.run.as_ref()?.nodes.get(index).copied());
        let node = node.ok_or("this variable no longer exists: the run has moved on")?;
        match self.ask(Command::Variables { node, start, count })? {
            Answer::Variables(rows) => Ok(rows),
            other => Err(unexpected(&other)),
        }
    }

    fn evaluate(&mut self, asked: &Evaluate) -> Result<Value, String> {
        let (thread, frame) = match asked.frame_id {
            Some(id) => frame_of(id)?,
            None => (self.run()?.stopped.as_ref().map_or(1, |stopped| stopped.thread), 0),
        };
        let expression = asked.expression.clone();
        let command = Command::Evaluate {
            expression,
            thread,
            frame,
        };
        match self.ask(command)? {
            Answer::Evaluated(Ok(value)) => {
                let mut row = shown(&mut self.run()?.nodes, &value);
                row["result"] = value.value.into();
                Ok(row)
            }
            Answer::Evaluated(Err(error)) => Err(words::expression(&error)),
            other => Err(unexpected(&other)),
        }
    }

    fn data(&mut self, asked: &DataBreakpointInfo) -> Result<Value, String> {
        let none = |why: &str| Ok(json!({ "dataId": null, "description": why }));
        let Some(reference) = asked.variables_reference.filter(|reference| *reference > 0) else {
            return none("only fields, elements, statics and locks can be watched");
        };
        let rows = self.children(reference, 0, 0)?;
        let row = rows.iter().find(|row| row.name == asked.name);
        let Some(watch) = row.and_then(|row| row.watch) else {
            return none("only fields, elements, statics and locks can be watched");
        };
        let id = serde_json::to_string(&watch).map_err(|error| error.to_string())?;
        Ok(json!({ "dataId": id, "description": asked.name, "accessTypes": ["write"], "canPersist": false }))
    }

    /// The steps of the trail on a line.
    fn targets(&mut self, asked: &GotoTargets) -> Result<Value, String> {
        let first_line = self.first_line;
        let run = self.run()?;
        let wanted = asked.source.path.as_deref().unwrap_or_default();
        let here = |step: &Step| {
            let location = step.location.as_ref()?;
            let line = i64::from(location.line?) - 1 + first_line;
            let path = run.launched.sources.path(location)?;
            (line == asked.line && path == Path::new(wanted)).then_some(())
        };
        let steps = run
            .launched
            .trail
            .steps
            .iter()
            .zip(1..)
            .filter(|(step, _)| here(step).is_some());
        let rows = steps
            .map(|(step, number)| json!({ "id": number, "label": words::target(number, step), "line": asked.line }));
        let rows: Vec<Value> = rows.collect();
        Ok(json!({ "targets": rows }))
    }

    /// The run cannot be gone through any more.
    fn fail(&mut self, why: &str) {
        self.client.event(
            "output",
            json!({ "category": "important", "output": format!("{why}\n") }),
        );
        self.end();
    }

    fn end(&mut self) {
        // Dropping it ends the worker.
        self.run = None;
        if !std::mem::replace(&mut self.ended, true) {
            self.client.event("terminated", json!({}));
            self.client.event("exited", json!({ "exitCode": 0 }));
        }
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsFunctionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsGotoTargetsRequest": true,
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
        "exceptionBreakpointFilters": [
            { "filter": FINDING, "label": "The finding", "description": "Stop at the end of the run, where the finding is", "default": true }
        ],
    })
}

/// How the run moves for a request; nothing for those that ask.
fn motion(asked: &Asked) -> Option<Motion> {
    match asked {
        Asked::Continue => Some(Motion::Continue),
        Asked::Next => Some(Motion::Over),
        Asked::StepIn => Some(Motion::In),
        Asked::StepOut => Some(Motion::Out),
        Asked::StepBack => Some(Motion::Back),
        Asked::ReverseContinue => Some(Motion::ReverseContinue),
        Asked::Restart => Some(Motion::Entry),
        Asked::Goto(goto) => Some(Motion::Step(usize::try_from(goto.target_id).unwrap_or(0))),
        Asked::Initialize(_)
        | Asked::Launch(_)
        | Asked::ConfigurationDone
        | Asked::SetBreakpoints(_)
        | Asked::SetFunctionBreakpoints(_)
        | Asked::DataBreakpointInfo(_)
        | Asked::SetDataBreakpoints(_)
        | Asked::SetExceptionBreakpoints(_)
        | Asked::ExceptionInfo
        | Asked::Threads
        | Asked::StackTrace(_)
        | Asked::Scopes(_)
        | Asked::Variables(_)
        | Asked::Evaluate(_)
        | Asked::GotoTargets(_)
        | Asked::Pause
        | Asked::Disconnect
        | Asked::Terminate => None,
    }
}

fn frame_of(id: i64) -> Result<(u32, u32), String> {
    let part = |number: i64| u32::try_from(number).map_err(|_| "there is no such frame".to_owned());
    Ok((part(id / FRAMES)?, part(id % FRAMES)?))
}

/// The client's reference of a node: the same one as long as the run does not move.
fn reference(nodes: &mut Vec<Node>, node: Node) -> usize {
    let known = nodes.iter().position(|one| *one == node);
    1 + known.unwrap_or_else(|| {
        nodes.push(node);
        nodes.len() - 1
    })
}

fn shown(nodes: &mut Vec<Node>, row: &Variable) -> Value {
    let reference = row.node.map_or(0, |node| reference(nodes, node));
    let value = match &row.lock {
        Some(lock) => format!("{} ({})", words::lock(lock), row.value),
        None => row.value.clone(),
    };
    let mut shown = json!({
        "name": row.name,
        "value": value,
        "type": row.ty,
        "variablesReference": reference,
    });
    if row.elements > 0 {
        shown["indexedVariables"] = row.elements.into();
    }
    shown
}

fn unexpected(answer: &Answer) -> String {
    format!("unexpected answer of the run: {answer:?}")
}
