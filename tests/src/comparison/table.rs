//! What came of a comparison, by cause.

use std::collections::BTreeMap;
use std::fmt;

use super::campaign::{Disagreement, Outcome};

/// A headline, and what is below it.
type Groups<'a> = BTreeMap<(bool, String), Vec<&'a Disagreement>>;

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((explained, headline), found) in groups(&self.disagreements) {
            let number = found
                .iter()
                .map(|one| &one.program)
                .collect::<std::collections::BTreeSet<_>>()
                .len();
            let mark = if explained { "explained" } else { "UNEXPLAINED" };
            writeln!(f, "{mark}: {headline} ({number} programs)")?;
            for one in found {
                writeln!(f, "  {}: {}", one.program, one.difference)?;
            }
        }
        writeln!(f, "{} programs", self.answers.len())?;
        for (mode, [whole, part]) in &self.compared {
            writeln!(f, "  {mode}: {whole} to the end, {part} cut off")?;
        }
        if self.not_begun > 0 {
            writeln!(f, "  no time for {} programs", self.not_begun)?;
        }
        let unexplained = self.unexplained().count();
        write!(f, "{} differences, {unexplained} unexplained", self.disagreements.len())
    }
}

/// By mode and sort, or by what accounts for them.
fn groups(disagreements: &[Disagreement]) -> Groups<'_> {
    let mut groups = Groups::new();
    for one in disagreements {
        let headline = match one.explained {
            Some(why) => format!("[{}] {why}", one.mode),
            None => format!("[{}] {}", one.mode, one.difference.sort()),
        };
        groups.entry((one.explained.is_some(), headline)).or_default().push(one);
    }
    groups
}
