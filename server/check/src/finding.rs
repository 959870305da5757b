//! Findings, made of defects and trails: the facts, and the words for them.

use crate::facts::defect::{Defect, Participant, Tried};
use crate::report::{Analysis, Confidence, Finding, Related};
use crate::trail::Trail;
use crate::words;

/// What is wrong, in one line.
pub(crate) fn said(defect: &Defect) -> String {
    words::defect::message(&defect.facts).sentence()
}

/// A defect that a trail shows, as a finding.
pub(crate) fn confirmed(defect: Defect, fingerprint: &str, trail: Trail) -> Finding {
    let related = |Participant { role, location }| Related {
        message: words::defect::role(&role),
        role: Some(role),
        location,
    };
    Finding {
        kind: defect.kind(),
        confidence: Confidence::Confirmed,
        analysis: Analysis::Search,
        message: said(&defect),
        tried: None,
        why: None,
        passing: None,
        needs: Vec::new(),
        fingerprint: fingerprint.to_owned(),
        facts: Some(defect.facts),
        location: defect.location,
        related: defect.participants.into_iter().map(related).collect(),
        trail,
    }
}

/// A defect that is no more than predicted, as a finding.
pub(crate) fn potential(
    defect: Defect,
    analysis: Analysis,
    tried: Option<&Tried>,
    fingerprint: &str,
    trail: Trail,
) -> Finding {
    let mut finding = Finding {
        confidence: Confidence::Potential,
        analysis,
        tried: tried.cloned(),
        ..confirmed(defect, fingerprint, trail)
    };
    finding.message = words::defect::of_finding(&finding).sentence();
    finding
}
