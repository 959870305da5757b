//! What a Java program says of itself: `//~` annotations and `//@` headers. `tests/README.md` explains the notation.

use std::fmt;

/// The kinds that an annotation may name: those of the contract.
pub const KINDS: &[&str] = &[
    "deadlock",
    "data-race",
    "assertion-failure",
    "uncaught-exception",
    "infinite-loop",
    "blocked-in-atomic",
    "thread-leak",
    "lock-discipline",
    "invariant-violation",
    "property-violation",
    "ltl-violation",
    "livelock",
    "not-linearizable",
    "not-obstruction-free",
    "invariant-violation",
];

/// One expected finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// As in the contract.
    pub kind: String,
    /// Must stand in the finding's message, or in that of a related place.
    pub message: Option<String>,
    /// The line that it speaks of, 1-based.
    pub line: u32,
    /// `//~?`: the design leaves open whether it is reported.
    pub optional: bool,
}

/// Everything that a program says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    /// In the order of the source.
    pub annotations: Vec<Annotation>,
    /// `//@ target: object`: an object of the class is checked, not its `main`.
    pub object: bool,
    /// `//@ args: 1 2`: arguments of `main`.
    pub args: Vec<String>,
    /// `//@ set: key=value`, any number.
    pub set: Vec<String>,
    /// `//@ needs: spurious-wakeup`: how an entry of `needs` of each finding begins. Without it findings need nothing.
    pub needs: Option<String>,
    /// `//@ verdict: incomplete`. Without it: violated where something is annotated, else verified.
    pub verdict: Option<String>,
    /// `//@ coverage: limited`. Without it: limited where the verdict is incomplete, else complete.
    pub coverage: Option<String>,
    /// `//@ reason: text`, any number: is in one of the report's reasons, in whatever case.
    pub reasons: Vec<String>,
    /// `//@ assumes: name`, any number: one of the report's assumptions.
    pub assumptions: Vec<String>,
    /// `//@ time-limit: 20s`.
    pub time_limit: Option<String>,
    /// `//@ findings: 2`: exactly so many distinct findings.
    pub findings: Option<usize>,
    /// `//@ jdk: 21`: the release that it needs; 0 for whatever is on the path.
    pub jdk: u32,
    /// `//@ jdk: 8 to 17`: the last release on which it does what the annotations say; `None` for all later ones too.
    pub last_jdk: Option<u32>,
    /// `//@ jdk: 25 preview`: it uses what that release only tries out, so no other one will do.
    pub preview: bool,
}

/// An annotation or a header that the harness does not understand: always a mistake in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misunderstood {
    /// 1-based.
    pub line: u32,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Misunderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Expectations {
    /// Whether the program does on a release what its annotations say.
    pub fn knows(&self, release: u32) -> bool {
        self.jdk <= release && self.last_jdk.is_none_or(|last| release <= last)
    }

    /// Reads a program's source.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn parse(source: &str) -> Result<Expectations, Misunderstood> {
        let mut all = Expectations::default();
        for (number, text) in (1u32..).zip(source.lines()) {
            let misunderstood = |what| Misunderstood { line: number, what };
            if let Some(header) = text.trim_start().strip_prefix("//@") {
                all.header(header.trim()).map_err(misunderstood)?;
            } else if let Some(at) = text.find("//~") {
                let previous = all.annotations.last().map(|annotation| annotation.line);
                let annotation = Annotation::parse(&text[at + 3..], number, previous).map_err(misunderstood)?;
                all.annotations.push(annotation);
            }
        }
        Ok(all)
    }

    /// The verdict that the report must have.
    pub fn verdict(&self) -> &str {
        match &self.verdict {
            Some(verdict) => verdict,
            None if self.annotations.iter().any(|annotation| !annotation.optional) => "violated",
            None => "verified",
        }
    }

    /// The coverage that the report must have.
    pub fn coverage(&self) -> &str {
        match &self.coverage {
            Some(coverage) => coverage,
            None if self.verdict() == "incomplete" => "limited",
            None => "complete",
        }
    }

    fn header(&mut self, header: &str) -> Result<(), String> {
        let (key, value) = header
            .split_once(':')
            .ok_or_else(|| format!("`//@ {header}` is not `//@ key: value`"))?;
        let value = value.trim();
        let text = || value.to_owned();
        match key.trim() {
            "target" if value == "object" => self.object = true,
            "args" => self.args = value.split_whitespace().map(str::to_owned).collect(),
            "set" if value.contains('=') => self.set.push(text()),
            "needs" if ["spurious-wakeup", "time-out", "short-sleep"].contains(&value) => self.needs = Some(text()),
            "verdict" if ["verified", "violated", "incomplete", "failed"].contains(&value) => {
                self.verdict = Some(text())
            }
            "coverage" if ["complete", "limited"].contains(&value) => self.coverage = Some(text()),
            "reason" => self.reasons.push(text()),
            "assumes" => self.assumptions.push(text()),
            "time-limit" => self.time_limit = Some(text()),
            "findings" => {
                self.findings = Some(
                    value
                        .parse()
                        .map_err(|_| format!("`{value}` is not a number of findings"))?,
                )
            }
            "jdk" => {
                let release = value.strip_suffix(" preview");
                self.preview = release.is_some();
                let (first, last) = match value.split_once(" to ") {
                    Some((first, last)) => (first, Some(last)),
                    None => (release.unwrap_or(value), None),
                };
                let number = |release: &str| release.parse().map_err(|_| format!("`{value}` is not a release"));
                self.jdk = number(first)?;
                self.last_jdk = last.map(number).transpose()?;
            }
            key @ ("target" | "set" | "needs" | "verdict" | "coverage") => {
                return Err(format!("`{value}` is no value of `{key}`"));
            }
            unknown => return Err(format!("unknown header `{unknown}`")),
        }
        Ok(())
    }
}

impl Annotation {
    /// `text` is what follows `//~`; `previous` the line of the annotation before.
    fn parse(text: &str, written_on: u32, previous: Option<u32>) -> Result<Annotation, String> {
        let (optional, text) = match text.strip_prefix('?') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (line, text) = match text.strip_prefix('|') {
            Some(rest) => (previous.ok_or("`//~|` without an annotation before it")?, rest),
            None => {
                let rest = text.trim_start_matches('^');
                let up = u32::try_from(text.len() - rest.len()).map_err(|_| "too many `^`")?;
                (
                    written_on
                        .checked_sub(up)
                        .filter(|line| *line > 0)
                        .ok_or("`^` points above the file")?,
                    rest,
                )
            }
        };
        let text = text.trim();
        let (kind, message) = match text.split_once(char::is_whitespace) {
            Some((kind, message)) => (kind, Some(quoted(message.trim())?)),
            None => (text, None),
        };
        if !KINDS.contains(&kind) {
            return Err(format!("`{kind}` is not a kind of finding"));
        }
        Ok(Annotation {
            kind: kind.to_owned(),
            message,
            line,
            optional,
        })
    }
}

fn quoted(text: &str) -> Result<String, String> {
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .filter(|text| !text.is_empty() && !text.contains('"'))
        .map(str::to_owned)
        .ok_or_else(|| format!("`{text}` is not a text in quotes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotation(kind: &str, message: Option<&str>, line: u32) -> Annotation {
        Annotation {
            kind: kind.into(),
            message: message.map(str::to_owned),
            line,
            optional: false,
        }
    }

    #[test]
    fn annotations_point_to_their_lines() {
        let source = "a(); //~ deadlock\nb();\nc();\n//~^^ data-race \"Main.seats\"\n//~| assertion-failure\n//~?^ infinite-loop\n";
        let parsed = Expectations::parse(source).unwrap();
        assert_eq!(
            parsed.annotations,
            [
                annotation("deadlock", None, 1),
                annotation("data-race", Some("Main.seats"), 2),
                annotation("assertion-failure", None, 2),
                Annotation {
                    optional: true,
                    ..annotation("infinite-loop", None, 5)
                },
            ]
        );
        assert_eq!(parsed.verdict(), "violated");
    }

    #[test]
    fn headers_are_read() {
        let source = "//@ args: 1 2\n//@ set: search.timeouts=always\n//@ set: a=b\n//@ needs: time-out\n//@ verdict: incomplete\n//@ reason: native\n//@ time-limit: 20s\n//@ findings: 3\n//@ jdk: 21\n";
        let parsed = Expectations::parse(source).unwrap();
        assert_eq!(parsed.args, ["1", "2"]);
        assert_eq!(parsed.set, ["search.timeouts=always", "a=b"]);
        assert_eq!(parsed.needs.as_deref(), Some("time-out"));
        assert_eq!((parsed.verdict(), parsed.coverage()), ("incomplete", "limited"));
        assert_eq!(parsed.reasons, ["native"]);
        assert_eq!(parsed.time_limit.as_deref(), Some("20s"));
        assert_eq!(parsed.findings, Some(3));
        assert_eq!((parsed.jdk, parsed.preview), (21, false));
        let parsed = Expectations::parse("//@ jdk: 25 preview\n").unwrap();
        assert_eq!((parsed.jdk, parsed.preview), (25, true));
        let parsed = Expectations::parse("//@ jdk: 8 to 17\n").unwrap();
        assert_eq!((parsed.jdk, parsed.last_jdk), (8, Some(17)));
        assert!(parsed.knows(8) && parsed.knows(17) && !parsed.knows(21));
    }

    #[test]
    fn an_optional_annotation_alone_leaves_a_program_verified() {
        assert_eq!(
            Expectations::parse("x(); //~? infinite-loop").unwrap().verdict(),
            "verified"
        );
    }

    #[test]
    fn mistakes_are_not_overlooked() {
        for (source, what) in [
            ("\n//@ colour: red", "unknown header `colour`"),
            ("//@ verdict: fine", "no value of `verdict`"),
            ("//@ verified", "not `//@ key: value`"),
            ("//@ findings: some", "not a number"),
            ("//@ jdk: new", "not a release"),
            ("//@ jdk: 8 to new", "not a release"),
            ("x(); //~ dead-lock", "not a kind"),
            ("x(); //~ deadlock lost", "not a text in quotes"),
            ("x(); //~ deadlock \"\"", "not a text in quotes"),
            ("x(); //~^ deadlock", "above the file"),
            ("x(); //~| deadlock", "without an annotation before"),
        ] {
            let misunderstood = Expectations::parse(source).unwrap_err();
            assert!(misunderstood.what.contains(what), "{source}: {misunderstood}");
        }
        assert_eq!(Expectations::parse("\n\n//@ colour: red").unwrap_err().line, 3);
    }
}
