//! The part of the contract's JSON document that the tests look at; the schema looks at the rest.

use serde::Deserialize;

/// The document on standard output.
#[derive(Clone, Debug, Deserialize)]
pub struct Document {
    /// In the order they ran.
    pub targets: Vec<Target>,
}

/// The answer for one target.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// Class with a `main`.
    pub target: String,
    /// `verified`, `violated`, `incomplete` or `failed`.
    pub verdict: String,
    /// `complete` or `limited`.
    pub coverage: String,
    /// Whole sentences.
    pub reasons: Vec<String>,
    /// Remarks that change nothing.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Names.
    pub assumptions: Vec<String>,
    /// Each distinct defect once.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub statistics: Statistics,
}

/// One defect.
#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    /// By its name in the contract.
    pub kind: String,
    /// `confirmed` or `potential`.
    pub confidence: String,
    /// Who says so.
    pub analysis: String,
    /// What came between what.
    #[serde(default)]
    pub why: Option<String>,
    /// One line.
    pub message: String,
    /// Unlikely events without which it does not happen.
    pub needs: Vec<String>,
    /// `v1:` and a hash.
    pub fingerprint: String,
    /// The main place.
    pub location: Location,
    /// The other places.
    pub related: Vec<Related>,
    /// How to get there.
    pub trail: Trail,
}

/// Another place of a finding.
#[derive(Clone, Debug, Deserialize)]
pub struct Related {
    /// Its part in the story.
    pub message: String,
    /// Where.
    pub location: Location,
}

/// A place in Java code.
#[derive(Clone, Debug, Deserialize)]
pub struct Location {
    /// The SourceFile attribute.
    pub file: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
}

/// What the tests need of a trail.
#[derive(Clone, Debug, Deserialize)]
pub struct Trail {
    /// Its file is `ID.json`.
    pub id: String,
    /// The target, which may be a sequence of calls.
    #[serde(default)]
    pub target: String,
    /// The target's arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// The calls of a sequence.
    #[serde(default)]
    pub calls: Vec<InputCall>,
    /// The parameters of a method that was explored for all inputs.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// Its path condition.
    #[serde(default)]
    pub condition: Vec<String>,
    /// How many they are is all that the tests ask.
    #[serde(default)]
    pub steps: Vec<serde_json::Value>,
    /// Context switches among them.
    #[serde(default)]
    pub switches: u64,
    /// Those that are preemptions.
    #[serde(default)]
    pub preemptions: u64,
}

/// A parameter and its value.
#[derive(Clone, Debug, Deserialize)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its value, as an argument.
    pub value: String,
}

/// A call of a sequence.
#[derive(Clone, Debug, Deserialize)]
pub struct InputCall {
    /// The method's name.
    pub method: String,
}

/// What the tests need of the statistics.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    /// Distinct keys stored.
    pub states: u64,
    /// Choices executed.
    pub transitions: u64,
    /// Bytecodes executed.
    pub instructions: u64,
    /// CPU seconds of the worker.
    pub cpu_seconds: f64,
    /// Most memory that the worker had at any time, in bytes.
    pub peak_memory_bytes: u64,
}

impl Finding {
    /// The lines of `file` that an annotation may stand on.
    ///
    /// A race has two sides and a deadlock as many as threads: any of them may be the main one, so each counts. Of the
    /// other kinds only the main place does.
    pub fn lines(&self, file: &str) -> Vec<u32> {
        let sides = match self.kind.as_str() {
            "data-race" | "deadlock" => self.related.as_slice(),
            _ => &[],
        };
        let places = std::iter::once(&self.location).chain(sides.iter().map(|related| &related.location));
        places
            .filter(|place| place.file.as_deref() == Some(file))
            .filter_map(|place| place.line)
            .collect()
    }

    /// Whether the finding, or one of its related places, says so.
    pub fn says(&self, text: &str) -> bool {
        self.message.contains(text) || self.related.iter().any(|related| related.message.contains(text))
    }
}
