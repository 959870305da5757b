//! `--report KIND`.

use std::path::PathBuf;

use dropwire_check::ReportKind;

/// A report that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedReport {
    /// Which.
    pub kind: ReportKind,
    /// Where it is written in a format of its own.
    pub file: Option<PathBuf>,
}

impl AskedReport {
    /// Reads `coverage` or `coverage=build/exploration.info`.
    ///
    /// # Errors
    /// A sentence that says which reports there are.
    pub fn read(text: &str) -> Result<AskedReport, String> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let kind = ReportKind::by_name(name).ok_or_else(|| {
            let names = ReportKind::ALL.map(ReportKind::name);
            format!("`{name}` is not a report; expected one of {}", names.join(", "))
        })?;
        match file {
            Some(_) if kind != ReportKind::Coverage => {
                Err(format!("only coverage can be written to a file, not {name}"))
            }
            Some(file) if file.as_os_str().is_empty() => Err("the file name is empty".into()),
            file => Ok(AskedReport { kind, file }),
        }
    }
}
