//! What the client can do, as far as it matters to us. Nothing is used that it did not say it can.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tower_lsp::lsp_types::{InitializeParams, PositionEncodingKind, ResourceOperationKind, Url, WorkspaceFolder};

/// The client.
#[derive(Clone, Debug, Default)]
pub struct ClientInfo {
    /// Its open folders.
    pub folders: Vec<WorkspaceFolder>,
    /// Its process, whose end is ours.
    pub process: Option<u32>,
    /// Positions count UTF-8 bytes, not UTF-16 units.
    pub utf8: bool,
    /// `window.workDoneProgress`
    pub progress: bool,
    /// `window.showDocument`
    pub show_document: bool,
    /// `experimental.serverStatusNotification`
    pub status: bool,
    /// `experimental.dropwire.showTrail`: it has a panel for trails.
    pub show_trail: bool,
    /// `experimental.dropwire.targets`: it wants to hear of every change of a target.
    pub targets: bool,
    /// `workspace.codeLens.refreshSupport`
    pub refresh_lenses: bool,
    /// It wants to hear each verdict as a report (not over LSP).
    pub reports: bool,
    /// `workspace.configuration`: it can be asked for settings.
    pub configuration: bool,
    /// `workspace.didChangeConfiguration.dynamicRegistration`
    pub register_configuration: bool,
    /// `textDocument.inlayHint` with `workspace.inlayHint.refreshSupport`
    pub refresh_hints: bool,
    /// `workspace.applyEdit`
    pub apply_edit: bool,
    /// `workspace.workspaceEdit.documentChanges`: edits may name the versions that they are about.
    pub versioned_edits: bool,
    /// `workspace.workspaceEdit.resourceOperations`: it creates files, and never one over another.
    pub create_files: bool,
    /// `initializationOptions`, as far as they are settings.
    pub settings: Value,
    /// `initializationOptions.trusted`: commands that files of the project name may run.
    pub trusted: bool,
    /// Programs may read files of the project: it is trusted, or a person has asked for it on the command line.
    pub reads_files: bool,
    /// `initializationOptions.jdk`, a path, or its `home`.
    pub jdk: Option<PathBuf>,
}

impl ClientInfo {
    /// A client without any capability that has one folder open; `None` if its path is not absolute.
    #[allow(dead_code, reason = "for callers without a transport")]
    pub fn of_folder(folder: &Path) -> Option<ClientInfo> {
        let uri = Url::from_directory_path(folder).ok()?;
        let name = folder.display().to_string();
        Some(ClientInfo {
            folders: vec![WorkspaceFolder { uri, name }],
            ..ClientInfo::default()
        })
    }

    /// Reads the parameters of `initialize`.
    #[allow(deprecated, reason = "older clients send rootUri only")]
    pub fn from(params: &InitializeParams) -> ClientInfo {
        let capabilities = &params.capabilities;
        let experimental = capabilities.experimental.as_ref();
        let encodings = capabilities
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_ref());
        let window = capabilities.window.as_ref();
        let flag = |pointer: &str| experimental.and_then(|value| value.pointer(pointer)) == Some(&Value::Bool(true));
        let mut folders = params.workspace_folders.clone().unwrap_or_default();
        if let (true, Some(uri)) = (folders.is_empty(), &params.root_uri) {
            folders.push(WorkspaceFolder {
                uri: uri.clone(),
                name: "workspace".into(),
            });
        }
        let options = params.initialization_options.as_ref();
        let jdk = options.and_then(|options| options.get("jdk"));
        let jdk = jdk.and_then(|jdk| jdk.as_str().or_else(|| jdk.get("home")?.as_str()));
        let workspace = capabilities.workspace.as_ref();
        let trusted = options.and_then(|options| options.get("trusted")) == Some(&Value::Bool(true));
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        ClientInfo {
            folders,
            process: params.process_id,
            utf8: encodings.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)),
            progress: window.and_then(|window| window.work_done_progress) == Some(true),
            apply_edit: capabilities
                .workspace
                .as_ref()
                .and_then(|workspace| workspace.apply_edit)
                == Some(true),
            versioned_edits: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref())
                .and_then(|edit| edit.document_changes)
                == Some(true),
            create_files: creates_files(params),
            show_document: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
            status: flag("/serverStatusNotification"),
            show_trail: flag("/dropwire/showTrail") || flag("/dropwire.showTrail"),
            targets: flag("/dropwire/targets"),
            refresh_lenses: lenses.and_then(|lenses| lenses.refresh_support) == Some(true),
            reports: false,
            configuration: workspace.and_then(|workspace| workspace.configuration) == Some(true),
            register_configuration: workspace
                .and_then(|workspace| workspace.did_change_configuration)
                .and_then(|change| change.dynamic_registration)
                == Some(true),
            refresh_hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref())
                .and_then(|hints| hints.refresh_support)
                == Some(true),
            trusted,
            reads_files: trusted,
            settings: options.cloned().unwrap_or_default(),
            jdk: jdk.filter(|home| !home.is_empty()).map(PathBuf::from),
        }
    }

    /// The unit of positions that we answer with.
    pub fn encoding(&self) -> PositionEncodingKind {
        if self.utf8 {
            PositionEncodingKind::UTF8
        } else {
            PositionEncodingKind::UTF16
        }
    }
}

/// Whether an edit may create a file.
fn creates_files(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
    let applies = workspace.and_then(|workspace| workspace.apply_edit) == Some(true);
    let operations = edits.and_then(|edits| edits.resource_operations.as_ref());
    let in_order = edits.and_then(|edits| edits.document_changes) == Some(true);
    applies && in_order && operations.is_some_and(|known| known.contains(&ResourceOperationKind::Create))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn capabilities_are_read() {
        let params = json!({
            "processId": 7, "rootUri": "file:///project",
            "initializationOptions": { "jdk": "/opt/jdk" },
            "capabilities": {
                "general": { "positionEncodings": ["utf-16", "utf-8"] },
                "window": { "workDoneProgress": true, "showDocument": { "support": true } },
                "experimental": { "serverStatusNotification": true, "dropwire": { "showTrail": true } }
            }
        });
        let info = ClientInfo::from(&serde_json::from_value(params).unwrap());
        assert!(info.utf8 && info.progress && info.show_document && info.status && info.show_trail);
        assert_eq!(info.folders[0].uri.as_str(), "file:///project");
        assert_eq!((info.process, info.jdk), (Some(7), Some("/opt/jdk".into())));
        let nested = json!({ "capabilities": {}, "initializationOptions": { "jdk": { "home": "/opt/jdk" } } });
        let nested = ClientInfo::from(&serde_json::from_value(nested).unwrap());
        assert_eq!(nested.jdk, Some("/opt/jdk".into()));
        let bare = ClientInfo::from(&serde_json::from_value(json!({ "capabilities": {} })).unwrap());
        assert!(!bare.create_files && !info.create_files);
        let edits = json!({ "documentChanges": true, "resourceOperations": ["rename", "create"] });
        let workspace = json!({ "applyEdit": true, "workspaceEdit": edits });
        let creates = json!({ "capabilities": { "workspace": workspace } });
        assert!(ClientInfo::from(&serde_json::from_value(creates).unwrap()).create_files);
        assert!(!bare.utf8 && !bare.progress && !bare.show_document && !bare.status && !bare.show_trail);
    }
}
