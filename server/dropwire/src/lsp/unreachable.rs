//! Branches that no inputs of a method take, as hints on their lines: what an exploration for all inputs has proved.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dropwire_check::words::note;
use dropwire_check::{Location, Note, Report};
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, DiagnosticTag, NumberOrString, Url};

use super::diagnostics::{Context, SOURCE, line_range, related_information};
use crate::sources::Sources;

/// `code` of these hints.
const CODE: &str = "unreachable-code";

/// The branches of a method that no inputs take.
struct Unreachable<'a> {
    class: &'a str,
    file: Option<&'a str>,
    /// The line of each, and the one where the method would go on.
    lines: &'a [(u32, u32)],
}

fn all(report: &Report) -> impl Iterator<Item = Unreachable<'_>> {
    report.notes.iter().filter_map(|note| match note {
        Note::UnreachableBranches { class, file, lines } => Some(Unreachable {
            class,
            file: file.as_deref(),
            lines,
        }),
        // No other note is about branches.
        _ => None,
    })
}

impl Unreachable<'_> {
    fn location(&self, line: u32) -> Location {
        Location {
            class: self.class.to_owned(),
            method: String::new(),
            file: self.file.map(str::to_owned),
            line: Some(line),
        }
    }

    fn path(&self, sources: &Sources) -> Option<PathBuf> {
        sources.path_of_class(self.class, self.file)
    }

    /// The branches by their lines.
    fn by_line(&self) -> BTreeMap<u32, Vec<(u32, u32)>> {
        let mut by_line: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for (from, to) in self.lines {
            by_line.entry(*from).or_default().push((*from, *to));
        }
        by_line
    }

    /// The hint on one line. The line itself runs: what does not is named beside it.
    fn hint(&self, line: u32, branches: Vec<(u32, u32)>, context: Context<'_>) -> Option<(Url, Diagnostic)> {
        let path = self.path(context.sources)?;
        let elsewhere = branches.iter().filter(|(from, to)| from != to);
        let related: Vec<_> = elsewhere
            .filter_map(|(_, to)| {
                related_information(&self.location(*to), "no inputs lead from there to here", context)
            })
            .collect();
        let said = note::sentences(&[Note::UnreachableBranches {
            class: self.class.to_owned(),
            file: self.file.map(str::to_owned),
            lines: branches,
        }]);
        let hint = Diagnostic {
            range: line_range(&path, Some(line), context),
            severity: Some(DiagnosticSeverity::HINT),
            code: Some(NumberOrString::String(CODE.into())),
            source: Some(SOURCE.into()),
            message: said.join("; "),
            related_information: (!related.is_empty()).then_some(related),
            tags: Some(vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        };
        Some((context.uris.uri(&path)?, hint))
    }
}

/// The hints of a report, in a stable order.
pub fn hints(report: &Report, context: Context<'_>) -> Vec<(Url, Diagnostic)> {
    let of_method = |unreachable: Unreachable<'_>| {
        let by_line = unreachable.by_line().into_iter();
        let hints = by_line.filter_map(|(line, branches)| unreachable.hint(line, branches, context));
        hints.collect::<Vec<_>>()
    };
    all(report).flat_map(of_method).collect()
}

/// The files that have hints.
pub fn files(report: &Report, sources: &Sources) -> Vec<PathBuf> {
    all(report)
        .filter_map(|unreachable| unreachable.path(sources))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::documents::Documents;
    use crate::lsp::uris::Uris;
    use crate::text::testing::{till_sources, verified_report};

    #[test]
    fn each_line_with_such_a_branch_has_a_hint_with_the_words_of_the_note() {
        let (_folder, sources) = till_sources();
        let context = Context {
            uris: &Uris::default(),
            sources: &sources,
            documents: &Documents::default(),
            utf8: false,
        };
        let mut report = verified_report();
        report.notes.push(Note::UnreachableBranches {
            class: "shop.Till".into(),
            file: Some("Till.java".into()),
            lines: vec![(2, 4), (2, 5), (6, 6)],
        });
        let hints = hints(&report, context);
        let shown: Vec<(u32, &str, usize)> = hints
            .iter()
            .map(|(_, hint)| {
                let related = hint.related_information.as_ref().map_or(0, Vec::len);
                (hint.range.start.line, hint.message.as_str(), related)
            })
            .collect();
        let both = "no inputs take the branch from line 2 to line 4, or the branch from line 2 to line 5";
        assert_eq!(shown, [(1, both, 2), (5, "no inputs take one branch of line 6", 0)]);
        assert!(hints.iter().all(|(uri, _)| uri.path().ends_with("/Till.java")));
        assert_eq!(files(&report, &sources).len(), 1);
        assert!(super::hints(&verified_report(), context).is_empty());
    }
}
