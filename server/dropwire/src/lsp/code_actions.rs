//! Code actions, and the commands that they run: what can be done about the findings at a place, and for what is declared there.

use serde_json::{Value, json};
use tower_lsp::lsp_types::*;

use super::all_inputs::{self, Offer, Wish};
use super::methods;
use super::object_use;
use super::published_state::{Board, Offered, OfferedDocument, trail_id};
use super::targets::TargetCard;

/// Opens a trail.
pub const OPEN_TRAIL: &str = "dropwire.server.openTrail";
/// Verifies a target again, or all.
pub const VERIFY: &str = "dropwire.server.verify";
/// Writes an `[[ignore]]` for a finding.
pub const SUPPRESS: &str = "dropwire.server.suppress";
/// Looks for edits that help against a finding.
pub const FIND_FIXES: &str = "dropwire.server.findFixes";
/// Writes a class that makes an object for a target.
pub const WRITE_FIXTURE: &str = "dropwire.server.writeFixture";
/// Explores a method for all inputs.
pub const EXPLORE: &str = "dropwire.server.explore";
/// Writes tests of a method or of a class.
pub const GENERATE_TESTS: &str = "dropwire.server.generateTests";
/// All of them.
pub const COMMANDS: [&str; 7] = [
    OPEN_TRAIL,
    VERIFY,
    SUPPRESS,
    FIND_FIXES,
    WRITE_FIXTURE,
    EXPLORE,
    GENERATE_TESTS,
];

/// What can be done about the findings at a place. `versioned`: the client applies edits only to the versions of the documents that they are about.
pub fn of_findings(board: &Board, uri: &Url, range: Range, versioned: bool) -> Vec<CodeActionOrCommand> {
    let published = || board.touching(uri, range);
    published()
        .into_iter()
        .filter_map(open_trail_action)
        .chain(fix_actions(board, uri, range, versioned))
        .chain(verify_actions(board, uri, range))
        .chain(suppress_actions(published()))
        .chain(fixture_actions(board, uri, range.start.line))
        .collect()
}

/// To verify again the targets that found what is here.
fn verify_actions(board: &Board, uri: &Url, range: Range) -> Vec<CodeActionOrCommand> {
    let here = board.touching(uri, range);
    let trails: Vec<&str> = here.iter().filter_map(trail_id).collect();
    let targets = board.targets();
    let found_it = targets.iter().filter(|target| target.found_any(&trails));
    found_it
        .map(|target| {
            let title = format!("Dropwire: verify {} again", target.title);
            CodeActionOrCommand::CodeAction(CodeAction {
                title: title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                command: Some(Command {
                    title,
                    command: VERIFY.into(),
                    arguments: Some(vec![json!({ "target": target.key })]),
                }),
                ..CodeAction::default()
            })
        })
        .collect()
}

fn open_trail_action(diagnostic: Diagnostic) -> Option<CodeActionOrCommand> {
    let id = trail_id(&diagnostic)?.to_owned();
    let title = "Dropwire: open the trail".to_owned();
    let command = Command {
        title: title.clone(),
        command: OPEN_TRAIL.into(),
        arguments: Some(vec![json!({ "trail": id })]),
    };
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        command: Some(command),
        ..CodeAction::default()
    }))
}

/// The fixes that were found for the findings at a place; before a search for them, the action that starts it.
fn fix_actions(board: &Board, uri: &Url, range: Range, versioned: bool) -> Vec<CodeActionOrCommand> {
    let counts = |diagnostic: &Diagnostic| diagnostic.severity != Some(DiagnosticSeverity::HINT);
    let here = board.touching(uri, range).into_iter().filter(counts);
    let of = |diagnostic: Diagnostic| {
        let Some(id) = trail_id(&diagnostic).map(str::to_owned) else {
            return Vec::new();
        };
        let is_shown = board
            .trail(&id)
            .is_some_and(|card| !card.finding.trail.steps.is_empty());
        match board.fixes(&id) {
            Some(fixes) => fixes
                .into_iter()
                .map(|fix| fix_action(board, fix, &diagnostic, versioned))
                .collect(),
            None if is_shown => vec![find_fixes_action(id, diagnostic)],
            None => Vec::new(),
        }
    };
    here.flat_map(of).collect()
}

/// `versioned`: the client applies the edits only to the versions that they are about.
fn fix_action(board: &Board, fix: Offered, diagnostic: &Diagnostic, versioned: bool) -> CodeActionOrCommand {
    let documents = fix.documents.into_iter();
    let edit = if versioned {
        let of = |document: OfferedDocument| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: board.version(&document.uri),
                uri: document.uri,
            },
            edits: document.edits.into_iter().map(OneOf::Left).collect(),
        };
        WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(documents.map(of).collect())),
            ..WorkspaceEdit::default()
        }
    } else {
        WorkspaceEdit::new(documents.map(|document| (document.uri, document.edits)).collect())
    };
    CodeActionOrCommand::CodeAction(CodeAction {
        title: format!("Dropwire: {}", fix.title),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(edit),
        is_preferred: fix.is_verified.then_some(true),
        ..CodeAction::default()
    })
}

fn find_fixes_action(id: String, diagnostic: Diagnostic) -> CodeActionOrCommand {
    let title = "Dropwire: look for a verified fix".to_owned();
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        command: Some(Command {
            title,
            command: FIND_FIXES.into(),
            arguments: Some(vec![json!({ "trail": id })]),
        }),
        ..CodeAction::default()
    })
}

/// The text of a Java source, as it is on disk.
pub fn java_source(uri: &Url) -> Option<String> {
    let path = uri.to_file_path().ok()?;
    let is_java = path.extension().is_some_and(|extension| extension == "java");
    let text = is_java.then(|| crate::files::read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// To verify the method that is declared on a line, and objects of the class that is; to explore methods, and to write tests of them.
pub fn place_actions(board: &Board, uri: &Url, line: u32) -> Vec<CodeActionOrCommand> {
    let Some(text) = java_source(uri) else {
        return Vec::new();
    };
    let of_method = methods::at(&text, line).map(|method| {
        let title = format!("Dropwire: verify {}", method.name);
        let argument = json!({ "class": method.target() });
        verify_action(title, argument)
    });
    let of_object = object_use::offered(board, &text, line).into_iter().map(|offer| {
        let title = format!("Dropwire: {}", offer.title);
        verify_action(title, offer.argument())
    });
    let for_all_inputs = all_inputs::offered(board, &text, line).into_iter().map(wish_action);
    of_method.into_iter().chain(of_object).chain(for_all_inputs).collect()
}

fn wish_action(offer: Offer) -> CodeActionOrCommand {
    let title = format!("Dropwire: {}", offer.title);
    let command = match offer.wish {
        Wish::Explore => EXPLORE,
        Wish::GenerateTests => GENERATE_TESTS,
    };
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::EMPTY),
        command: Some(Command {
            title,
            command: command.into(),
            arguments: Some(vec![json!({ "class": offer.target })]),
        }),
        ..CodeAction::default()
    })
}

/// To write the fixture that a target of the class on a line needs.
fn fixture_actions(board: &Board, uri: &Url, line: u32) -> Vec<CodeActionOrCommand> {
    let targets = board.targets();
    let here = targets
        .iter()
        .filter(|target| target.uri.as_ref() == Some(uri) && target.line == line);
    let action = |target: &TargetCard| {
        let fixture = target.fixture.as_ref()?;
        let title = format!("Dropwire: write {}", fixture.rsplit('.').next().unwrap_or(fixture));
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            command: Some(Command {
                title,
                command: WRITE_FIXTURE.into(),
                arguments: Some(vec![json!({ "target": target.key })]),
            }),
            ..CodeAction::default()
        }))
    };
    here.filter_map(action).take(1).collect()
}

fn verify_action(title: String, argument: Value) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::EMPTY),
        command: Some(verify_command(title, argument)),
        ..CodeAction::default()
    })
}

pub fn verify_command(title: String, argument: Value) -> Command {
    Command {
        title,
        command: VERIFY.into(),
        arguments: Some(vec![argument]),
    }
}

/// To suppress what is not suppressed yet.
fn suppress_actions(diagnostics: Vec<Diagnostic>) -> impl Iterator<Item = CodeActionOrCommand> {
    let counts = |diagnostic: &Diagnostic| diagnostic.severity != Some(DiagnosticSeverity::HINT);
    diagnostics.into_iter().filter(counts).filter_map(|diagnostic| {
        let id = trail_id(&diagnostic)?.to_owned();
        let title = "Dropwire: suppress with a reason".to_owned();
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            command: Some(Command {
                title,
                command: SUPPRESS.into(),
                arguments: Some(vec![json!({ "trail": id })]),
            }),
            ..CodeAction::default()
        }))
    })
}
