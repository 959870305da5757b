//! What the actor receives, and what it says. Closed sets, free of the transport.

use std::path::PathBuf;
use std::sync::Arc;

use dropwire_check::{Finding, Report, Statistics};
use serde::Serialize;
use serde_json::Value;
use tower_lsp::lsp_types::{Diagnostic, MessageType, ProgressParamsValue, Range, TextEdit, Url, WorkspaceFolder};

use super::client::ClientInfo;
use super::scan::{Asked, ClientModule, Scan, ScannedTarget};
use crate::fixes::Fixed;
use crate::results::Stored;
use crate::worker::verify::Outcome;

/// What the actor receives.
#[derive(Debug)]
pub enum Event {
    /// `initialize`
    Initialize(Box<ClientInfo>),
    /// `initialized`: from now on the client listens.
    Initialized,
    /// `textDocument/didOpen`
    Opened {
        /// The document.
        uri: Url,
        /// All of it.
        text: String,
        /// As the client counts.
        version: i32,
    },
    /// `textDocument/didChange`
    Changed {
        /// The document.
        uri: Url,
        /// All of it.
        text: String,
        /// As the client counts.
        version: i32,
    },
    /// `textDocument/didSave`
    Saved(Url),
    /// `workspace/didChangeWorkspaceFolders`
    FoldersChanged {
        /// New ones.
        added: Vec<WorkspaceFolder>,
        /// Gone ones.
        removed: Vec<WorkspaceFolder>,
    },
    /// `dropwire.server.openTrail`
    OpenTrail {
        /// The trail's id.
        id: String,
    },
    /// `dropwire.server.suppress`
    Suppress {
        /// The id of the finding's trail.
        id: String,
    },
    /// `dropwire.server.findFixes`
    FindFixes {
        /// The id of the finding's trail.
        id: String,
    },
    /// `dropwire.server.writeFixture`
    WriteFixture {
        /// The key of a target that needs one.
        target: String,
    },
    /// `dropwire.server.explore`
    Explore {
        /// The method: `shop.Till#add(int,int)`.
        method: String,
    },
    /// `dropwire.server.generateTests`
    GenerateTests {
        /// A class, or a method of it.
        target: String,
    },
    /// A search for fixes has ended.
    FixesFound {
        /// The id of the finding's trail.
        id: String,
        /// What the finding is, in one line.
        title: String,
        /// The edits that help; the verified ones first.
        fixed: Vec<Fixed>,
    },
    /// A handler waits until everything that the client sent before has been heard.
    Await(tokio::sync::oneshot::Sender<()>),
    /// `dropwire.server.verify`
    Verify {
        /// The target's key; all of them without.
        target: Option<String>,
    },
    /// `dropwire.server.verify` of a class, a method or an object that need not be a target.
    VerifyClass(Box<Asked>),
    /// Settings of the client: `workspace/didChangeConfiguration`, or its answer to `workspace/configuration`.
    Settings(Value),
    /// The client's settings have changed, and it wants to be asked for them.
    AskForSettings,
    /// `textDocument/didClose`
    Closed(Url),
    /// `dropwire/classPaths`
    ClassPaths(Vec<ClientModule>),
    /// `window/workDoneProgress/cancel`
    ProgressCancelled {
        /// The token that the server made.
        token: String,
    },
    /// The client has answered `window/workDoneProgress/create`.
    ProgressCreated {
        /// The token.
        token: String,
    },
    /// The client could not show a document.
    NotShown {
        /// The file.
        path: PathBuf,
    },
    /// Files changed, probably.
    Touched(Vec<PathBuf>),
    /// Sources changed, probably.
    SourcesTouched(Vec<PathBuf>),
    /// Watching failed.
    WatchFailed(String),
    /// A scan has settled.
    Scanned(Box<Scan>),
    /// The server has compiled a folder of sources itself.
    Compiled {
        /// The folder.
        folder: PathBuf,
        /// Where the classes are, if there was anything to compile; or why there are none.
        classes: Result<Option<PathBuf>, String>,
    },
    /// The user's own command has ended.
    Built {
        /// The folder.
        folder: PathBuf,
        /// What went wrong, as a sentence.
        built: Result<(), String>,
    },
    /// A verification goes on.
    Progress {
        /// Which.
        run: u64,
        /// So far.
        statistics: Statistics,
    },
    /// A verification goes on, and has found something.
    Found {
        /// Which.
        run: u64,
        /// Confirmed ones have been replayed.
        findings: Vec<Finding>,
    },
    /// A verification has ended.
    Finished {
        /// Which.
        run: u64,
        /// With what.
        ended: Box<Ended>,
    },
    /// `shutdown`
    Shutdown,
}

/// How a run has ended.
#[derive(Debug)]
pub struct Ended {
    /// What came of it.
    pub outcome: Outcome,
    /// A file of its class path that is no longer what it was.
    pub changed: Option<String>,
    /// The answer as it was kept.
    pub kept: Option<Arc<Stored>>,
    /// Why it could not be kept on disk.
    pub not_on_disk: Option<String>,
}

/// A target's new verdict.
#[allow(dead_code, reason = "read by callers without a transport")]
#[derive(Clone, Debug)]
pub struct Answered {
    /// The target, with its class path and the folders of its sources.
    pub target: ScannedTarget,
    /// The answer.
    pub report: Report,
    /// It was known from an earlier run: nothing ran.
    pub from_cache: bool,
}

/// The state of the server: `experimental/serverStatus`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServerStatus {
    /// `ok`, `warning` or `error`.
    pub health: &'static str,
    /// Nothing runs, and nothing waits.
    pub quiescent: bool,
    /// One line.
    pub message: String,
}

/// Text for the client to write.
#[derive(Debug)]
pub struct Writing {
    /// Where.
    pub uri: Url,
    /// What.
    pub edit: TextEdit,
    /// What the user then has to write, in the new text.
    pub to_write: Range,
    /// What else is written, in other documents.
    pub also: Vec<(Url, TextEdit)>,
    /// What is there before.
    pub file: Before,
    /// What it is, for the message if the client declines: `the [[ignore]]`.
    pub what: &'static str,
    /// What is said when it is written.
    pub done: Option<String>,
}

/// What is there before a text is written.
#[derive(Debug)]
pub enum Before {
    /// A document.
    Document,
    /// An empty file that was made for it: goes again if the client declines.
    Empty(PathBuf),
    /// Nothing: the client makes the file, and never over one.
    Nothing,
}

/// What the actor says to the client.
#[derive(Debug)]
pub enum Outgoing {
    /// The diagnostics of a document, all of them.
    Publish(Url, Vec<Diagnostic>),
    /// `window/showMessage`
    Message(MessageType, String),
    /// `experimental/serverStatus`
    Status(ServerStatus),
    /// `workspace/configuration`; [`Event::Settings`] answers.
    AskForSettings,
    /// `client/registerCapability` for changes of the settings.
    RegisterForSettings,
    /// A verdict, for a client that wants reports.
    #[allow(dead_code, reason = "read by callers without a transport")]
    Answered(Box<Answered>),
    /// `workspace/applyEdit`, then `window/showDocument` where the client can.
    Write(Box<Writing>),
    /// `window/showDocument`; the path is shown in a message if the client cannot.
    ShowDocument(Url, PathBuf),
    /// `dropwire/showTrail`
    ShowTrail(Value),
    /// `dropwire/targetsChanged`, with all of them.
    Targets(Value),
    /// `workspace/codeLens/refresh`
    RefreshLenses,
    /// `workspace/inlayHint/refresh`
    RefreshHints,
    /// `window/workDoneProgress/create`
    CreateProgress(String),
    /// `$/progress`
    Progress(String, ProgressParamsValue),
}
