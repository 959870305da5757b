//! What is measured, and what others needed: read from `tests/bench/figures.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::tree;

/// The file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// CPU seconds of `java -Xint Loops 20000` on the machine where JPF was measured.
    pub reference_seconds: f64,
    /// Searches.
    pub rows: Vec<Row>,
    /// Plain executions.
    pub plain: Vec<Plain>,
}

/// One search.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// `peers`, `large`, `live`, `growth`, `guided`, `analyses` or `properties`.
    pub group: String,
    /// Class and arguments.
    pub call: String,
    /// Whether it stops at the first error.
    #[serde(default)]
    pub first: bool,
    /// The right one.
    pub verdict: String,
    /// What JPF needed.
    pub jpf: Option<Jpf>,
    /// The curve in the plot that it belongs to.
    pub family: Option<String>,
    /// Where on that curve.
    pub size: Option<f64>,
    /// Properties that hold, each as the lines of a `[[property]]`, by the name of what they cost: `invariant`, `response`.
    #[serde(default)]
    pub properties: BTreeMap<String, String>,
}

/// What JPF needed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Jpf {
    /// New states.
    pub states: u64,
    /// Its start included.
    pub cpu_seconds: f64,
    /// Peak memory.
    pub megabytes: f64,
}

/// One plain execution.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plain {
    /// Class and arguments.
    pub call: String,
    /// CPU seconds of JPF.
    pub jpf_seconds: Option<f64>,
}

/// Reads them.
///
/// # Errors
/// The file is missing or no such JSON.
pub fn read() -> Result<Figures, String> {
    let path = tree::root().join("tests/bench/figures.json");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_figures_can_be_read() {
        let figures = super::read().unwrap();
        assert!(figures.rows.len() > 20 && figures.reference_seconds > 0.0);
        for row in &figures.rows {
            let class = row.call.split(' ').next().unwrap();
            let source = crate::tree::root().join(format!("tests/bench/{class}.java"));
            assert!(source.is_file(), "{}", row.call);
        }
    }
}
