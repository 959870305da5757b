//! Scenarios of an object under test: which of its methods are called, with which arguments, by which threads, in which lists.

use std::collections::BTreeSet;

use dropwire_classes::content_hash;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::object_driver::ObjectRun;
use dropwire_vm::scenario_driver::{INTERRUPTS, ScenarioRun, interrupts, is_interrupt};
use dropwire_vm::test_driver::{Call, Member, Value};
use dropwire_vm::types::{external_type, split_descriptor};
use dropwire_vm::{Scenario, Vm, VmError};

use super::java_source;
use super::marks::{kept_of_method as marks, kept_of_parameter};
use super::object::{Making, Shown, is_guarded, simple};
use crate::fixture_names::fixture;
use crate::object_options::{Cancellation, Consistency, ObjectOptions, ProgressCondition};

/// More scenarios than these are left out, and the verdict says so.
const MOST: usize = 5_000;
/// Observers that look like it are called so many at most.
const OBSERVERS: usize = 6;
/// What says that a parameter is never null.
const NEVER_NULL: [&str; 3] = ["NonNull", "Nonnull", "NotNull"];

/// One way to call a method, and the groups of which only one thread calls it.
struct Way {
    call: Call,
    shown: String,
    groups: BTreeSet<String>,
}

/// What an object's driver needs, of the object itself or of its specification in sequential executions.
pub(super) fn run(
    vm: &mut Vm,
    class: &'static Class,
    prefix: String,
    options: &ObjectOptions,
) -> Result<ObjectRun, VmError> {
    let fixture = match options.new.as_deref().and_then(|new| new.split_once('#')) {
        Some((fixture, _)) => fixture.replace('.', "/"),
        None => fixture(class.name),
    };
    let mut making = Making::new(prefix, fixture.clone());
    let name = class.binary_name();
    let (object, made) = object(vm, &mut making, class, options)?;
    let made = java_source::value(&object, &making.functions).unwrap_or(made);
    let Ways {
        ways,
        not_constructed,
        types: types_not_constructed,
    } = ways(vm, &mut making, class, options)?;
    let mut ways = ways;
    if ways.is_empty() {
        return Err(VmError::NotModelled(format!(
            "no object of {name} is used: it has no public method whose arguments can be made up"
        )));
    }
    options.can_be_cancelled().map_err(VmError::Class)?;
    if options.cancellation == Some(Cancellation::Interrupt) {
        ways.push(Way {
            call: interrupts(),
            shown: INTERRUPTS.to_owned(),
            groups: BTreeSet::new(),
        });
    }
    let (all, left_out) = after_prefixes(scenarios(&ways, options), ways.len(), options.prefix());
    if all.is_empty() {
        return Err(VmError::NotModelled(format!(
            "no object of {name} is used: each method may be called by one thread alone"
        )));
    }
    let said: Vec<&str> = ways.iter().map(|way| way.shown.as_str()).collect();
    let described = format!(
        "{} threads use `{made}`{}, each with up to {} of these calls: {} ({})",
        options.threads(),
        match options.prefix() {
            0 => String::new(),
            1 => " after up to 1 of these calls".to_owned(),
            most => format!(" after up to {most} of these calls"),
        },
        options.calls(),
        said.join(", "),
        match all.len() {
            1 => "1 scenario".to_owned(),
            count => format!("{count} scenarios, the smallest first"),
        }
    );
    let observers = observers(class, options)?;
    let invariant = invariant(class);
    Ok(ObjectRun {
        name: making.prefix.clone(),
        class: class.name.to_owned(),
        object: Some(object),
        functions: making.functions,
        described,
        scenarios: Some(ScenarioRun {
            made,
            threads: options.threads(),
            calls: options.calls(),
            prefix: options.prefix(),
            all,
            observers,
            invariant,
            left_out,
            not_constructed,
            types_not_constructed,
            obstruction_free: options.progress == Some(ProgressCondition::ObstructionFreedom),
            fixture: fixture.replace('/', "."),
            members: ways.iter().map(|way| way.call.member.clone()).collect(),
        }),
        calls: ways.into_iter().map(|way| (way.call, way.shown)).collect(),
    })
}

/// The driver whose sequential executions say what is right: that of the object itself, of the class that stands for it, or, where a thread's
/// own order does not count, of as many threads as there are calls.
pub(super) fn specification(vm: &mut Vm, run: &ObjectRun, options: &ObjectOptions) -> Result<ObjectRun, VmError> {
    let mut spec = run.clone();
    if let Some(name) = &options.spec {
        let class = vm.image.load(&mut vm.heap, &name.replace('.', "/"))?;
        stands_for(vm, &mut spec, class)?;
    }
    if options.consistency() == Consistency::Quiescent && options.cancellation.is_some() {
        return Err(VmError::NotModelled(
            "quiescent consistency of calls that are cancelled".into(),
        ));
    }
    if options.consistency() == Consistency::Quiescent
        && let Some(scenarios) = &mut spec.scenarios
    {
        scenarios.threads *= scenarios.calls;
        scenarios.calls = 1;
        let apart = |scenario: &Scenario| Scenario {
            threads: scenario.threads.iter().flatten().map(|way| vec![*way]).collect(),
            prefix: scenario.prefix.clone(),
        };
        scenarios.all = scenarios.all.iter().map(apart).collect();
        if scenarios.threads > crate::object_options::MOST_THREADS {
            return Err(VmError::NotModelled(format!(
                "quiescent consistency of more than {} calls",
                crate::object_options::MOST_THREADS
            )));
        }
    }
    spec.name = format!("{}Spec", run.name);
    Ok(spec)
}

/// Puts an object of another class in the place of the one that is checked.
fn stands_for(vm: &mut Vm, spec: &mut ObjectRun, class: &'static Class) -> Result<(), VmError> {
    let refused = |what: &str| VmError::Class(format!("{} is no specification: {what}", class.binary_name()));
    let mut making = Making::new(format!("{}Spec", spec.name), fixture(class.name));
    let (object, _) = making
        .object(vm, class)
        .ok_or_else(|| refused("it has no constructor whose arguments can be made up"))?;
    let put = |call: &mut Call| {
        let member = &call.member;
        let method = same_method(vm, class, member)
            .ok_or_else(|| refused(&format!("it has no method {}{}", member.name, member.descriptor)))?;
        call.member = Member {
            class: class.name.to_owned(),
            name: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
        };
        call.interface = false;
        Ok(())
    };
    for (call, _) in spec.calls.iter_mut().filter(|(call, _)| !is_interrupt(call)) {
        put(call)?;
    }
    if let Some(scenarios) = &mut spec.scenarios {
        for (call, _) in &mut scenarios.observers {
            put(call)?;
        }
        scenarios.invariant = None;
    }
    spec.functions.extend(making.functions);
    spec.class = class.name.to_owned();
    spec.object = Some(object);
    Ok(())
}

/// The method of a class that another one's stands for: of the same descriptor, else the only one of that name and with as many parameters.
fn same_method(vm: &Vm, class: &'static Class, member: &Member) -> Option<&'static Method> {
    let all: Vec<&'static Method> = methods(class)
        .chain(
            class
                .all_interfaces
                .iter()
                .flat_map(|id| vm.image.class(id.0).methods.iter().copied()),
        )
        .filter(|method| method.name == member.name && method.access & (access::STATIC | access::SYNTHETIC) == 0)
        .collect();
    let exact = all.iter().find(|method| method.descriptor == member.descriptor);
    let count = |descriptor: &str| split_descriptor(descriptor).0.len();
    let mut like = all
        .iter()
        .filter(|method| count(method.descriptor) == count(&member.descriptor));
    exact.copied().or_else(|| like.next().copied())
}

/// The object, and how it is made.
fn object(vm: &mut Vm, making: &mut Making, class: &'static Class, options: &ObjectOptions) -> Result<Shown, VmError> {
    let Some(fixture) = &options.new else {
        return making.under_test(vm, class);
    };
    let (owner, method) = fixture.split_once('#').unwrap_or((fixture, ""));
    let host = vm.image.load(&mut vm.heap, &owner.replace('.', "/"))?;
    let gives = host
        .methods
        .iter()
        .find(|one| one.name == method && one.access & access::STATIC != 0 && one.descriptor.starts_with("()L"));
    let result = gives.map(|one| split_descriptor(one.descriptor).1);
    let result = result.and_then(|result| result.strip_prefix('L')?.strip_suffix(';'));
    let Some(result) = result else {
        return Err(VmError::Class(format!(
            "{fixture} (object.new) is no static method without parameters that gives an object"
        )));
    };
    let value = Value::Made(host.name.to_owned(), method.to_owned(), result.to_owned());
    Ok((value, format!("{}.{method}()", simple(host.name))))
}

/// The methods that a class has and inherits, but for those of `Object`, the nearest first.
fn methods(class: &'static Class) -> impl Iterator<Item = &'static Method> {
    std::iter::successors(Some(class), |class| class.superclass)
        .take_while(|class| class.name != "java/lang/Object")
        .flat_map(|class| class.methods.iter().copied())
}

/// The methods of an object that others may call: one of each name and descriptor.
fn callable(vm: &Vm, class: &'static Class) -> Vec<&'static Method> {
    let mut all: Vec<&'static Method> = Vec::new();
    let inherited = class
        .all_interfaces
        .iter()
        .flat_map(|id| vm.image.class(id.0).methods.iter().copied());
    let is_interface = class.access & access::INTERFACE != 0;
    for method in methods(class).chain(inherited) {
        let flags = access::PUBLIC | access::STATIC | access::SYNTHETIC;
        let abstracted = method.is_abstract() && !is_interface;
        let fits = method.access & flags == access::PUBLIC && !method.name.starts_with('<') && !abstracted;
        let known = |one: &&&'static Method| one.name == method.name && one.descriptor == method.descriptor;
        if fits && method.name != "finalize" && all.iter().find(known).is_none() {
            all.push(method);
        }
    }
    all
}

/// The ways to call an object's methods.
struct Ways {
    ways: Vec<Way>,
    /// The methods whose arguments cannot be made up, and the types of these.
    not_constructed: Vec<String>,
    types: Vec<String>,
}

/// The ways to call its methods.
fn ways(vm: &mut Vm, making: &mut Making, class: &'static Class, options: &ObjectOptions) -> Result<Ways, VmError> {
    let all = callable(vm, class);
    if let Some(unknown) = options
        .methods
        .iter()
        .find(|name| !all.iter().any(|method| is_named(method, name)))
    {
        return Err(VmError::Class(format!(
            "{} has no public method `{unknown}` (object.methods)",
            class.binary_name()
        )));
    }
    let wanted = |method: &&'static Method| match options.methods.is_empty() {
        true => !is_guarded(method) && (method.class().access & access::INTERFACE == 0 || method.is_abstract()),
        false => options.methods.iter().any(|name| is_named(method, name)),
    };
    let (mut ways, mut not_constructed, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for method in all.into_iter().filter(wanted) {
        let groups = groups(method, options);
        let lists = match argument_lists(vm, making, method, options.arguments()) {
            Ok(lists) => lists,
            Err(parameter) => {
                not_constructed.push(method.name.to_owned());
                types.push(external_type(parameter));
                continue;
            }
        };
        for (arguments, shown) in lists {
            ways.push(Way {
                call: Call {
                    member: Member {
                        class: class.name.to_owned(),
                        name: method.name.to_owned(),
                        descriptor: method.descriptor.to_owned(),
                    },
                    interface: class.access & access::INTERFACE != 0,
                    receiver: Some(0),
                    arguments,
                },
                shown: format!("{}({shown})", method.name),
                groups: groups.clone(),
            });
        }
    }
    not_constructed.dedup();
    types.sort();
    types.dedup();
    Ok(Ways {
        ways,
        not_constructed,
        types,
    })
}

/// Whether a method is meant by `offer`, or by `offer(Object, long)`.
fn is_named(method: &Method, said: &str) -> bool {
    let Some((name, types)) = said.split_once('(') else {
        return method.name == said;
    };
    let types = types
        .trim_end_matches(')')
        .split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty());
    let types: Vec<&str> = types.collect();
    let (parameters, _) = split_descriptor(method.descriptor);
    let same = |said: &str, parameter: &str| {
        let full = external_type(parameter);
        said == full || said == full.rsplit(['.', '$']).next().unwrap_or(&full)
    };
    method.name == name.trim()
        && types.len() == parameters.len()
        && types
            .iter()
            .zip(&parameters)
            .all(|(said, parameter)| same(said, parameter))
}

/// The groups of which one thread alone may call a method: by configuration, and by `@NonParallel`, of whatever package.
fn groups(method: &'static Method, options: &ObjectOptions) -> BTreeSet<String> {
    let said = options.non_parallel.iter().enumerate();
    let said = said.filter(|(_, group)| group.iter().any(|name| is_named(method, name)));
    let marked = marks(method);
    let marked = marked.iter().filter(|mark| {
        let name = mark.name();
        name.rsplit(['/', '$']).next() == Some("NonParallel")
    });
    let named = marked.flat_map(|mark| match mark.texts("value") {
        texts if texts.is_empty() => vec![String::new()],
        texts => texts,
    });
    let named = named.map(|name| format!("@{name}"));
    said.map(|(index, _)| index.to_string()).chain(named).collect()
}

/// Lists of arguments of a method, the plainest first; or the type of an argument that cannot be made up.
fn argument_lists(
    vm: &mut Vm,
    making: &mut Making,
    method: &'static Method,
    most: usize,
) -> Result<Vec<(Vec<Value>, String)>, &'static str> {
    let (parameters, _) = split_descriptor(method.descriptor);
    let mut lists: Vec<(Vec<Value>, Vec<String>)> = vec![(Vec::new(), Vec::new())];
    for (index, parameter) in parameters.iter().enumerate() {
        let mut domain = making.domain(vm, parameter);
        if domain.is_empty() {
            return Err(parameter);
        }
        if parameter.starts_with(['L', '[']) && most > 2 && !never_null(method, index) {
            domain.push((Value::Null, "null".into()));
        }
        let longer = lists.iter().flat_map(|(values, shown)| {
            domain.iter().take(most).map(move |(value, text)| {
                let values = values.iter().cloned().chain([value.clone()]).collect();
                (values, shown.iter().cloned().chain([text.clone()]).collect())
            })
        });
        lists = longer.collect();
    }
    let said = lists.into_iter().map(|(values, shown)| {
        let source = java_source::list(&values, &making.functions);
        (values, source.unwrap_or_else(|| shown.join(", ")))
    });
    Ok(said.take(most).collect())
}

/// Whether an annotation says that a parameter is never null.
fn never_null(method: &'static Method, parameter: usize) -> bool {
    kept_of_parameter(method, parameter).iter().any(|mark| {
        mark.name()
            .rsplit(['/', '$'])
            .next()
            .is_some_and(|name| NEVER_NULL.contains(&name))
    })
}

/// What is called at the end: the methods that are said, else those without parameters that look like it.
fn observers(class: &'static Class, options: &ObjectOptions) -> Result<Vec<(Call, String)>, VmError> {
    let plain = |method: &&'static Method| {
        let flags = access::PUBLIC | access::STATIC | access::SYNTHETIC | access::ABSTRACT;
        let is_interface = class.access & access::INTERFACE != 0;
        let wanted = if is_interface {
            access::PUBLIC | access::ABSTRACT
        } else {
            access::PUBLIC
        };
        method.access & flags == wanted && method.descriptor.starts_with("()") && !method.descriptor.ends_with('V')
    };
    let mut all: Vec<&'static Method> = Vec::new();
    for method in methods(class).filter(plain) {
        if !all.iter().any(|known| known.name == method.name) {
            all.push(method);
        }
    }
    let call = |method: &&'static Method| {
        let call = Call {
            member: Member {
                class: class.name.to_owned(),
                name: method.name.to_owned(),
                descriptor: method.descriptor.to_owned(),
            },
            interface: class.access & access::INTERFACE != 0,
            receiver: Some(0),
            arguments: Vec::new(),
        };
        (call, format!("{}()", method.name))
    };
    if options.observers.is_empty() {
        let looks = all.iter().filter(|method| looks_like_an_observer(method));
        return Ok(looks.take(OBSERVERS).map(call).collect());
    }
    let chosen = options.observers.iter().map(|name| {
        let method = all.iter().find(|method| method.name == *name);
        method.map(call).ok_or_else(|| {
            VmError::Class(format!(
                "{} has no public method `{name}` without parameters that gives a value (object.observers)",
                class.binary_name()
            ))
        })
    });
    chosen.collect()
}

/// Whether a method without parameters seems to look at the object alone, and gives what can be compared.
fn looks_like_an_observer(method: &Method) -> bool {
    const NAMES: [&str; 9] = [
        "size",
        "isEmpty",
        "length",
        "count",
        "get",
        "sum",
        "peek",
        "availablePermits",
        "intValue",
    ];
    const PREFIXES: [&str; 3] = ["get", "is", "has"];
    let (_, result) = split_descriptor(method.descriptor);
    let comparable =
        !result.starts_with(['L', '[']) || result.starts_with("Ljava/lang/") && result != "Ljava/lang/Class;";
    // What a collection of the JDK, or a class of the user's, says of itself is made of its contents.
    let says_all = method.name == "toString"
        && (method.class().is_user()
            || ["java/util/AbstractCollection", "java/util/AbstractMap"].contains(&method.class().name));
    let prefixed = method.class().is_user() && PREFIXES.iter().any(|prefix| method.name.starts_with(prefix));
    comparable && (NAMES.contains(&method.name) || prefixed || says_all)
}

/// The method that says whether the object is in order: `@Invariant`, `repOk` or `invariant`.
fn invariant(class: &'static Class) -> Option<(Call, String)> {
    let asks = |method: &&'static Method| {
        method.descriptor == "()Z" && method.access & (access::STATIC | access::PRIVATE | access::ABSTRACT) == 0
    };
    let marked = |method: &&'static Method| {
        marks(method)
            .iter()
            .any(|mark| mark.name().rsplit(['/', '$']).next() == Some("Invariant"))
    };
    let named = |method: &&'static Method| ["repOk", "invariant"].contains(&method.name);
    let method = methods(class)
        .filter(asks)
        .find(marked)
        .or_else(|| methods(class).filter(asks).find(named))?;
    let call = Call {
        member: Member {
            class: class.name.to_owned(),
            name: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
        },
        interface: false,
        receiver: Some(0),
        arguments: Vec::new(),
    };
    Some((call, format!("{}()", method.name)))
}

/// The scenarios, the smallest first: threads are alike, so each is there once. And whether some were left out.
fn scenarios(ways: &[Way], options: &ObjectOptions) -> (Vec<Scenario>, bool) {
    let mut all = Vec::new();
    for lengths in lengths(options.threads(), options.calls()) {
        let mut threads: Vec<Vec<usize>> = lengths.iter().map(|length| vec![0; *length]).collect();
        loop {
            if is_sorted(&threads) && keeps_groups(ways, &threads) {
                if all.len() == MOST {
                    return (all, true);
                }
                all.push(Scenario {
                    threads: threads.clone(),
                    prefix: Vec::new(),
                });
            }
            if !advance(&mut threads, ways.len()) {
                break;
            }
        }
    }
    (all, false)
}

/// The same scenarios behind each list of calls of at most this length, the smallest first.
fn after_prefixes((scenarios, left_out): (Vec<Scenario>, bool), ways: usize, most: usize) -> (Vec<Scenario>, bool) {
    if most == 0 {
        return (scenarios, left_out);
    }
    let calls = |scenario: &Scenario| scenario.threads.iter().map(Vec::len).sum::<usize>();
    let largest = scenarios.iter().map(calls).max().unwrap_or(0) + most;
    let mut all = Vec::new();
    for size in 0..=largest {
        for length in 0..=most.min(size) {
            let mut prefix = vec![vec![0; length]];
            loop {
                let behind = scenarios.iter().filter(|scenario| calls(scenario) + length == size);
                for scenario in behind {
                    if all.len() == MOST {
                        return (all, true);
                    }
                    all.push(Scenario {
                        prefix: prefix[0].clone(),
                        threads: scenario.threads.clone(),
                    });
                }
                if !advance(&mut prefix, ways) {
                    break;
                }
            }
        }
    }
    (all, left_out)
}

/// How many calls each thread makes, the longest lists first: two threads at least make one, where there are two. Small sums first.
fn lengths(threads: usize, calls: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..threads {
        let longer = all.iter().flat_map(|list| {
            let most = list.last().copied().unwrap_or(calls);
            (0..=most).map(move |length| list.iter().copied().chain([length]).collect())
        });
        all = longer.collect();
    }
    let busy = |list: &Vec<usize>| list.iter().filter(|length| **length > 0).count();
    all.retain(|list| busy(list) >= threads.min(2));
    all.sort_by_key(|list| (list.iter().sum::<usize>(), busy(list), list.clone()));
    for list in &mut all {
        list.retain(|length| *length > 0);
    }
    all
}

/// Whether lists of one length are in order: threads that change places make the same scenario.
fn is_sorted(threads: &[Vec<usize>]) -> bool {
    threads
        .windows(2)
        .all(|pair| pair[0].len() != pair[1].len() || pair[0] <= pair[1])
}

/// Whether no two threads call methods of one group.
fn keeps_groups(ways: &[Way], threads: &[Vec<usize>]) -> bool {
    let of = |thread: &Vec<usize>| -> BTreeSet<&String> { thread.iter().flat_map(|way| &ways[*way].groups).collect() };
    threads.iter().enumerate().all(|(index, thread)| {
        let mine = of(thread);
        threads[..index].iter().all(|other| of(other).is_disjoint(&mine))
    })
}

/// The next lists of the same lengths; false behind the last ones.
fn advance(threads: &mut [Vec<usize>], ways: usize) -> bool {
    for place in threads.iter_mut().rev().flat_map(|thread| thread.iter_mut().rev()) {
        *place += 1;
        if *place < ways {
            return true;
        }
        *place = 0;
    }
    false
}

/// What the classes of a driver are called: what is said of the object is a part of it.
pub(super) fn prefix(class: &str, options: &ObjectOptions) -> String {
    format!(
        "dropwire/Object{:016x}",
        content_hash(format!("{class} {:?}", options.said()).as_bytes())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(groups: &[&str]) -> Way {
        Way {
            call: Call::default(),
            shown: String::new(),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
        }
    }

    fn options(threads: usize, calls: usize) -> ObjectOptions {
        ObjectOptions {
            threads: Some(threads),
            calls: Some(calls),
            ..ObjectOptions::default()
        }
    }

    #[test]
    fn each_scenario_is_there_once_and_small_ones_come_first() {
        let (all, left_out) = scenarios(&[way(&[]), way(&[])], &options(2, 2));
        // 3 of one call each, 4 × 2 of two calls and one, 10 of two calls each.
        assert_eq!((all.len(), left_out), (3 + 8 + 10, false));
        let sizes: Vec<usize> = all.iter().map(|one| one.threads.iter().map(Vec::len).sum()).collect();
        assert!(sizes.is_sorted());
        let mut alike: Vec<Vec<Vec<usize>>> = all.iter().map(|one| one.threads.clone()).collect();
        for threads in &mut alike {
            threads.sort();
        }
        alike.sort();
        alike.dedup();
        assert_eq!(alike.len(), all.len());
    }

    #[test]
    fn one_thread_alone_calls_a_group() {
        let (all, _) = scenarios(&[way(&["producer"]), way(&[])], &options(2, 1));
        let threads: Vec<&Vec<Vec<usize>>> = all.iter().map(|one| &one.threads).collect();
        assert_eq!(threads, [&vec![vec![0], vec![1]], &vec![vec![1], vec![1]]]);
    }

    #[test]
    fn each_prefix_comes_before_each_scenario() {
        let ways = [way(&[]), way(&[])];
        let plain = scenarios(&ways, &options(2, 1));
        assert_eq!(after_prefixes(plain.clone(), 2, 0), plain);
        let (all, left_out) = after_prefixes(plain, 2, 2);
        // 3 of one call each, behind no call, one of 2, or two of 2.
        assert_eq!((all.len(), left_out), (3 * (1 + 2 + 4), false));
        let size = |one: &Scenario| one.prefix.len() + one.threads.iter().map(Vec::len).sum::<usize>();
        assert!(all.iter().map(size).is_sorted());
        let different: std::collections::BTreeSet<&Scenario> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn too_many_are_left_out() {
        let ways: Vec<Way> = (0..20).map(|_| way(&[])).collect();
        let (all, left_out) = scenarios(&ways, &options(2, 2));
        assert_eq!((all.len(), left_out), (MOST, true));
    }

    #[test]
    fn a_third_thread_makes_scenarios_with_two_as_well() {
        let (all, _) = scenarios(&[way(&[])], &options(3, 1));
        let lengths: Vec<usize> = all.iter().map(|one| one.threads.len()).collect();
        assert_eq!(lengths, [2, 3]);
    }
}
