//! What is known of the paths of a method once they were followed.

use dropwire_vm::Vm;
use dropwire_vm::image::class::Method;

use super::branches::Counted;
use super::buildable::input_class;
use super::declared::is_declared;
use super::parameters::Parameter;
use super::places::Part;
use super::recorder::Holds;
use super::{Exploration, hidden, java_syntax};
use crate::assumptions::Assumption;
use crate::facts::explored::{ExploredMethod, ExploredPath, PathEnd};
use crate::report::Finding;
use crate::trail::InputCall;

impl Exploration<'_> {
    /// What holds of the inputs of a path.
    pub(super) fn path_condition(&self, vm: &Vm, held: &[Holds]) -> Vec<String> {
        let recorder = self.recorder.borrow();
        let receiver = |holds: &&Holds| match holds {
            Holds::Refers(place, _) => recorder.places.get(*place).part == Part::Receiver,
            Holds::Condition(_) => false,
        };
        let held = held.iter().filter(|holds| !receiver(holds));
        held.map(|holds| java_syntax::shown(vm, &recorder.arena, &recorder.places, *holds))
            .collect()
    }

    /// How the method ended on the path that was followed last.
    pub(super) fn end(&self, vm: &mut Vm, findings: &[Finding]) -> PathEnd {
        let mut thrown = findings.iter().filter_map(|finding| Some((finding, finding.thrown()?)));
        let recorder = self.recorder.borrow();
        if recorder.outcome.threads || recorder.outcome.searches {
            // Another interleaving may end otherwise.
            return PathEnd::Other;
        }
        let is_last = recorder.outcome.reached.is_some_and(|call| call + 1 == recorder.calls);
        match (thrown.next(), recorder.outcome.returned.clone()) {
            (Some((finding, thrown)), _) if is_declared(vm, self.reached(), finding) => match is_last {
                true => PathEnd::Threw {
                    class: thrown.class.clone(),
                },
                false => PathEnd::Other,
            },
            (Some((_, thrown)), _) => PathEnd::Failed {
                class: thrown.class.clone(),
            },
            (None, Some(value)) if findings.is_empty() => PathEnd::Returned { value },
            (None, _) => PathEnd::Other,
        }
    }

    /// The calls, as they take the inputs.
    pub(super) fn input_calls(&self) -> Vec<InputCall> {
        let call = |method: &&'static Method| InputCall {
            method: match method.is_constructor() {
                true => format!("new {}", self.calls.class.binary_name()),
                false => method.name.to_owned(),
            },
            parameters: method.params.len(),
        };
        self.calls.methods.iter().map(call).collect()
    }

    /// The call that was made last.
    pub(super) fn reached(&self) -> &'static Method {
        let call = self.recorder.borrow().outcome.reached;
        call.map_or(self.method, |call| self.calls.methods[call])
    }

    /// What is known of each path.
    pub(super) fn explored(&mut self) -> ExploredMethod {
        let counted = Counted::of(self.method);
        let paths = std::mem::take(&mut self.explored).into_iter();
        let paths = paths.map(|followed| ExploredPath {
            inputs: followed.inputs,
            end: followed.end,
            branches: counted.indices_of(&followed.seen.branches).into_iter().collect(),
            lines: counted
                .lines_of(followed.seen.instructions.into_iter())
                .into_iter()
                .collect(),
        });
        let of_the_machine = [
            Assumption::Environment,
            Assumption::Processors,
            Assumption::SeededRandom,
            Assumption::VirtualClock,
        ];
        let of_the_machine = of_the_machine.map(Assumption::name);
        let subject = self.method.class();
        let classes = self.input_classes.iter().map(|class| input_class(class, subject));
        let classes = classes.collect();
        ExploredMethod {
            classes,
            class: self.method.class().binary_name(),
            name: self.method.name.to_owned(),
            is_static: self.method.is_static(),
            hidden: hidden::hidden(&self.calls, self.parameters.iter().any(Parameter::is_receiver)),
            before: self.input_calls().into_iter().rev().skip(1).rev().collect(),
            paths: paths.collect(),
            depends_on_the_machine: self
                .report
                .assumptions
                .iter()
                .any(|name| of_the_machine.contains(&name.as_str())),
            lines: counted.lines.iter().copied().collect(),
            branches: counted.branches,
        }
    }
}
