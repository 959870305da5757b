//! Coverage of the exploration as the page shows it: the report's counts, and the whole source files.

use std::collections::BTreeMap;

use dropwire_check::facts::reported::{ClassCoverage, MethodCoverage};
use dropwire_check::{Report, Reported};
use dropwire_vm::types::{external_type, split_descriptor};
use serde_json::{Value, json};

use crate::json::Paths;
use crate::sources::relative_to;

/// What a target's report says of coverage, if it was asked for.
pub(super) fn covered(report: &Report, paths: Paths<'_>) -> Option<Value> {
    report.reports.iter().find_map(|reported| match reported {
        Reported::Coverage { classes } => Some(document(classes, paths)),
        Reported::Trace { .. }
        | Reported::Progress { .. }
        | Reported::Values { .. }
        | Reported::Contention { .. }
        | Reported::Profile(_) => None,
    })
}

fn document(classes: &[ClassCoverage], paths: Paths<'_>) -> Value {
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let classes = classes.iter().map(|class| {
        let found = paths.sources.path_of_class(&class.class, class.file.as_deref());
        let path = found.map(|path| {
            let name = relative_to(&path, paths.folder).to_string_lossy().into_owned();
            let lines = || paths.sources.lines(&path).to_vec();
            sources.entry(name.clone()).or_insert_with(lines);
            name
        });
        json!({
            "class": class.class,
            "file": class.file,
            "path": path,
            "methods": class.methods.iter().map(of_method).collect::<Vec<_>>(),
            "lines": class.lines,
        })
    });
    let classes: Vec<Value> = classes.collect();
    json!({ "classes": classes, "sources": sources })
}

fn of_method(method: &MethodCoverage) -> Value {
    json!({
        "title": title(method),
        "line": method.line,
        "instructions": method.instructions,
        "branches": method.branches,
    })
}

/// A method as a program writes it: `sell(int)`.
fn title(method: &MethodCoverage) -> String {
    let (parameters, _) = split_descriptor(&method.descriptor);
    let short = |descriptor: &str| {
        let name = external_type(descriptor);
        name.rsplit_once('.')
            .map_or_else(|| name.clone(), |(_, short)| short.to_owned())
    };
    let parameters: Vec<String> = parameters.into_iter().map(short).collect();
    format!("{}({})", method.method, parameters.join(", "))
}
