//! From findings to diagnostics: which document, which range, which words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dropwire_check::{Confidence, Finding, Location, Severity, words};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Position, Range, Url,
};

use super::documents::Documents;
use super::uris::Uris;
use crate::config::Warning;
use crate::sources::Sources;
use crate::suppress::Suppressed;
use crate::text::finding::titled;

/// `source` of everything that we publish.
pub const SOURCE: &str = "dropwire";

/// What a conversion needs to know.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The client's spelling.
    pub uris: &'a Uris,
    /// Finds files and lines.
    pub sources: &'a Sources,
    /// How lines of open documents have moved.
    pub documents: &'a Documents,
    /// Positions count UTF-8 bytes.
    pub utf8: bool,
}

/// A finding at an entry of the configuration, which leads to where it shows. `found_by`: names of the targets.
pub fn entry_diagnostic(finding: &Finding, found_by: &[&str], range: Range, context: Context<'_>) -> Diagnostic {
    let nearest = context.sources.nearest(finding);
    let related = nearest.and_then(|(_, place)| related_information(place, "the violation shows here", context));
    Diagnostic {
        range,
        related_information: related.map(|related| vec![related]),
        ..bare(finding, found_by, context)
    }
}

/// All of a diagnostic but its place.
fn bare(finding: &Finding, found_by: &[&str], context: Context<'_>) -> Diagnostic {
    let severity = match (finding.confidence, finding.severity()) {
        (Confidence::Confirmed, Severity::Error) => DiagnosticSeverity::ERROR,
        (Confidence::Confirmed, Severity::Warning) | (Confidence::Potential, _) => DiagnosticSeverity::WARNING,
    };
    Diagnostic {
        range: Range::default(),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.kind.name().into())),
        code_description: context.uris.kind(finding.kind).map(|href| CodeDescription { href }),
        source: Some(SOURCE.into()),
        message: message(finding, found_by),
        related_information: None,
        tags: None,
        data: Some(json!({ "fingerprint": finding.fingerprint, "trail": finding.trail.id })),
    }
}

/// The document and diagnostic of a finding; `None` if no place of it has a source. `found_by`: names of the targets.
pub fn diagnostic(finding: &Finding, found_by: &[&str], context: Context<'_>) -> Option<(Url, Diagnostic)> {
    let (path, location) = context.sources.nearest(finding)?;
    let uri = context.uris.uri(&path)?;
    let related = finding.places().into_iter().filter(|(_, message)| !message.is_empty());
    let related: Vec<_> = related
        .filter_map(|(place, message)| related_information(place, message, context))
        .collect();
    let diagnostic = Diagnostic {
        range: line_range(&path, location.line, context),
        related_information: (!related.is_empty()).then_some(related),
        ..bare(finding, found_by, context)
    };
    Some((uri, diagnostic))
}

/// Remarks about the configuration file.
pub fn configuration(file: &Path, remarks: &[Warning], context: Context<'_>) -> Option<(Url, Vec<Diagnostic>)> {
    let uri = context.uris.uri(file)?;
    let remark = |warning: &Warning| Diagnostic {
        range: range_at(
            file,
            line_of_remark(warning, &uri, context),
            warning.columns.clone(),
            context,
        ),
        severity: Some(DiagnosticSeverity::WARNING),
        code: Some(NumberOrString::String("configuration".into())),
        source: Some(SOURCE.into()),
        message: warning.message.clone(),
        ..Diagnostic::default()
    };
    let remarks = remarks.iter().map(remark).collect();
    Some((uri, remarks))
}

/// The configuration is read when it is saved: what was typed since then moves its lines.
fn line_of_remark(warning: &Warning, uri: &Url, context: Context<'_>) -> u32 {
    let line = u32::try_from(warning.line).unwrap_or(1).saturating_sub(1);
    context.documents.line_since_saved(uri, line)
}

/// A place beside a diagnostic's own; `None` if it has no source.
pub fn related_information(
    place: &Location,
    message: &str,
    context: Context<'_>,
) -> Option<DiagnosticRelatedInformation> {
    let path = context.sources.path(place)?;
    let location = tower_lsp::lsp_types::Location {
        uri: context.uris.uri(&path)?,
        range: line_range(&path, place.line, context),
    };
    Some(DiagnosticRelatedInformation {
        location,
        message: message.to_owned(),
    })
}

/// Class files give lines only: the range is the line's text, where that line is now.
pub fn line_range(path: &Path, line: Option<u32>, context: Context<'_>) -> Range {
    let compiled = line.unwrap_or(1).saturating_sub(1);
    let uri = context.uris.uri(path);
    let index = uri.map_or(compiled, |uri| context.documents.line_now(&uri, compiled));
    range_at(path, index, None, context)
}

/// The text of a line, from 0, as it is now; or a part of it.
fn range_at(path: &Path, index: u32, columns: Option<std::ops::Range<usize>>, context: Context<'_>) -> Range {
    let uri = context.uris.uri(path);
    let shown = uri.as_ref().and_then(|uri| context.documents.text(uri, index));
    let lines = context.sources.lines(path);
    let on_disk = || {
        let line = usize::try_from(index).ok().and_then(|index| lines.get(index));
        line.map_or("", String::as_str)
    };
    let text = shown.unwrap_or_else(on_disk);
    let indent = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(indent);
    // Where it has been edited since, there may be less of it.
    let part = columns.filter(|part| text.get(part.clone()).is_some());
    let part = part.unwrap_or(indent..end);
    let column = |bytes: usize| position_units(&text[..bytes], context.utf8);
    Range {
        start: Position::new(index, column(part.start)),
        end: Position::new(index, column(part.end)),
    }
}

/// The position of a byte of a text.
pub fn position(text: &str, offset: usize, utf8: bool) -> Position {
    let before = &text[..offset.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count();
    Position::new(
        u32::try_from(line).unwrap_or(u32::MAX),
        position_units(&before[line_start..], utf8),
    )
}

/// Units of a line's text: UTF-8 bytes, else UTF-16.
pub fn position_units(text: &str, utf8: bool) -> u32 {
    let units = if utf8 { text.len() } else { text.encode_utf16().count() };
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// A short first line, the inputs, what it needs, and who found it if there are several.
fn message(finding: &Finding, found_by: &[&str]) -> String {
    let potential = match finding.confidence {
        Confidence::Confirmed => "",
        Confidence::Potential => "Potential: ",
    };
    let mut text = format!("{potential}{}", titled(finding));
    if let Some(inputs) = words::defect::inputs(&finding.trail) {
        text.push_str(&format!("\ninputs {inputs}"));
    }
    if !finding.needs.is_empty() {
        text.push_str(&format!("\nrequires {}", words::need::events(&finding.needs)));
    }
    if found_by.len() > 1 {
        text.push_str(&format!("\nfound by {}", found_by.join(", ")));
    }
    text
}

/// A finding, where its sources are, and the targets that found it.
type FoundBy<'a> = (&'a Finding, &'a Sources, Vec<&'a str>);

/// One defect once a document, whatever number of targets found it.
#[derive(Default)]
pub struct Collected<'a> {
    /// By the document and the fingerprint: another module may have a class of that name with the same defect.
    found: BTreeMap<(Option<PathBuf>, &'a str), FoundBy<'a>>,
}

impl<'a> Collected<'a> {
    /// Adds what a target found.
    pub fn add(&mut self, target: &'a str, findings: impl Iterator<Item = &'a Finding>, sources: &'a Sources) {
        for finding in findings {
            let document = sources.nearest(finding).map(|(path, _)| path);
            let entry = self.found.entry((document, &finding.fingerprint));
            let (.., found_by) = entry.or_insert_with(|| (finding, sources, Vec::new()));
            found_by.push(target);
        }
    }

    /// The diagnostics of every document, in a stable order.
    ///
    /// What is suppressed, by the id of its trail, becomes a hint with the reason.
    pub fn documents(
        &self,
        uris: &Uris,
        open: &Documents,
        utf8: bool,
        suppressed: &BTreeMap<String, Suppressed>,
    ) -> BTreeMap<Url, Vec<Diagnostic>> {
        let mut documents: BTreeMap<Url, Vec<Diagnostic>> = BTreeMap::new();
        for (finding, sources, found_by) in self.found.values() {
            let context = Context {
                uris,
                sources,
                documents: open,
                utf8,
            };
            match diagnostic(finding, found_by, context) {
                Some((uri, mut diagnostic)) => {
                    if let Some(why) = suppressed.get(&finding.trail.id) {
                        diagnostic.severity = Some(DiagnosticSeverity::HINT);
                        diagnostic.message.push_str(&format!("\nsuppressed: {}", why.reason));
                    }
                    documents.entry(uri).or_default().push(diagnostic);
                }
                None => tracing::warn!("no source for {} of {}", titled(finding), found_by.join(", ")),
            }
        }
        for diagnostics in documents.values_mut() {
            diagnostics.sort_by_key(|diagnostic| (diagnostic.range.start.line, diagnostic.message.clone()));
        }
        documents
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{deadlock_report, till_sources};

    #[test]
    fn the_range_is_the_lines_text() {
        let (_folder, sources) = till_sources();
        let uris = Uris::default();
        let context = Context {
            uris: &uris,
            sources: &sources,
            documents: &Documents::default(),
            utf8: false,
        };
        let report = deadlock_report();
        let (uri, diagnostic) = diagnostic(&report.findings[0], &["Till"], context).unwrap();
        assert!(uri.path().ends_with("/Till.java"));
        assert_eq!(diagnostic.range, Range::new(Position::new(5, 12), Position::new(5, 35)));
        assert_eq!(diagnostic.severity, Some(DiagnosticSeverity::ERROR));
        assert!(diagnostic.message.starts_with("Deadlock: sell holds drawer"));
        assert_eq!(diagnostic.related_information.unwrap().len(), 2);
        assert_eq!(diagnostic.data.unwrap()["trail"], "3f2a90c1");
        assert_eq!(diagnostic.code_description, None, "no page was written");
    }

    #[test]
    fn a_diagnostic_links_to_what_its_kind_means() {
        let (folder, sources) = till_sources();
        let mut uris = Uris::default();
        uris.set_page_of_kinds(folder.path().join("kinds.md"));
        let context = Context {
            uris: &uris,
            sources: &sources,
            documents: &Documents::default(),
            utf8: false,
        };
        let (_, diagnostic) = diagnostic(&deadlock_report().findings[0], &["Till"], context).unwrap();
        let href = diagnostic.code_description.unwrap().href;
        assert!(href.path().ends_with("/kinds.md"), "{href}");
        let line: usize = href
            .fragment()
            .and_then(|line| line.strip_prefix('L'))
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(crate::kinds_page::PAGE.lines().nth(line - 1), Some("## deadlock"));
    }

    #[test]
    fn positions_count_lines_and_units() {
        assert_eq!(position("", 0, false), Position::new(0, 0));
        assert_eq!(position("a\né𝄞b", 8, false), Position::new(1, 3));
        assert_eq!(position("a\né𝄞b", 8, true), Position::new(1, 6));
        assert_eq!(position("a\n", 2, true), Position::new(1, 0));
    }

    #[test]
    fn columns_in_both_units() {
        assert_eq!(position_units("é𝄞", false), 3);
        assert_eq!(position_units("é𝄞", true), 6);
    }

    #[test]
    fn one_defect_is_published_once() {
        let (_folder, sources) = till_sources();
        let report = deadlock_report();
        let mut collected = Collected::default();
        collected.add("Till", report.findings.iter(), &sources);
        collected.add("OtherMain", report.findings.iter(), &sources);
        let documents = collected.documents(&Uris::default(), &Documents::default(), false, &BTreeMap::new());
        let diagnostics: Vec<_> = documents.values().flatten().collect();
        assert_eq!(diagnostics.len(), 1);
        assert!(diagnostics[0].message.ends_with("found by Till, OtherMain"));
    }

    #[test]
    fn the_same_defect_of_another_module_is_published_too() {
        let modules = [till_sources(), till_sources()];
        let report = deadlock_report();
        let mut collected = Collected::default();
        for (_, sources) in &modules {
            collected.add("Till", report.findings.iter(), sources);
        }
        let documents = collected.documents(&Uris::default(), &Documents::default(), false, &BTreeMap::new());
        assert_eq!(documents.values().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    }

    #[test]
    fn a_suppressed_finding_is_a_hint_with_its_reason() {
        let (_folder, sources) = till_sources();
        let report = deadlock_report();
        let mut collected = Collected::default();
        collected.add("Till", report.findings.iter(), &sources);
        let why = Suppressed {
            by: crate::suppress::By::Ignore,
            reason: "nobody minds".into(),
        };
        let suppressed = BTreeMap::from([(report.findings[0].trail.id.clone(), why)]);
        let documents = collected.documents(&Uris::default(), &Documents::default(), false, &suppressed);
        let diagnostic = documents.values().flatten().next().unwrap();
        assert_eq!(diagnostic.severity, Some(DiagnosticSeverity::HINT));
        assert!(diagnostic.message.ends_with("\nsuppressed: nobody minds"));
    }

    #[test]
    fn a_finding_in_a_library_goes_to_the_users_call() {
        let (_folder, sources) = till_sources();
        let mut report = deadlock_report();
        report.findings[0].location.file = Some("HashMap.java".into());
        report.findings[0].location.class = "java.util.HashMap".into();
        let uris = Uris::default();
        let context = Context {
            uris: &uris,
            sources: &sources,
            documents: &Documents::default(),
            utf8: false,
        };
        let (uri, diagnostic) = diagnostic(&report.findings[0], &["Till"], context).unwrap();
        assert!(uri.path().ends_with("/Till.java"));
        assert_eq!(diagnostic.range.start.line, 5);
    }
}
