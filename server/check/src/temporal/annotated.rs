//! Properties that annotations of the program's own classes state. They are in force when the initialisation of their class begins: a search that
//! comes to another one restarts with what that one states.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dropwire_ltl::{DefinitionError, Definitions, Formula};
use dropwire_vm::{CancellationToken, StatedKind, StatedProperty, Vm};

use super::spec::{FairnessKind, TemporalProperty};
use crate::facts::property::{Problem, PropertyOrigin};
use crate::facts::reason::{Cause, Stop};
use crate::listener::Listener;
use crate::options::{Budget, Options};
use crate::report::{Finding, Statistics};

/// What annotations of the initialised classes state, beyond what the options state.
pub(crate) fn beyond(vm: &mut Vm, options: &Options) -> Result<Vec<TemporalProperty>, Vec<Cause>> {
    let (mut more, mut wrong) = (Vec::<TemporalProperty>::new(), Vec::new());
    for stated in vm.stated_properties() {
        match property(vm, &stated) {
            Ok(property) if options.properties.contains(&property) || more.contains(&property) => {}
            Ok(property) => more.push(property),
            Err(cause) => wrong.push(*cause),
        }
    }
    if wrong.is_empty() { Ok(more) } else { Err(wrong) }
}

/// Those properties that annotations state.
pub(crate) fn of(options: &Options) -> Vec<TemporalProperty> {
    let all = options.properties.iter();
    all.filter(|property| !property.origin.is_configuration())
        .cloned()
        .collect()
}

fn property(vm: &Vm, stated: &StatedProperty) -> Result<TemporalProperty, Box<Cause>> {
    let class = stated.class.binary_name();
    let place = match &stated.field {
        None => class.clone(),
        Some(field) => format!("{class}.{field}"),
    };
    let text = stated.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let claims = match stated.kind {
        StatedKind::Always => "always ",
        StatedKind::Never => "never ",
        StatedKind::Formula => "",
    };
    let name = format!("{place}: {claims}{text}");
    let origin = PropertyOrigin::Annotation {
        class,
        field: stated.field.clone(),
        source: stated.class.source_file.map(str::to_owned),
        text: text.clone(),
    };
    let wrong = |problem| {
        Box::new(Cause::PropertyNotUnderstood {
            property: name.clone(),
            origin: origin.clone(),
            atom: text.clone(),
            problem,
        })
    };
    let fairness = match &stated.fairness {
        None => FairnessKind::Weak,
        Some(said) => FairnessKind::by_name(said).ok_or_else(|| wrong(Problem::NoFairness { said: said.clone() }))?,
    };
    let formula = formula(vm, stated, &text).map_err(|error| match error {
        DefinitionError::Text(error) | DefinitionError::Named(_, error) => wrong(Problem::Syntax {
            at: error.at,
            message: error.message,
        }),
    })?;
    Ok(TemporalProperty {
        name,
        formula,
        fairness,
        origin,
    })
}

/// The formula, with the class before each name that is one of its own.
fn formula(vm: &Vm, stated: &StatedProperty, text: &str) -> Result<String, DefinitionError> {
    let names = BTreeMap::new();
    let mut definitions = Definitions::new(&names);
    if stated.kind != StatedKind::Formula {
        dropwire_ltl::parse_atom(text).map_err(DefinitionError::Text)?;
    }
    let read = definitions.read(text)?;
    let mut of_instances = false;
    let mut definition = definitions.define(read);
    definition.rename(&mut |function, name, quantified| match function {
        Some("at" | "entered" | "left" | "threads") if !name.contains('.') => {
            Some(format!("{}.{name}", stated.class.binary_name()))
        }
        None | Some("locked") => {
            let first = name.split(['.', '[']).next().unwrap_or(name);
            let field = vm.observable_field(stated.class, first)?;
            of_instances |= !field.is_static() && !quantified;
            Some(format!("{}.{name}", stated.class.binary_name()))
        }
        Some(_) => None,
    });
    Ok(match (stated.kind, of_instances) {
        (StatedKind::Formula, _) => definition.to_string(),
        (StatedKind::Always, true) => format!("[] all({definition})"),
        (StatedKind::Never, true) => format!("[] !some({definition})"),
        (kind, false) => {
            definition.formula = match kind {
                StatedKind::Never => definition.formula.negated(),
                StatedKind::Always | StatedKind::Formula => definition.formula,
            };
            definition.formula = Formula::always(definition.formula);
            definition.to_string()
        }
    })
}

/// A budget that is used up when a class is initialised that states something: the search restarts.
pub(crate) struct UntilMoreIsStated<'a> {
    budget: &'a mut dyn Budget,
    count: Rc<Cell<usize>>,
    known: usize,
}

impl<'a> UntilMoreIsStated<'a> {
    /// With what is stated so far.
    pub fn new(vm: &Vm, budget: &'a mut dyn Budget) -> UntilMoreIsStated<'a> {
        let count = vm.count_of_stated_properties();
        UntilMoreIsStated {
            budget,
            known: count.get(),
            count,
        }
    }

    /// Whether more is stated.
    pub fn is_more(&self) -> bool {
        self.count.get() > self.known
    }
}

impl Budget for UntilMoreIsStated<'_> {
    fn exhausted(&mut self) -> Option<Stop> {
        match self.is_more() {
            true => Some(Stop::Interrupted),
            false => self.budget.exhausted(),
        }
    }

    fn cancellation(&self) -> CancellationToken {
        self.budget.cancellation()
    }

    fn conclude(&mut self) {
        self.budget.conclude();
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.budget.progress(statistics);
    }

    fn listeners(&mut self, show: &mut dyn FnMut(&mut dyn Listener)) {
        self.budget.listeners(show);
    }

    fn used(&mut self) -> Option<f64> {
        self.budget.used()
    }

    fn wants_findings(&self) -> bool {
        !self.is_more() && self.budget.wants_findings()
    }

    fn found(&mut self, findings: Vec<Finding>) {
        self.budget.found(findings);
    }
}
