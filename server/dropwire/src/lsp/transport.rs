//! The transport: the only file that knows tower-lsp. Handlers send an event or read the board; nothing is decided here.
//!
//! Guards against what tower-lsp 0.20 does: handlers run out of order (each message takes a ticket in wire order), the
//! process stays after `exit` while its input is open (it ends here), and a handler that waits for the client blocks the
//! rest (none does; a task of its own speaks to the client).

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower_lsp::jsonrpc::{Error, Request, Response, Result};
use tower_lsp::lsp_types::notification::{Notification, Progress as ProgressNotification};
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer, LspService, Server};
use tower_service::Service;

use super::actor::publish::trail_answer;
use super::answers;
use super::client::ClientInfo;
use super::code_actions::{
    COMMANDS, EXPLORE, FIND_FIXES, GENERATE_TESTS, OPEN_TRAIL, SUPPRESS, VERIFY, WRITE_FIXTURE, java_source,
    of_findings, place_actions, verify_command,
};
use super::completion::completions;
use super::core::Core;
use super::event::{Before, Event, Outgoing, Writing};
use super::frames;
use super::inbox::{Post, Ticket};
use super::object_use;
use super::properties::{self, is_configuration};
use super::published_state::Board;
use super::scan::{Asked, Inputs};
use super::targets::TargetCard;
use super::watch::is_source;
use crate::system;

/// Handlers that run at once. None waits for the client, so this is only a bound on memory.
const CONCURRENT_HANDLERS: usize = 64;

/// The request for what is known of the targets.
const TARGETS: &str = "dropwire/targets";

tokio::task_local! {
    /// The place of the message that a handler works on.
    static TICKET: Ticket;
}

/// Serves until the input closes, or ends the process on `exit`.
pub async fn serve() {
    let (out, outgoing) = unbounded_channel();
    // The receiver ends with the process.
    let Core { post, board } = Core::start(move |said| drop(out.send(said)));
    let was_shut_down = Arc::new(AtomicBool::new(false));
    let backend_post = post.clone();
    let (service, socket) = LspService::build(|client| {
        tokio::spawn(speak(client, outgoing, backend_post.clone()));
        Backend {
            post: backend_post.clone(),
            board,
            was_shut_down: Arc::clone(&was_shut_down),
            utf8: AtomicBool::new(false),
            versioned: AtomicBool::new(false),
        }
    })
    .custom_method("window/workDoneProgress/cancel", Backend::progress_cancelled)
    .custom_method("dropwire/trail", Backend::trail)
    .custom_method(TARGETS, Backend::targets)
    .custom_method("dropwire/classPaths", Backend::class_paths)
    .finish();
    let ordered = Ordered {
        inner: service,
        post,
        next: 0,
        was_shut_down,
    };
    Server::new(frames::standard_input(), tokio::io::stdout(), socket)
        .concurrency_level(CONCURRENT_HANDLERS)
        .serve(ordered)
        .await;
}

/// Hands out tickets in wire order, and ends the process after `exit`.
struct Ordered {
    inner: LspService<Backend>,
    post: Post,
    next: Ticket,
    was_shut_down: Arc<AtomicBool>,
}

type Answer = std::result::Result<Option<Response>, tower_lsp::ExitedError>;

impl Service<Request> for Ordered {
    type Response = Option<Response>;
    type Error = tower_lsp::ExitedError;
    type Future = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<std::result::Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if request.method() == "exit" {
            // By the protocol: 0 after `shutdown`, else 1. Workers end as their input closes.
            std::process::exit(i32::from(!self.was_shut_down.load(Ordering::SeqCst)));
        }
        if let Some(refusal) = frames::refusal(&request).or_else(|| frames::unknown_request(&request)) {
            return Box::pin(std::future::ready(Ok(Some(refusal))));
        }
        let ticket = self.next;
        self.next += 1;
        let post = self.post.clone();
        let handled = TICKET.scope(ticket, self.inner.call(without_null(request)));
        Box::pin(async move {
            let answer = handled.await;
            post.close(ticket);
            answer
        })
    }
}

/// `"params": null` is no parameters: eglot says `shutdown` so, and tower-lsp would refuse it, as it would refuse `{}` for our request that has none.
fn without_null(request: Request) -> Request {
    match request.params() {
        Some(Value::Null) => {}
        Some(_) if request.method() == TARGETS => {}
        _ => return request,
    }
    let (method, id, _) = request.into_parts();
    match id {
        Some(id) => Request::build(method).id(id).finish(),
        None => Request::build(method).finish(),
    }
}

struct Backend {
    post: Post,
    board: Arc<Board>,
    was_shut_down: Arc<AtomicBool>,
    /// Positions count UTF-8 bytes.
    utf8: AtomicBool,
    /// Edits name the versions of the documents that they are about.
    versioned: AtomicBool,
}

impl Backend {
    fn utf8(&self) -> bool {
        self.utf8.load(Ordering::Relaxed)
    }

    /// Posts to the actor, in the order of the wire.
    fn post(&self, event: Event) {
        match TICKET.try_with(|ticket| *ticket) {
            Ok(ticket) => self.post.send_ordered(ticket, event),
            Err(_) => self.post.send(event),
        }
    }

    /// Waits until the actor has heard everything that the client sent before this message.
    async fn heard_what_came_before(&self) {
        let (heard, waits) = tokio::sync::oneshot::channel();
        self.post(Event::Await(heard));
        // An error means that the actor has ended: nothing more is heard.
        let _ = waits.await;
    }

    /// The text of a document that is a configuration, with what the client sent before this message.
    async fn configuration(&self, uri: &Url) -> Option<String> {
        if !is_configuration(uri) {
            return None;
        }
        self.heard_what_came_before().await;
        self.board.configuration(uri)
    }

    async fn progress_cancelled(&self, params: WorkDoneProgressCancelParams) {
        if let NumberOrString::String(token) = params.token {
            self.post(Event::ProgressCancelled { token });
        }
    }

    async fn targets(&self) -> Result<Value> {
        Ok(json!({ "targets": *self.board.targets() }))
    }

    async fn class_paths(&self, params: Value) {
        match serde_json::from_value(params.get("modules").cloned().unwrap_or_default()) {
            Ok(modules) => self.post(Event::ClassPaths(modules)),
            Err(error) => tracing::warn!("dropwire/classPaths: {error}"),
        }
    }

    async fn trail(&self, params: Value) -> Result<Value> {
        let id = params.get("id").and_then(Value::as_str).unwrap_or_default();
        let card = self
            .board
            .trail(id)
            .ok_or_else(|| Error::invalid_params(format!("there is no trail `{id}`")))?;
        Ok(trail_answer(&card))
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let client = ClientInfo::from(&params);
        let capabilities = capabilities(&client);
        self.utf8.store(client.utf8, Ordering::Relaxed);
        self.versioned.store(client.versioned_edits, Ordering::Relaxed);
        if let Some(process) = client.process {
            end_with(process);
        }
        self.post(Event::Initialize(Box::new(client)));
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "dropwire".into(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.post(Event::Initialized);
    }

    async fn shutdown(&self) -> Result<()> {
        self.was_shut_down.store(true, Ordering::SeqCst);
        self.post(Event::Shutdown);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, text, version, .. } = params.text_document;
        self.post(Event::Opened { uri, text, version });
    }

    async fn did_change(&self, mut params: DidChangeTextDocumentParams) {
        // The whole text, as the capabilities ask for.
        if let Some(change) = params.content_changes.pop().filter(|change| change.range.is_none()) {
            let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
            let text = change.text;
            self.post(Event::Changed { uri, text, version });
        }
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        if let Some(text) = self.configuration(&at.text_document.uri).await {
            let cards = self.board.properties();
            return Ok(properties::hover(&cards, &at.text_document.uri, &text, at.position));
        }
        let uri = &at.text_document.uri;
        let of_property = || {
            let cards = self.board.properties();
            let text = properties::is_stated_in(&cards, uri).then(|| java_source(uri))??;
            properties::hover_of_source(&cards, uri, &text, at.position)
        };
        let of_findings = answers::hover(&self.board, uri, at.position, self.utf8());
        Ok(of_findings.or_else(of_property))
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let text = self.configuration(&at.text_document.uri).await;
        let list = text.map(|text| completions(&text, at.position, &self.board.classes(), self.utf8()));
        Ok(list.map(CompletionResponse::List))
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = params.text_document.uri;
        Ok(Some(answers::hints(&self.board, &uri, params.range, self.utf8())))
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        Ok(answers::definition(&self.board, &at.text_document.uri, at.position))
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        Ok(answers::symbols(&self.board, &params.text_document.uri))
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        Ok(answers::folds(&self.board, &params.text_document.uri))
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.post(Event::Saved(params.text_document.uri));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let paths = params
            .changes
            .iter()
            .filter_map(|change| change.uri.to_file_path().ok());
        self.post(Event::SourcesTouched(paths.filter(|path| is_source(path)).collect()));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.post(Event::Closed(params.text_document.uri));
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        match params.settings {
            // So says a client that wants to be asked.
            Value::Null => self.post(Event::AskForSettings),
            settings => self.post(Event::Settings(settings)),
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.post(Event::FoldersChanged {
            added: params.event.added,
            removed: params.event.removed,
        });
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let only = params.context.only.as_ref();
        let of_place = match only.is_none_or(|only| only.contains(&CodeActionKind::EMPTY)) {
            true => place_actions(&self.board, &params.text_document.uri, params.range.start.line),
            false => Vec::new(),
        };
        let wanted = |only: &Vec<CodeActionKind>| only.iter().any(|kind| "quickfix".starts_with(kind.as_str()));
        if !params.context.only.as_ref().is_none_or(wanted) {
            return Ok((!of_place.is_empty()).then_some(of_place));
        }
        if self.board.has_fixes(&params.text_document.uri) {
            // An edit has positions: a change of the text that the client sent before this request must count.
            self.heard_what_came_before().await;
        }
        let versioned = self.versioned.load(Ordering::Relaxed);
        let mut actions = of_findings(&self.board, &params.text_document.uri, params.range, versioned);
        actions.extend(of_place);
        Ok((!actions.is_empty()).then_some(actions))
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let uri = params.text_document.uri;
        if let Some(text) = self.configuration(&uri).await {
            return Ok(Some(properties::lenses(&self.board.properties(), &uri, &text)));
        }
        let targets = self.board.targets();
        let here = targets.iter().filter(|target| target.uri.as_ref() == Some(&uri));
        let of_targets = here.flat_map(TargetCard::lenses);
        let source = java_source(&uri);
        let stated = source
            .as_ref()
            .map(|text| properties::lenses_of_source(&self.board.properties(), &uri, text));
        let offered = source.map(|text| object_use::lenses(&self.board, &text));
        let offered = offered.into_iter().flatten().map(|(line, offer)| CodeLens {
            range: Range::new(Position::new(line, 0), Position::new(line, 0)),
            command: Some(verify_command(offer.title.clone(), offer.argument())),
            data: None,
        });
        let stated = stated.into_iter().flatten();
        Ok(Some(of_targets.chain(stated).chain(offered).collect()))
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        let first = params.arguments.first();
        let id = first.and_then(|argument| argument.as_str().or_else(|| argument.get("trail")?.as_str()));
        let class = first.and_then(|argument| argument.get("class")?.as_str());
        match (params.command.as_str(), id) {
            (OPEN_TRAIL, Some(id)) => {
                self.post(Event::OpenTrail { id: id.to_owned() });
                Ok(None)
            }
            (SUPPRESS, Some(id)) => {
                self.post(Event::Suppress { id: id.to_owned() });
                Ok(None)
            }
            (FIND_FIXES, Some(id)) => {
                self.post(Event::FindFixes { id: id.to_owned() });
                Ok(None)
            }
            (WRITE_FIXTURE, _) => {
                let target = first.and_then(|argument| argument.get("target")?.as_str());
                let target = target
                    .ok_or_else(|| Error::invalid_params(format!("{WRITE_FIXTURE} expects the key of a target")))?;
                self.post(Event::WriteFixture {
                    target: target.to_owned(),
                });
                Ok(None)
            }
            (FIND_FIXES, None) => Err(Error::invalid_params(format!("{FIND_FIXES} expects the id of a trail"))),
            (SUPPRESS, None) => Err(Error::invalid_params(format!("{SUPPRESS} expects the id of a trail"))),
            (OPEN_TRAIL, None) => Err(Error::invalid_params(format!("{OPEN_TRAIL} expects the id of a trail"))),
            (EXPLORE, _) => {
                let method = class.map(str::to_owned);
                let method = method
                    .ok_or_else(|| Error::invalid_params(format!("{EXPLORE} expects the `class` of a method")))?;
                self.post(Event::Explore { method });
                Ok(None)
            }
            (GENERATE_TESTS, _) => {
                let target = class.map(str::to_owned);
                let target = target.ok_or_else(|| {
                    Error::invalid_params(format!("{GENERATE_TESTS} expects a `class`, or a method of one"))
                })?;
                self.post(Event::GenerateTests { target });
                Ok(None)
            }
            (VERIFY, _) if class.is_some_and(|class| class.trim().is_empty()) => {
                Err(Error::invalid_params(format!("{VERIFY} expects the name of a class")))
            }
            (VERIFY, _) if class.is_some() => {
                let said = first.and_then(|argument| argument.get("object"));
                let object = object_use::read(said).map_err(Error::invalid_params)?;
                self.post(Event::VerifyClass(Box::new(Asked {
                    class: class.unwrap_or_default().to_owned(),
                    object,
                    inputs: Inputs::Given,
                })));
                Ok(None)
            }
            (VERIFY, target) => {
                let key = first.and_then(|argument| argument.get("target")?.as_str()).or(target);
                self.post(Event::Verify {
                    target: key.map(str::to_owned),
                });
                Ok(None)
            }
            (unknown, _) => Err(Error::invalid_params(format!("unknown command `{unknown}`"))),
        }
    }
}

fn capabilities(client: &ClientInfo) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(client.encoding()),
        // Only to see how lines have moved: class files hold what was compiled from disk.
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                include_text: Some(false),
            })),
            ..TextDocumentSyncOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::EMPTY]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        // Of `dropwire.toml`.
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "(", "[", "\"", "'", "="].map(String::from).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        // A client with a panel for trails writes its steps behind the lines itself.
        inlay_hint_provider: (!client.show_trail).then_some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).into(),
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        experimental: Some(json!({ "dropwire": { "trail": true, "targets": true, "classPaths": true } })),
        ..ServerCapabilities::default()
    }
}

/// The edit that writes it; where the client makes the file, never over one.
fn workspace_edit(writing: &Writing) -> WorkspaceEdit {
    match &writing.file {
        Before::Document | Before::Empty(_) => {
            let also = writing.also.iter().cloned();
            let edits = std::iter::once((writing.uri.clone(), writing.edit.clone())).chain(also);
            WorkspaceEdit::new(edits.map(|(uri, edit)| (uri, vec![edit])).collect())
        }
        Before::Nothing => {
            let create = CreateFile {
                uri: writing.uri.clone(),
                options: Some(CreateFileOptions {
                    overwrite: Some(false),
                    ignore_if_exists: Some(false),
                }),
                annotation_id: None,
            };
            let insert = TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    uri: writing.uri.clone(),
                    version: None,
                },
                edits: vec![OneOf::Left(writing.edit.clone())],
            };
            WorkspaceEdit {
                document_changes: Some(DocumentChanges::Operations(vec![
                    DocumentChangeOperation::Op(ResourceOp::Create(create)),
                    DocumentChangeOperation::Edit(insert),
                ])),
                ..WorkspaceEdit::default()
            }
        }
    }
}

/// Has the client write, and then shows where the user goes on writing.
async fn write(client: Client, writing: Writing) {
    let answer = client.apply_edit(workspace_edit(&writing)).await;
    if !answer.as_ref().is_ok_and(|answer| answer.applied) {
        if let Before::Empty(empty) = &writing.file {
            // It was ours and is empty: nobody misses it.
            let _ = std::fs::remove_file(empty);
        }
        let why = answer.ok().and_then(|answer| answer.failure_reason);
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        let text = format!("Dropwire: the editor did not insert {}{why}", writing.what);
        client.show_message(MessageType::WARNING, text).await;
        return;
    }
    if let Some(done) = writing.done {
        client.show_message(MessageType::INFO, done).await;
    }
    let params = ShowDocumentParams {
        uri: writing.uri,
        external: Some(false),
        take_focus: Some(true),
        selection: Some(writing.to_write),
    };
    // A client that cannot show it has written it all the same; the missing reason is a warning there.
    let _ = client.show_document(params).await;
}

/// Ends this process when the client's does, also if our input stays open.
fn end_with(process: u32) {
    std::thread::spawn(move || {
        while system::process_lives(process) {
            std::thread::sleep(Duration::from_millis(500));
        }
        std::process::exit(1);
    });
}

enum StatusChanged {}

impl Notification for StatusChanged {
    type Params = Value;
    const METHOD: &'static str = "experimental/serverStatus";
}

enum TargetsChanged {}

impl Notification for TargetsChanged {
    type Params = Value;
    const METHOD: &'static str = "dropwire/targetsChanged";
}

enum ShowTrail {}

impl Notification for ShowTrail {
    type Params = Value;
    const METHOD: &'static str = "dropwire/showTrail";
}

/// Says what the actor wants said. Requests to the client are awaited in tasks of their own.
async fn speak(client: Client, mut outgoing: UnboundedReceiver<Outgoing>, post: Post) {
    while let Some(what) = outgoing.recv().await {
        match what {
            Outgoing::Publish(uri, diagnostics) => client.publish_diagnostics(uri, diagnostics, None).await,
            Outgoing::Message(kind, text) => client.show_message(kind, text).await,
            Outgoing::Status(status) => client.send_notification::<StatusChanged>(json!(status)).await,
            Outgoing::ShowTrail(trail) => client.send_notification::<ShowTrail>(trail).await,
            Outgoing::Targets(targets) => client.send_notification::<TargetsChanged>(targets).await,
            Outgoing::AskForSettings => {
                let (client, post) = (client.clone(), post.clone());
                tokio::spawn(async move {
                    let item = ConfigurationItem {
                        scope_uri: None,
                        section: Some("dropwire".into()),
                    };
                    if let Ok(mut answers) = client.configuration(vec![item]).await
                        && let Some(settings) = answers.pop()
                    {
                        post.send(Event::Settings(settings));
                    }
                });
            }
            Outgoing::RegisterForSettings => {
                let client = client.clone();
                tokio::spawn(async move {
                    let registration = Registration {
                        id: "dropwire.settings".into(),
                        method: "workspace/didChangeConfiguration".into(),
                        register_options: Some(json!({ "section": "dropwire" })),
                    };
                    if let Err(error) = client.register_capability(vec![registration]).await {
                        tracing::warn!("the client does not report changed settings: {error}");
                    }
                });
            }
            // For callers without a transport.
            Outgoing::Answered(_) => {}
            Outgoing::RefreshHints => {
                let client = client.clone();
                tokio::spawn(async move {
                    // As below.
                    let _ = client.inlay_hint_refresh().await;
                });
            }
            Outgoing::RefreshLenses => {
                let client = client.clone();
                tokio::spawn(async move {
                    // A client that fails at this shows old lenses until the next edit.
                    let _ = client.code_lens_refresh().await;
                });
            }
            Outgoing::Progress(token, value) => {
                let params = ProgressParams {
                    token: NumberOrString::String(token),
                    value,
                };
                client.send_notification::<ProgressNotification>(params).await;
            }
            Outgoing::CreateProgress(token) => {
                let (client, post) = (client.clone(), post.clone());
                tokio::spawn(async move {
                    let params = WorkDoneProgressCreateParams {
                        token: NumberOrString::String(token.clone()),
                    };
                    if client.send_request::<WorkDoneProgressCreate>(params).await.is_ok() {
                        post.send(Event::ProgressCreated { token });
                    }
                });
            }
            Outgoing::Write(writing) => {
                tokio::spawn(write(client.clone(), *writing));
            }
            Outgoing::ShowDocument(uri, path) => {
                let (client, post) = (client.clone(), post.clone());
                tokio::spawn(async move {
                    let params = ShowDocumentParams {
                        uri,
                        external: Some(false),
                        take_focus: Some(false),
                        selection: None,
                    };
                    if !client.show_document(params).await.unwrap_or(false) {
                        post.send(Event::NotShown { path });
                    }
                });
            }
        }
    }
}
