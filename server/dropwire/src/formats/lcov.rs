//! Coverage of the exploration in the LCOV format (the man page of geninfo): a record for each class, a test name for each target.
//!
//! A count is 1 where some path has run the line, the method or the way of the branch, and 0 where none has: how often is no property of a space.

use std::fmt::Write as _;

use dropwire_check::Reported;
use dropwire_check::facts::reported::ClassCoverage;

use super::{Answer, Call};
use crate::json::Paths;
use crate::sources::relative_to;

/// The coverage of all targets.
pub fn document(call: &Call<'_>) -> String {
    let mut text = String::new();
    for answer in &call.answers {
        let paths = Paths {
            sources: &answer.sources,
            folder: call.folder,
        };
        for reported in &answer.report.reports {
            if let Reported::Coverage { classes } = reported {
                let written = classes
                    .iter()
                    .try_for_each(|class| record(&mut text, answer, class, paths));
                written.expect("texts take all that is written");
            }
        }
    }
    text
}

fn record(text: &mut String, answer: &Answer, class: &ClassCoverage, paths: Paths<'_>) -> std::fmt::Result {
    // Letters, digits and underscores are all that a test name may have.
    let name = answer.title().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    writeln!(text, "TN:{name}\nSF:{}", source(class, paths))?;
    for method in &class.methods {
        let full = format!("{}.{}{}", class.class, method.method, method.descriptor);
        writeln!(text, "FN:{},{full}", method.line.unwrap_or(0))?;
        writeln!(text, "FNDA:{},{full}", u8::from(method.instructions.covered > 0))?;
    }
    let covered = class
        .methods
        .iter()
        .filter(|method| method.instructions.covered > 0)
        .count();
    writeln!(text, "FNF:{}\nFNH:{covered}", class.methods.len())?;
    let (mut ways, mut taken) = (0, 0);
    for line in &class.lines {
        for (number, (jumped, passed)) in line.branches.iter().enumerate() {
            for (way, gone) in [jumped, passed].into_iter().enumerate() {
                // A branch that has not run has no count at all.
                let count = match (*gone, *jumped || *passed) {
                    (true, _) => "1",
                    (false, true) => "0",
                    (false, false) => "-",
                };
                writeln!(text, "BRDA:{},{number},{way},{count}", line.line)?;
                ways += 1;
                taken += u32::from(*gone);
            }
        }
    }
    writeln!(text, "BRF:{ways}\nBRH:{taken}")?;
    for line in &class.lines {
        writeln!(text, "DA:{},{}", line.line, u8::from(line.instructions.covered > 0))?;
    }
    let hit = class.lines.iter().filter(|line| line.instructions.covered > 0).count();
    writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", class.lines.len())
}

/// The path of the source file; where it is not found, the one that the class has below a folder of sources.
fn source(class: &ClassCoverage, paths: Paths<'_>) -> String {
    let found = paths.sources.path_of_class(&class.class, class.file.as_deref());
    let by_name = || {
        let package = class
            .class
            .rsplit_once('.')
            .map_or(String::new(), |(package, _)| package.replace('.', "/") + "/");
        let file = class.file.clone().unwrap_or_else(|| format!("{}.java", class.class));
        format!("{package}{file}")
    };
    found.map_or_else(by_name, |path| relative_to(&path, paths.folder).display().to_string())
}
