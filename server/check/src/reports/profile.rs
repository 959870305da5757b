//! Where the transitions of a search went, and what would make it smaller. How often a thread does something, and where threads are started, is
//! counted in one run.

use std::collections::BTreeMap;
use std::mem::discriminant;

use dropwire_vm::Vm;

use super::trace::one_run;
use crate::facts::cost::{Advice, Profile, SiteCost};
use crate::facts::location::Location;
use crate::facts::note::Note;
use crate::facts::object::Memory;
use crate::facts::reason::Remedy;
use crate::facts::reported::{ReportKind, Reported};
use crate::facts::step::StepOp;
use crate::options::{Options, SearchMode};
use crate::search::Outcome;
use crate::trail::Step;

/// Places that a profile shows.
const SITES: usize = 10;
/// Those, and the pieces of advice, that a remark on a search shows which was cut off.
const REMARKED: usize = 3;
/// Steps of the run at most.
const STEPS: usize = 500;
/// Transitions that have to be counted before a remark says anything.
const ENOUGH: u64 = 50;
/// Times that are worth to be reduced.
const ROUNDS: u64 = 3;
/// One of so many transitions makes a method or a field worth mentioning.
const SHARE: u64 = 5;

/// The profile, if it is asked for; else its first lines as remarks on a search that a limit ended.
pub(crate) fn profile(vm: &mut Vm, options: &Options, outcome: &Outcome) -> (Option<Reported>, Vec<Note>) {
    let asked = options.reports.contains(&ReportKind::Profile);
    let cut_off = outcome
        .limits
        .iter()
        .any(|limit| matches!(limit.remedy(), Remedy::Raise(_)));
    let remarked = cut_off && outcome.costs.counted >= ENOUGH && outcome.statistics.max_threads > 1;
    if !asked && !remarked {
        return (None, Vec::new());
    }
    let mut sites = outcome.costs.sites();
    sites.truncate(SITES);
    // A run that comes to what is not modelled counts as far as it goes; one that cannot begin says nothing.
    let steps = one_run(vm, options, STEPS).unwrap_or_default();
    let profile = Profile {
        counted: outcome.costs.counted,
        advice: advice(options, outcome, &sites, &steps),
        threads: outcome.costs.threads().into_iter().take(SITES).collect(),
        sites,
    };
    match asked {
        true => (Some(Reported::Profile(profile)), Vec::new()),
        false => (None, hints(profile)),
    }
}

/// Its first lines.
fn hints(profile: Profile) -> Vec<Note> {
    let Profile {
        counted,
        mut sites,
        mut advice,
        ..
    } = profile;
    sites.truncate(REMARKED);
    advice.truncate(REMARKED);
    let to_explore_less = (!advice.is_empty()).then_some(Note::ToExploreLess { advice });
    [Note::MostTransitions { counted, sites }]
        .into_iter()
        .chain(to_explore_less)
        .collect()
}

fn advice(options: &Options, outcome: &Outcome, sites: &[SiteCost], steps: &[Step]) -> Vec<Advice> {
    let counted = outcome.costs.counted;
    let is_worth = |transitions: &u64| transitions * SHARE >= counted;
    let mut advice = Vec::new();
    if let Some((location, threads)) = most_started(steps) {
        advice.push(Advice::FewerThreads {
            threads,
            location: Some(location),
        });
    } else if outcome.statistics.max_threads > 3 {
        advice.push(Advice::FewerThreads {
            threads: outcome.statistics.max_threads,
            location: None,
        });
    }
    advice.extend(most_repeated(sites, steps));
    let methods = outcome.costs.methods().into_iter();
    let atomic = methods.filter(|(_, transitions)| is_worth(transitions));
    advice.extend(atomic.map(|(method, transitions)| Advice::AtomicMethod { method, transitions }));
    advice.extend(fields(sites).into_iter().filter_map(|(field, transitions)| {
        is_worth(&transitions).then_some(Advice::UnorderedField { field, transitions })
    }));
    if outcome.statistics.max_threads > 1 && options.strategy != SearchMode::PreemptionBound {
        advice.push(Advice::BoundPreemptions);
    }
    advice
}

/// Where one run starts most threads, if it starts several there.
fn most_started(steps: &[Step]) -> Option<(Location, u64)> {
    let mut places: BTreeMap<&Location, u64> = BTreeMap::new();
    for step in steps {
        let starts = matches!(step.facts.as_ref().map(|facts| &facts.op), Some(StepOp::Start { .. }));
        if let Some(location) = step.location.as_ref().filter(|_| starts) {
            *places.entry(location).or_default() += 1;
        }
    }
    let (location, threads) = places.into_iter().max_by_key(|(_, threads)| *threads)?;
    (threads > 2).then(|| (location.clone(), threads))
}

/// What of the most expensive a thread does most often in one run.
fn most_repeated(sites: &[SiteCost], steps: &[Step]) -> Option<Advice> {
    let rounds = |site: &SiteCost| {
        let mut rounds: BTreeMap<&str, u64> = BTreeMap::new();
        for step in steps {
            let Some(facts) = &step.facts else { continue };
            if step.location == site.location && discriminant(&facts.op) == discriminant(&site.facts) {
                *rounds.entry(&step.thread_name).or_default() += 1;
            }
        }
        rounds.into_iter().max_by_key(|(_, rounds)| *rounds)
    };
    // A thread that waits in a loop has no rounds to save.
    let waits = |op: &StepOp| {
        matches!(
            op,
            StepOp::Sleep | StepOp::Park | StepOp::Wait { .. } | StepOp::Awake { .. }
        )
    };
    let acting = sites.iter().filter(|site| !waits(&site.facts));
    let repeated = acting.filter_map(|site| Some((site, rounds(site)?)));
    let (site, (thread, rounds)) = repeated.max_by_key(|(_, (_, rounds))| *rounds)?;
    (rounds >= ROUNDS).then(|| Advice::FewerRounds {
        thread: thread.to_owned(),
        facts: site.facts.clone(),
        rounds,
        at_least: steps.len() >= STEPS,
        location: site.location.clone(),
    })
}

/// Fields that are accessed at these places in code of the classes that declare them, with the transitions; the most first.
fn fields(sites: &[SiteCost]) -> Vec<(String, u64)> {
    let mut fields: BTreeMap<String, u64> = BTreeMap::new();
    for site in sites {
        let StepOp::Access { memory, .. } = &site.facts else {
            continue;
        };
        let own = |class: &str| {
            let at = site.location.as_ref().map_or("", |location| &location.class);
            class.split('$').next() == at.split('$').next()
        };
        if let Memory::Field { class, field } = memory
            && own(class)
        {
            *fields.entry(format!("{class}.{field}")).or_default() += site.transitions;
        }
    }
    let mut fields: Vec<_> = fields.into_iter().collect();
    fields.sort_by_key(|(_, transitions)| std::cmp::Reverse(*transitions));
    fields
}
