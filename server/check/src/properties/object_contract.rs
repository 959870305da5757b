//! What the calls of an object under test give is what some sequential order of them gives, and its invariant holds when they are over.

use std::collections::BTreeSet;

use dropwire_vm::image::class::Method;
use dropwire_vm::scenario_driver::{BEFORE, NAMES};
use dropwire_vm::{History, Invariant, Scenarios, Vm};

use super::deadlock;
use super::property::{Judgement, Moment, Property, State};
use crate::facts::defect::{
    CallMade, Defect, Facts, Observed, Participant, Role, Scenario, SequentialOrder, Unexplained, split_places,
};
use crate::linearizability::{explains, gives_the_same};
use crate::object_options::Consistency;
use crate::site::Site;

/// More sequential orders are not listed.
const ORDERS: usize = 100;

/// Results are explained, and the invariant holds.
pub(super) struct ObjectContract;

impl Property for ObjectContract {
    fn moments(&self) -> &'static [Moment] {
        &[Moment::Ended, Moment::Stuck, Moment::Repeated]
    }

    fn judge(&mut self, state: &State<'_>, judgement: &mut Judgement) {
        let vm = state.vm;
        let Some(object) = &vm.mode.object else { return };
        let Some(scenarios) = &object.scenarios else { return };
        // An object that was not made, and a program that ended itself, say nothing.
        if vm.aborted_by().is_some() || vm.path.facts.exited.is_some() {
            return;
        }
        let Some(history) = vm.call_history() else { return };
        if matches!(history.invariant, Invariant::Broken | Invariant::Threw) {
            judgement.defects.push(broken(vm, scenarios, &history));
        }
        // A cycle of threads that wait is a finding of its own.
        if state.moment != Moment::Ended && deadlock::in_cycle(vm) {
            return;
        }
        judgement.defects.extend(unexplained_so_far(vm));
    }
}

/// The finding that no execution of the specification gives what the calls have given, if no more will come.
pub(crate) fn unexplained_so_far(vm: &Vm) -> Option<Defect> {
    let scenarios = vm.mode.object.as_ref()?.scenarios.as_ref()?;
    let history = vm.call_history()?;
    let specification = scenarios.specification.get(history.scenario)?.as_ref()?;
    let consistency = Consistency::by_name(&scenarios.consistency).unwrap_or(Consistency::Linearizability);
    let explained = specification.iter().any(|one| explains(one, &history, consistency));
    (!explained).then(|| unexplained(vm, scenarios, &history, specification, consistency))
}

fn text(scenarios: &Scenarios, result: Option<u32>) -> Option<String> {
    let index = result?.checked_sub(1)? as usize;
    scenarios.results.get(index).cloned()
}

/// Executions that give the same are one, but for those whose order makes them explain nothing.
fn distinct(specification: &[History]) -> impl Iterator<Item = &History> {
    specification.iter().enumerate().filter_map(|(at, one)| {
        let known = specification[..at]
            .iter()
            .any(|other| gives_the_same(other, one) && same_order(other, one));
        (!known).then_some(one)
    })
}

fn same_order(one: &History, other: &History) -> bool {
    let mut pairs = one.calls.iter().zip(&other.calls);
    pairs.all(|(one, other)| one.after.count_ones() == other.after.count_ones())
}

/// What was called, and what it gave.
fn facts(vm: &Vm, scenarios: &Scenarios, history: &History) -> Scenario {
    let ways: &[String] = vm.mode.object.as_ref().map_or(&[], |object| &object.ways);
    let name = |thread: usize| {
        let before = (thread == scenarios.threads).then_some(BEFORE);
        let name = before.or_else(|| NAMES.get(thread).copied());
        name.unwrap_or_default().to_owned()
    };
    let calls = history.calls.iter().map(|call| CallMade {
        thread: name(call.thread),
        call: ways.get(call.way).cloned().unwrap_or_default(),
        result: text(scenarios, call.result),
        after: (0..history.calls.len())
            .filter(|one| call.after >> one & 1 != 0)
            .collect(),
    });
    let observations = scenarios.observers.iter().zip(&history.observations);
    Scenario {
        class: vm
            .mode
            .object
            .as_ref()
            .map_or_else(String::new, |object| object.class.replace('/', ".")),
        object: scenarios.made.clone(),
        calls: calls.collect(),
        observations: observations
            .map(|(call, result)| Observed {
                call: call.clone(),
                result: text(scenarios, *result),
            })
            .collect(),
    }
}

/// The methods that a scenario calls, each once.
fn methods(vm: &Vm, scenarios: &Scenarios, history: &History) -> Vec<&'static Method> {
    let ways: BTreeSet<usize> = history.calls.iter().map(|call| call.way).collect();
    let mut methods: Vec<&'static Method> = Vec::new();
    for way in ways {
        let Some((class, name, descriptor)) = scenarios.members.get(way) else {
            continue;
        };
        // That a thread interrupts the other one is no method of the object.
        if class == "java/lang/Thread" && scenarios.specified_by != *class {
            continue;
        }
        let class = vm.image.loaded(class);
        let method =
            std::iter::successors(class, |class| class.superclass).find_map(|class| class.declared(name, descriptor));
        if let Some(method) = method.filter(|method| !methods.iter().any(|known| std::ptr::eq(*known, *method))) {
            methods.push(method);
        }
    }
    methods
}

/// A defect of the object: its sides are the methods that were called.
fn defect(vm: &Vm, scenarios: &Scenarios, history: &History, facts: Facts, class: &str) -> Defect {
    let methods = methods(vm, scenarios, history);
    let mut sides: Vec<String> = methods
        .iter()
        .map(|method| format!("{class} {}{}", method.name, method.descriptor))
        .collect();
    sides.sort();
    let places = methods.iter().map(|method| Participant {
        role: Role::CalledInScenario {
            method: method.name.to_owned(),
        },
        location: Site { method, pc: 0 }.location(),
    });
    let (location, participants) = split_places(places.collect());
    Defect {
        facts,
        sides,
        location,
        participants,
    }
}

fn broken(vm: &Vm, scenarios: &Scenarios, history: &History) -> Defect {
    let scenario = facts(vm, scenarios, history);
    let class = scenario.class.clone();
    let facts = Facts::BrokenInvariant {
        scenario,
        invariant: scenarios.invariant.clone().unwrap_or_default(),
        threw: history.invariant == Invariant::Threw,
    };
    defect(vm, scenarios, history, facts, &class)
}

fn unexplained(
    vm: &Vm,
    scenarios: &Scenarios,
    history: &History,
    specification: &[History],
    consistency: Consistency,
) -> Defect {
    let scenario = facts(vm, scenarios, history);
    let class = scenario.class.clone();
    let throws = |result: Option<u32>| text(scenarios, result).is_some_and(|text| text.starts_with("throws "));
    let calls = || history.calls.iter().enumerate();
    let never = |call: usize| {
        specification
            .iter()
            .all(|one| one.calls[call].result != history.calls[call].result)
    };
    let exception = calls().find(|(at, call)| throws(call.result) && never(*at));
    let blocks = calls().find(|(at, call)| call.result.is_none() && never(*at));
    let apart = |one: &History| History {
        observations: history.observations.clone(),
        ..one.clone()
    };
    let final_state = || {
        specification
            .iter()
            .any(|one| explains(&apart(one), history, consistency))
    };
    let unexplained = match (exception, blocks) {
        (Some((call, _)), _) => Unexplained::Exception { call },
        (None, Some((call, _))) => Unexplained::Blocks { call },
        (None, None) if final_state() => Unexplained::FinalState,
        (None, None) => Unexplained::Results,
    };
    let order = |one: &History| {
        let mut order: Vec<usize> = (0..one.calls.len()).collect();
        order.sort_by_key(|call| (one.calls[*call].after.count_ones(), *call));
        SequentialOrder {
            order,
            results: one.calls.iter().map(|call| text(scenarios, call.result)).collect(),
            observations: one.observations.iter().map(|result| text(scenarios, *result)).collect(),
            wrong_order: gives_the_same(one, history),
        }
    };
    let facts = Facts::NotLinearizable {
        scenario,
        consistency,
        specification: scenarios.specified_by.replace('/', "."),
        unexplained,
        sequential: distinct(specification).take(ORDERS).map(order).collect(),
    };
    defect(vm, scenarios, history, facts, &class)
}
