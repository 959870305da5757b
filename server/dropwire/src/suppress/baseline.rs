//! A baseline: the findings of an earlier run, so that only new ones count.
//!
//! A JSON file to keep beside the sources: sorted, one line a finding, and without anything that changes when lines move.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::Path;

use dropwire_check::Finding;
use serde::{Deserialize, Serialize};

use super::place_to_ignore;

const FORMAT: u32 = 1;

/// Known findings, by fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<String, Entry>,
}

/// One known finding. Only the fingerprint identifies it; the rest says to a reader which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    fingerprint: String,
    kind: String,
    #[serde(rename = "where")]
    place: String,
}

#[derive(Deserialize)]
struct Document {
    baseline: u32,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Holds these findings.
    pub fn of<'a>(findings: impl Iterator<Item = &'a Finding>) -> Baseline {
        let entry = |finding: &Finding| Entry {
            fingerprint: finding.fingerprint.clone(),
            kind: finding.kind.name().to_owned(),
            place: place_to_ignore(finding),
        };
        Baseline {
            entries: findings
                .map(|finding| (finding.fingerprint.clone(), entry(finding)))
                .collect(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that names the file, what is wrong, and how to make one.
    pub fn read(file: &Path) -> Result<Baseline, String> {
        let shown = file.display();
        let text = crate::files::read_to_string(file)
            .map_err(|error| format!("cannot read the baseline {shown}: {error}; --write-baseline creates one"))?;
        let document: Document = serde_json::from_str(&text).map_err(|error| not_a_baseline(&error, file))?;
        if document.baseline != FORMAT {
            let format = document.baseline;
            return Err(format!(
                "the baseline {shown} has format {format}; this version reads {FORMAT}: rewrite it with --write-baseline"
            ));
        }
        let keyed = document.findings.into_iter();
        Ok(Baseline {
            entries: keyed.map(|entry| (entry.fingerprint.clone(), entry)).collect(),
        })
    }

    /// Writes a file; the old one stays whole until the new one is.
    ///
    /// # Errors
    /// What the disk says.
    pub fn write(&self, file: &Path) -> std::io::Result<()> {
        if is_pipe(file) {
            // Who waits for a reader waits forever, and nobody can read a baseline from it again.
            return Err(std::io::Error::new(ErrorKind::InvalidInput, "it is a pipe"));
        }
        if file.exists() && !file.is_file() {
            // A device is written to, not replaced.
            return std::fs::write(file, self.text()?);
        }
        let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut temporary = tempfile::Builder::new()
            .prefix(".dropwire-baseline")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        temporary.write_all(self.text()?.as_bytes())?;
        readable_by_all(temporary.as_file())?;
        temporary.persist(file)?;
        Ok(())
    }

    /// Whether it holds a finding.
    pub fn holds(&self, finding: &Finding) -> bool {
        self.entries.contains_key(&finding.fingerprint)
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many of its entries are not among these fingerprints.
    pub fn without(&self, seen: &[String]) -> usize {
        self.entries.keys().filter(|entry| !seen.contains(entry)).count()
    }

    /// One line a finding, so that version control shows which came and went.
    fn text(&self) -> std::io::Result<String> {
        let lines: Result<Vec<String>, _> = self.entries.values().map(serde_json::to_string).collect();
        let lines = lines?;
        Ok(if lines.is_empty() {
            format!("{{ \"baseline\": {FORMAT}, \"findings\": [] }}\n")
        } else {
            let lines = lines.join(",\n  ");
            format!("{{ \"baseline\": {FORMAT}, \"findings\": [\n  {lines}\n] }}\n")
        })
    }
}

fn not_a_baseline(error: &serde_json::Error, file: &Path) -> String {
    let why = match error.classify() {
        serde_json::error::Category::Data => "its entries are others than those of one".to_owned(),
        _ => format!("no JSON on line {}", error.line()),
    };
    format!(
        "{} is not a baseline: {why}; --write-baseline writes one",
        file.display()
    )
}

fn is_pipe(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        std::fs::metadata(file).is_ok_and(|metadata| metadata.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// A temporary file is its owner's alone; this one is the project's.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::deadlock_report;

    #[test]
    fn it_is_sorted_and_knows_no_lines() {
        let mut findings = deadlock_report().findings;
        let mut other = findings[0].clone();
        other.fingerprint = "v1:0000000000000000".into();
        findings.push(other);
        let text = Baseline::of(findings.iter()).text().unwrap();
        assert_eq!(
            text,
            "{ \"baseline\": 1, \"findings\": [\n  \
             {\"fingerprint\":\"v1:0000000000000000\",\"kind\":\"deadlock\",\"where\":\"Till.sell\"},\n  \
             {\"fingerprint\":\"v1:0123456789abcdef\",\"kind\":\"deadlock\",\"where\":\"Till.sell\"}\n] }\n"
        );
        let moved = |mut finding: Finding| {
            finding.location.line = Some(99);
            finding.message.push_str(" elsewhere");
            finding
        };
        let moved: Vec<Finding> = findings.into_iter().map(moved).collect();
        assert_eq!(Baseline::of(moved.iter()).text().unwrap(), text);
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("baseline.json");
        let baseline = Baseline::of(deadlock_report().findings.iter());
        for baseline in [baseline, Baseline::default()] {
            baseline.write(&file).unwrap();
            assert_eq!(Baseline::read(&file), Ok(baseline));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no leftovers");
    }

    #[test]
    fn unreadable_ones_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("baseline.json");
        assert!(Baseline::read(&file).unwrap_err().contains("--write-baseline"));
        std::fs::write(&file, "{}").unwrap();
        assert!(Baseline::read(&file).unwrap_err().contains("is not a baseline"));
        std::fs::write(&file, r#"{"baseline": 9, "findings": []}"#).unwrap();
        assert!(Baseline::read(&file).unwrap_err().contains("format 9"));
    }
}
