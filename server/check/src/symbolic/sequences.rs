//! Sequences of calls: the object on which a method is called is made by each constructor of its class, and a class is explored by its constructors and
//! methods in all orders, up to a length. Each sequence is an exploration of its own, for all inputs of all of its calls.
//!
//! Sequences are extended in order of their lengths, as in random testing with feedback (Pacheco et al., *Feedback-Directed Random Test Generation*,
//! ICSE 2007), and here exhaustively. One is not extended
//!
//! - if no inputs make its last call return: then nothing can be called after it;
//! - if its last call changes nothing for any inputs: whatever follows does the same without it, in a sequence that is shorter.

use std::collections::VecDeque;

use dropwire_classes::cafebabe::attributes::InnerClassAccessFlags;
use dropwire_classes::cafebabe::bytecode::Opcode;
use dropwire_vm::image::class::{Class, Method, access};
use dropwire_vm::{Vm, VmError};

use super::options::{Choice, SymbolicOptions, THIS};
use super::{CheckPath, Explored, explore};
use crate::assumptions::Assumption;
use crate::facts::note::Note;
use crate::facts::reason::{Cause, LeftOut, Reason};
use crate::junit::plan::inner_classes;
use crate::junit::{self, CallSequence, plan, precondition_of};
use crate::options::{Budget, Options, Target};
use crate::report::{Confidence, Report, Verdict};
use crate::rollback::with_rollback;

/// How sequences grow.
pub(super) struct Extension {
    /// What comes behind them.
    methods: Vec<&'static Method>,
    /// How many of these a sequence has at most.
    most: u64,
}

/// The calls with each constructor before them that can make their object, if the object has to be made and nothing else says how.
pub(super) fn constructed(calls: &CallSequence, options: &SymbolicOptions) -> Vec<CallSequence> {
    let class = calls.class;
    let is_input = match options.said(THIS) {
        Some(said) => said == Choice::Symbolic,
        None => precondition_of(class).is_some(),
    };
    let is_made = !calls.needs_object() || is_input || class.declared("<init>", "()V").is_some();
    if is_made {
        return Vec::new();
    }
    let with = |constructor| CallSequence {
        class,
        methods: [constructor].into_iter().chain(calls.methods.iter().copied()).collect(),
    };
    constructors(class).into_iter().map(with).collect()
}

/// The constructors that other classes can call; none of an abstract class, and none of one whose objects have an enclosing instance or captured variables
/// (JLS §8.1.3): a compiler passes those, and never `null`.
fn constructors(class: &'static Class) -> Vec<&'static Method> {
    let own = inner_classes(class)
        .iter()
        .find(|entry| entry.inner_class_info == class.name);
    if own.is_some_and(|entry| !entry.access_flags.contains(InnerClassAccessFlags::STATIC)) {
        return Vec::new();
    }
    let hidden = access::PRIVATE | access::SYNTHETIC;
    let can_be_called = |method: &&'static Method| method.is_constructor() && method.access & hidden == 0;
    let all = class.methods.iter().copied().filter(can_be_called);
    match class.access & access::ABSTRACT {
        0 => all.collect(),
        _ => Vec::new(),
    }
}

/// Explores a class: sequences of its methods behind each constructor; each method by itself that is static, or whose object is an input.
///
/// # Errors
/// There is nothing to call.
pub(super) fn of_class(
    vm: &mut Vm,
    target: &Target,
    options: &Options,
    budget: &mut dyn Budget,
    check_path: CheckPath<'_>,
) -> Result<Report, VmError> {
    if options.symbolic.names_parameters() {
        return Err(VmError::Class(format!(
            "what is said of parameters needs a method, as in {}#method; all parameters of a class are symbolic",
            target.class
        )));
    }
    let class = vm.image.load(&mut vm.heap, &target.class.replace('.', "/"))?;
    let is_main = |method: &Method| method.name == "main" && method.is_static();
    let mut methods = plan::methods(class);
    methods.retain(|method| {
        let is_hidden = method.access & access::PRIVATE != 0;
        let is_written = !is_implicitly_declared(class, method);
        method.has_code() && is_written && !is_hidden && !is_main(method) && !junit::is_precondition(method)
    });
    let is_input = precondition_of(class).is_some();
    let takes_nothing = |constructor: &&'static Method| constructor.descriptor.starts_with("()");
    let constructs_alone = methods.is_empty() && constructors(class).iter().all(takes_nothing);
    if constructs_alone && class.methods.iter().any(|method| is_main(method)) {
        return Err(VmError::Class(format!(
            "class {} has no method to explore but main; without --symbolic it is explored as a program",
            target.class
        )));
    }
    let (alone, on_object): (Vec<_>, Vec<_>) = methods
        .into_iter()
        .partition(|method| method.is_static() || is_input && class.access & access::ABSTRACT == 0);
    let sequence = |method: &'static Method| CallSequence {
        class,
        methods: vec![method],
    };
    let constructors = constructors(class).into_iter().filter(|_| !is_input);
    let first: Vec<CallSequence> = alone.into_iter().chain(constructors).map(sequence).collect();
    if first.is_empty() {
        let name = &target.class;
        return Err(VmError::Class(match on_object.first() {
            Some(method) => format!(
                "class {name} has no constructor that other classes can call, and no static method; explore a method on an object that is an input, as in \
                 --symbolic=this:symbolic '{name}#{}'",
                method.name
            ),
            None => format!("class {name} has no method or constructor that other classes can call"),
        }));
    }
    let unmade = !on_object.is_empty() && !first.iter().any(|calls| calls.constructor().is_some());
    let extension = Extension {
        methods: on_object,
        most: options.symbolic.calls,
    };
    let mut report = all(vm, first, Some(&extension), options, budget, check_path)?;
    if unmade && report.verdict != Verdict::Failed {
        let what = LeftOut::InstanceMethods {
            class: target.class.clone(),
        };
        report.reasons.push(Cause::InputsLeftOut { what }.into());
        report.verdict_of_inputs();
    }
    Ok(report)
}

/// Whether no source declares a method: of an enum (JLS §8.9.3), or of a record (JLS §8.10.3).
fn is_implicitly_declared(class: &Class, method: &Method) -> bool {
    let of = class.superclass.map_or("", |superclass| superclass.name);
    let of_record = || {
        let code = method.data().and_then(|data| data.bytecode.as_ref());
        let mut opcodes = code
            .into_iter()
            .flat_map(|code| &code.opcodes)
            .map(|(_, opcode)| opcode);
        // `java.lang.runtime.ObjectMethods` makes it.
        opcodes
            .any(|opcode| matches!(opcode, Opcode::Invokedynamic(called) if called.name_and_type.name == method.name))
    };
    match (of, method.name) {
        ("java/lang/Enum", "values" | "valueOf") => method.is_static(),
        ("java/lang/Record", "toString" | "hashCode" | "equals") => of_record(),
        _ => false,
    }
}

/// Explores sequences, and what they are extended to. One report for all of them.
///
/// # Errors
/// As [`explore`], where no sequence can be explored.
pub(super) fn all(
    vm: &mut Vm,
    first: Vec<CallSequence>,
    extension: Option<&Extension>,
    options: &Options,
    budget: &mut dyn Budget,
    check_path: CheckPath<'_>,
) -> Result<Report, VmError> {
    let mut open = VecDeque::from(first);
    let mut together = Together::default();
    let mut cut_off = None;
    let mut refused = None;
    while let Some(calls) = open.pop_front() {
        cut_off = together.ends(options, budget);
        if cut_off.is_some() {
            break;
        }
        let (name, last) = (calls.target(), calls.last());
        let of_one = Options {
            max_transitions: options.max_transitions.saturating_sub(together.transitions),
            ..options.clone()
        };
        let explored = with_rollback(vm, |vm| explore(vm, &name, calls.clone(), &of_one, budget, check_path));
        let explored = match explored {
            Ok(explored) => explored,
            Err(error) => {
                together.left_out.push((name, Cause::from(&error)));
                refused = Some(error);
                continue;
            }
        };
        if let Some(extension) = extension {
            open.extend(extension.of(&calls, &explored));
        }
        together.add(name, last, explored);
    }
    match refused {
        Some(error) if together.reports.is_empty() && cut_off.is_none() => Err(error),
        _ => Ok(together.report(cut_off, extension.is_some())),
    }
}

impl Extension {
    /// The sequences that are longer by one call; none where these would show nothing new.
    fn of(&self, calls: &CallSequence, explored: &Explored) -> Vec<CallSequence> {
        let is_object = calls.constructor().is_some();
        let made = calls.methods.len() as u64 - u64::from(is_object);
        let same_without = explored.changes_nothing && made > 0;
        if !is_object || made >= self.most || same_without || !explored.returns {
            return Vec::new();
        }
        let with = |method: &&'static Method| CallSequence {
            class: calls.class,
            methods: calls.methods.iter().chain([method]).copied().collect(),
        };
        self.methods.iter().map(with).collect()
    }
}

/// What came of sequences.
#[derive(Default)]
struct Together {
    reports: Vec<(String, Report)>,
    /// The last call of each of these, and whether some inputs of it are allowed.
    last: Vec<(&'static Method, bool)>,
    /// What could not be explored.
    left_out: Vec<(String, Cause)>,
    transitions: u64,
}

impl Together {
    /// Why no more sequences are explored.
    fn ends(&self, options: &Options, budget: &mut dyn Budget) -> Option<Cause> {
        let limit = options.max_transitions;
        if budget.exhausted().is_some() {
            return Some(Cause::of_end(budget.exhausted(), options.memory_limit));
        }
        if limit > 0 && self.transitions >= limit {
            return Some(Cause::Transitions { limit });
        }
        let mut findings = self.reports.iter().flat_map(|(_, report)| &report.findings);
        let found = findings.any(|finding| finding.confidence == Confidence::Confirmed);
        (options.first && found).then_some(Cause::FirstFinding)
    }

    fn add(&mut self, name: String, last: &'static Method, explored: Explored) {
        self.transitions += explored.report.statistics.transitions;
        self.last.push((last, explored.allowed));
        self.reports.push((name, explored.report));
    }

    fn report(mut self, cut_off: Option<Cause>, of_class: bool) -> Report {
        self.forget_what_other_sequences_allow();
        let sequences = self.reports.len() as u64;
        let counted: Vec<Note> = self.reports.iter_mut().flat_map(|(_, report)| counts(report)).collect();
        let explored = self
            .reports
            .iter_mut()
            .map(|(_, report)| std::mem::take(&mut report.explored));
        let explored = explored.flatten().collect();
        let mut report = junit::together(self.reports);
        report.explored = explored;
        report.notes.extend(sums(counted, sequences));
        let left_out = self.left_out.into_iter();
        let reasons = left_out.map(|(name, cause)| Reason::from(cause).of_case(&name));
        report.reasons.extend(reasons.chain(cut_off.map(Reason::from)));
        if report.verdict != Verdict::Failed {
            report.verdict_of_inputs();
        }
        if of_class {
            let name = Assumption::CallSequences.name().to_owned();
            junit::add_new(&mut report.assumptions, &[name]);
        }
        report
    }

    /// That a precondition never holds, or that every path is assumed away, says nothing where it is not so in another sequence with the same
    /// last call.
    fn forget_what_other_sequences_allow(&mut self) {
        let allowed: Vec<u32> = self
            .last
            .iter()
            .filter(|(_, is)| *is)
            .map(|(last, _)| last.id.0)
            .collect();
        for ((_, report), (last, _)) in self.reports.iter_mut().zip(&self.last) {
            if allowed.contains(&last.id.0) {
                let says_nothing = |reason: &Reason| {
                    matches!(
                        reason.cause,
                        Cause::PreconditionNeverHolds { .. } | Cause::EveryRunIgnored
                    )
                };
                report.reasons.retain(|reason| !says_nothing(reason));
                report.verdict_of_inputs();
            }
        }
    }
}

/// Takes the notes from a report that count something.
fn counts(report: &mut Report) -> Vec<Note> {
    let counts = |note: &Note| matches!(note, Note::SymbolicPaths { .. } | Note::InputStructures { .. });
    let (counts, others) = std::mem::take(&mut report.notes).into_iter().partition(counts);
    report.notes = others;
    counts
}

/// One note for all that count the same.
fn sums(notes: Vec<Note>, of_sequences: u64) -> Vec<Note> {
    let mut sums: Vec<Note> = Vec::new();
    for note in notes {
        let same = |sum: &&mut Note| match (&**sum, &note) {
            (Note::InputStructures { method, .. }, Note::InputStructures { method: other, .. }) => method == other,
            (sum, note) => std::mem::discriminant(sum) == std::mem::discriminant(note),
        };
        match (sums.iter_mut().find(same), note) {
            (
                Some(Note::SymbolicPaths {
                    paths,
                    conditions,
                    repeated,
                    decided_by_z3,
                    ..
                }),
                Note::SymbolicPaths {
                    paths: more,
                    conditions: more_conditions,
                    repeated: more_repeated,
                    decided_by_z3: more_by_z3,
                    ..
                },
            ) => {
                *paths += more;
                *conditions += more_conditions;
                *repeated += more_repeated;
                *decided_by_z3 += more_by_z3;
            }
            (
                Some(Note::InputStructures {
                    candidates, allowed, ..
                }),
                Note::InputStructures {
                    candidates: more,
                    allowed: more_allowed,
                    ..
                },
            ) => {
                *candidates += more;
                *allowed += more_allowed;
            }
            (
                _,
                Note::SymbolicPaths {
                    paths,
                    conditions,
                    repeated,
                    decided_by_z3,
                    ..
                },
            ) => sums.push(Note::SymbolicPaths {
                paths,
                sequences: of_sequences,
                parameters: Vec::new(),
                conditions,
                repeated,
                decided_by_z3,
            }),
            (_, note) => sums.push(note),
        }
    }
    sums
}
