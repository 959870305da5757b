//! Which members of linked classes the user's list of perturbed values is about.

use super::Image;
use super::class::{Class, Field, Method};
use crate::perturbations::{Perturbation, Subject};

impl Image {
    /// The row that perturbs what a method reads of a field.
    pub(crate) fn perturbed_field(&self, reader: &Method, owner: &Class, field: &Field) -> Option<u32> {
        if self.perturbations.is_empty() || !reader.class().is_user() {
            return None;
        }
        let class = owner.binary_name();
        let is_it = |row: &Perturbation| match &row.subject {
            Subject::Field(_) => {
                row.subject.class_and_member() == (class.as_str(), field.name) && row.is_within(reader)
            }
            Subject::Parameter(..) => false,
        };
        self.perturbations.iter().position(is_it).map(|row| row as u32)
    }

    /// Whether some row perturbs what a method is called with.
    pub(crate) fn has_perturbed_parameters(&self, class: &Class, method: &Method) -> bool {
        let named = |row: &Perturbation| {
            matches!(row.subject, Subject::Parameter(..))
                && row.subject.class_and_member() == (class.binary_name().as_str(), method.name)
        };
        class.is_user() && self.perturbations.iter().any(named)
    }

    /// The rows that perturb what one method calls another one with, one for each parameter: its number and the row's.
    pub(crate) fn perturbed_parameters(&self, caller: &Method, method: &Method) -> Vec<(u16, u32)> {
        let mut rows: Vec<(u16, u32)> = Vec::new();
        let class = method.class().binary_name();
        for (number, row) in self.perturbations.iter().enumerate() {
            if let Subject::Parameter(_, index) = row.subject
                && row.subject.class_and_member() == (class.as_str(), method.name)
                && row.is_within(caller)
                && rows.iter().all(|(known, _)| *known != index)
            {
                rows.push((index, number as u32));
            }
        }
        rows
    }

    /// What does not fit, of what rows say of a class: a sentence.
    pub(crate) fn perturbation_misfit(&self, class: &Class) -> Option<String> {
        self.perturbations.iter().find_map(|row| row.misfit(class))
    }
}
