//! The history of an object under test: which scenario was chosen, which calls have begun, and what they gave.
//!
//! It is an `int[]` behind a static of `dropwire.Native`: undone and hashed like all else, for what a call gave and what was over
//! before it began decide whether the path is judged to be right. A call begins with the first step of its thread that others may see,
//! and ends in the step that returns: as late and as early as any machine could do it.

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::{HEADER, Ref};
use crate::image::class::{Class, Field, access};
use crate::natives::call::{NativeCall, NativeResult, Outcome, Passing, int};
use crate::object_under_test::{HISTORY, History, Invariant, RecordedCall, SORT, Scenario, Scenarios, sort};
use crate::thread::{Pending, ThreadId};
use crate::types::Ty;
use crate::vm::Vm;

/// The bit beside the calls that were over: this one has begun.
const BEGUN: u32 = 1 << 31;
/// Where the array has the scenario, what the invariant said, and how many calls each thread has come to.
const CHOSEN: usize = 0;
const INVARIANT: usize = 1;
const COME_TO: usize = 2;

/// So deep values are looked into.
const DEPTH: u32 = 3;

/// Where the parts of the array are.
#[derive(Clone, Copy)]
struct Layout {
    threads: usize,
    calls: usize,
    observers: usize,
}

impl Layout {
    fn of(scenarios: &Scenarios) -> Layout {
        Layout {
            threads: scenarios.threads + usize::from(scenarios.prefix > 0),
            calls: scenarios.calls.max(scenarios.prefix),
            observers: scenarios.observers.len(),
        }
    }

    fn result(self, thread: usize, call: usize) -> usize {
        COME_TO + self.threads + thread * self.calls + call
    }

    fn after(self, thread: usize, call: usize) -> usize {
        self.result(thread, call) + self.threads * self.calls
    }

    fn observation(self, observer: usize) -> usize {
        COME_TO + self.threads + 2 * self.threads * self.calls + observer
    }

    fn length(self) -> usize {
        self.observation(self.observers)
    }
}

/// The numbers of a scenario's calls in its history, by thread and call: those before all others first.
fn numbered<'a>(
    scenarios: &Scenarios,
    scenario: &'a Scenario,
) -> impl Iterator<Item = (usize, usize, usize)> + use<'a> {
    let before = (scenarios.threads, &scenario.prefix);
    let calls = std::iter::once(before).chain(scenario.threads.iter().enumerate());
    calls.flat_map(|(thread, ways)| ways.iter().enumerate().map(move |(call, way)| (thread, call, *way)))
}

impl Scenario {
    /// The calls of a thread: of those that are started, or of the one that starts them.
    fn of_thread(&self, scenarios: &Scenarios, thread: usize) -> Option<&Vec<usize>> {
        match thread == scenarios.threads {
            true => Some(&self.prefix),
            false => self.threads.get(thread),
        }
    }
}

impl Vm {
    fn history_array(&self) -> Option<Ref> {
        let native = self.image.loaded(NATIVE)?;
        let array = self.static_field(native, HISTORY) as Ref;
        (array != 0).then_some(array)
    }

    fn history_word(&self, array: Ref, index: usize) -> u32 {
        self.heap.read(u64::from(array + HEADER) * 8 + 4 * index as u64, 2) as u32
    }

    fn set_history_word(&mut self, array: Ref, index: usize, value: u32) {
        self.heap
            .write(u64::from(array + HEADER) * 8 + 4 * index as u64, 2, u64::from(value));
    }

    fn scenarios(&self) -> Option<&Scenarios> {
        self.mode.object.as_ref()?.scenarios.as_ref()
    }

    /// What the calls of the present path have given so far; none before a scenario is chosen.
    pub fn call_history(&self) -> Option<History> {
        let scenarios = self.scenarios()?;
        let array = self.history_array()?;
        let layout = Layout::of(scenarios);
        let word = |index| self.history_word(array, index);
        let chosen = word(CHOSEN) as usize;
        let given = |index| Some(word(index)).filter(|result| *result != 0);
        let calls = numbered(scenarios, scenarios.all.get(chosen)?).map(|(thread, call, way)| RecordedCall {
            thread,
            way,
            result: given(layout.result(thread, call)),
            after: word(layout.after(thread, call)) & !BEGUN,
            begun: word(layout.after(thread, call)) & BEGUN != 0,
        });
        Some(History {
            scenario: chosen,
            calls: calls.collect(),
            observations: (0..layout.observers)
                .map(|one| given(layout.observation(one)))
                .collect(),
            invariant: match word(INVARIANT) {
                1 => Invariant::Holds,
                2 => Invariant::Broken,
                3 => Invariant::Threw,
                _ => Invariant::NotAsked,
            },
        })
    }

    /// Whether a thread is one of the driver's that makes calls.
    pub fn makes_calls(&self, thread: ThreadId) -> bool {
        let number = |scenarios| self.number_in_driver(scenarios, thread);
        self.history_array().is_some() && self.scenarios().and_then(number).is_some()
    }

    /// Which way of calling the object a thread has come to and has not returned from, if it is one of the driver's; also before the call has
    /// done anything that others may see.
    pub fn unfinished_call(&self, thread: ThreadId) -> Option<usize> {
        let scenarios = self.scenarios()?;
        let array = self.history_array()?;
        let number = self.number_in_driver(scenarios, thread)?;
        let call = self.present_call(array, number)?;
        let layout = Layout::of(scenarios);
        if self.history_word(array, layout.result(number, call)) != 0 {
            return None;
        }
        let scenario = scenarios.all.get(self.history_word(array, CHOSEN) as usize)?;
        scenario.of_thread(scenarios, number)?.get(call).copied()
    }

    /// The number of a thread among those that the driver started: its frame in the driver's class has the object that knows.
    fn number_in_driver(&self, scenarios: &Scenarios, thread: ThreadId) -> Option<usize> {
        let t = self.thread(thread);
        let this = t.frames().find_map(|(fp, method, _)| {
            let method = self.image.method(method);
            let drives =
                method.name == crate::generate::scenario_driver::ONE && method.class().name == scenarios.driver;
            let code = method.code.get().filter(|_| drives)?;
            Some(t.stack[(fp - code.max_locals) as usize] as Ref)
        })?;
        Some(self.field(this, crate::generate::scenario_driver::NUMBER) as usize)
    }

    /// Which of its calls a thread has come to.
    fn present_call(&self, array: Ref, thread: usize) -> Option<usize> {
        (self.history_word(array, COME_TO + thread) as usize).checked_sub(1)
    }

    /// A thread is about to do what others may see: the call that it has come to begins, if it has not yet.
    pub(crate) fn note_call_begins(&mut self, thread: ThreadId) {
        let Some(scenarios) = self.scenarios() else { return };
        let Some(array) = self.history_array() else { return };
        let Some(number) = self.number_in_driver(scenarios, thread) else {
            return;
        };
        let layout = Layout::of(scenarios);
        let Some(call) = self.present_call(array, number) else {
            return;
        };
        let place = layout.after(number, call);
        if self.history_word(array, place) & BEGUN != 0 || self.history_word(array, layout.result(number, call)) != 0 {
            return;
        }
        let Some(scenario) = scenarios.all.get(self.history_word(array, CHOSEN) as usize) else {
            return;
        };
        let over = numbered(scenarios, scenario).enumerate();
        let over = over.filter(|(_, (thread, call, _))| self.history_word(array, layout.result(*thread, *call)) != 0);
        let bits = over.fold(0, |bits, (at, _)| bits | 1 << at);
        self.set_history_word(array, place, bits | BEGUN);
    }

    /// Whether a thread has come to a call of which others have seen nothing so far: what it would do now has to be a step of its own.
    pub(crate) fn call_is_unseen(&self, thread: ThreadId) -> bool {
        let call = || {
            let scenarios = self.scenarios()?;
            let array = self.history_array()?;
            let number = self.number_in_driver(scenarios, thread)?;
            let call = self.present_call(array, number)?;
            let layout = Layout::of(scenarios);
            let begun = self.history_word(array, layout.after(number, call)) & BEGUN != 0;
            Some(!begun && self.history_word(array, layout.result(number, call)) == 0)
        };
        self.mode.exploring && call() == Some(true)
    }

    /// The number of a text among all results.
    fn number_of_result(&mut self, text: String) -> u32 {
        let Some(scenarios) = self.mode.object.as_mut().and_then(|object| object.scenarios.as_mut()) else {
            return 0;
        };
        let known = scenarios.results.iter().position(|one| *one == text);
        let at = known.unwrap_or_else(|| {
            scenarios.results.push(text);
            scenarios.results.len() - 1
        });
        at as u32 + 1
    }

    /// A value that a call gave, so that equal texts are equal values. Of objects of other classes the class alone counts.
    fn text_of_result(&mut self, value: Ref, depth: u32) -> String {
        if value == 0 {
            return "null".into();
        }
        let class = self.class_of(value);
        let bits = self.field(value, "value");
        match class.name {
            "java/lang/String" => return format!("{:?}", self.text(value)),
            "java/lang/Boolean" => return (bits & 1 != 0).to_string(),
            "java/lang/Byte" => return (bits as i8).to_string(),
            "java/lang/Short" => return (bits as i16).to_string(),
            "java/lang/Character" => {
                let unit = char::from_u32(bits as u16 as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                return format!("{unit:?}");
            }
            "java/lang/Integer" => return (bits as i32).to_string(),
            "java/lang/Long" => return format!("{}L", bits as i64),
            "java/lang/Float" => return format!("{:?}f", f32::from_bits(bits as u32)),
            "java/lang/Double" => return format!("{:?}", f64::from_bits(bits)),
            "java/util/Optional" => {
                let held = bits as Ref;
                return format!("Optional[{}]", self.text_of_result(held, depth + 1));
            }
            "java/math/BigInteger" => return self.text_of_big_integer(value),
            _ => {}
        }
        if depth < DEPTH
            && let Some(text) = self.text_of_value(value, class, depth)
        {
            return text;
        }
        let mut superclasses = std::iter::successors(Some(class), |class| class.superclass);
        if superclasses.any(|class| class.name == "java/lang/Enum") {
            return self.text(self.field(value, "name") as Ref);
        }
        if class.is_array() && depth < DEPTH && self.heap.length(value) <= 32 {
            return self.text_of_array(value, class.name, depth);
        }
        let name = class.binary_name();
        if let Some(scenarios) = self.mode.object.as_mut().and_then(|object| object.scenarios.as_mut()) {
            scenarios.by_class.insert(name.clone());
        }
        format!("an object of {name}")
    }

    /// An object whose class says by `equals` that its fields alone count, and that never changes: a record or another class of the user's with
    /// final fields alone, and lists and entries of the JDK that are fixed.
    fn text_of_value(&mut self, value: Ref, class: &Class, depth: u32) -> Option<String> {
        match class.name {
            "java/util/ImmutableCollections$List12" => {
                let [first, second] = ["e0", "e1"].map(|name| self.field(value, name) as Ref);
                // The JDK has an object of its own where there is no second element, before 16 null.
                let alone = second == 0 || self.class_of(second).name == "java/lang/Object";
                let all = if alone { vec![first] } else { vec![first, second] };
                let all: Vec<String> = all.into_iter().map(|one| self.text_of_result(one, depth + 1)).collect();
                return Some(format!("[{}]", all.join(", ")));
            }
            "java/util/ImmutableCollections$ListN" => return self.text_of_elements(value, "elements", depth),
            "java/util/Arrays$ArrayList" => return self.text_of_elements(value, "a", depth),
            "java/util/KeyValueHolder" | "java/util/AbstractMap$SimpleImmutableEntry" => {
                let [key, held] = ["key", "value"].map(|name| self.field(value, name) as Ref);
                let key = self.text_of_result(key, depth + 1);
                return Some(format!("{key}={}", self.text_of_result(held, depth + 1)));
            }
            _ => {}
        }
        let above = class.superclass.map(|class| class.name);
        let of_fields = above == Some("java/lang/Record") || above == Some("java/lang/Object");
        let instance = |field: &&Field| field.access & access::STATIC == 0;
        let fields: Vec<&Field> = class.fields.iter().filter(instance).collect();
        let is_value = class.is_user()
            && of_fields
            && !fields.is_empty()
            && class.declared("equals", "(Ljava/lang/Object;)Z").is_some()
            && fields.iter().all(|field| field.access & access::FINAL != 0);
        if !is_value {
            return None;
        }
        let said: Vec<String> = fields
            .iter()
            .map(|field| {
                let bits = self.heap.get(value + HEADER + field.slot);
                format!(
                    "{}={}",
                    field.name,
                    self.text_of_bits(bits, field.descriptor, depth + 1)
                )
            })
            .collect();
        Some(format!("{}[{}]", class.binary_name(), said.join(", ")))
    }

    /// A list of the JDK that has its elements in an array.
    fn text_of_elements(&mut self, list: Ref, field: &str, depth: u32) -> Option<String> {
        let array = self.field(list, field) as Ref;
        let short = array != 0 && self.heap.length(array) <= 32;
        short.then(|| self.text_of_array(array, "[Ljava/lang/Object;", depth))
    }

    fn text_of_bits(&mut self, bits: u64, descriptor: &str, depth: u32) -> String {
        match descriptor {
            "Z" => (bits & 1 != 0).to_string(),
            "B" => (bits as i8).to_string(),
            "S" => (bits as i16).to_string(),
            "C" => {
                let unit = char::from_u32(bits as u16 as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                format!("{unit:?}")
            }
            "I" => (bits as i32).to_string(),
            "J" => format!("{}L", bits as i64),
            "F" => format!("{:?}f", f32::from_bits(bits as u32)),
            "D" => format!("{:?}", f64::from_bits(bits)),
            _ => self.text_of_result(bits as Ref, depth),
        }
    }

    /// In decimal: its sign, and its words, the highest first.
    fn text_of_big_integer(&self, value: Ref) -> String {
        let words = self.field(value, "mag") as Ref;
        let length = if words == 0 { 0 } else { self.heap.length(words) };
        let word = |at: u32| self.heap.read(u64::from(words + HEADER) * 8 + 4 * u64::from(at), 2) as u32;
        let mut words: Vec<u32> = (0..length).map(word).collect();
        let mut digits = Vec::new();
        while words.iter().any(|word| *word != 0) {
            let mut rest = 0;
            for word in &mut words {
                let all = rest << 32 | u64::from(*word);
                *word = (all / 10) as u32;
                rest = all % 10;
            }
            digits.push(char::from(b'0' + rest as u8));
        }
        if digits.is_empty() {
            return "0".to_owned();
        }
        let sign = if (self.field(value, "signum") as i32) < 0 {
            "-"
        } else {
            ""
        };
        sign.chars().chain(digits.into_iter().rev()).collect()
    }

    fn text_of_array(&mut self, array: Ref, class: &str, depth: u32) -> String {
        let begin = u64::from(array + HEADER) * 8;
        let mut parts = Vec::new();
        for index in 0..self.heap.length(array) {
            let log = match &class[1..] {
                "Z" | "B" => 0,
                "S" | "C" => 1,
                "J" | "D" => 3,
                // Also a reference.
                _ => 2,
            };
            let bits = self.heap.read(begin + (u64::from(index) << log), log);
            parts.push(self.text_of_bits(bits, &class[1..], depth + 1));
        }
        format!("[{}]", parts.join(", "))
    }
}

/// `dropwire.Native.scenario`: chooses one before anything else is done.
pub(crate) fn scenario(c: &mut NativeCall<'_>) -> NativeResult {
    let ways = u64::from(c.int(0).unsigned_abs());
    let chosen = match c.choose(ways, Passing::Kept) {
        Ok(chosen) => chosen,
        Err(park) => return Ok(park),
    };
    let Some(layout) = c.vm.scenarios().map(Layout::of) else {
        return Err(VmError::Jdk("a scenario without a driver".into()));
    };
    let native = c.vm.image.load(&mut c.vm.heap, NATIVE)?;
    let array = c.vm.new_primitive_array(Ty::Int, layout.length() as u32)?;
    c.vm.set_history_word(array, CHOSEN, chosen as u32);
    c.vm.set_static_field(native, HISTORY, u64::from(array));
    c.vm.stored(native.mirror.get(), array);
    int(chosen as i32)
}

/// The ways of a thread in the scenario that was chosen.
fn ways_of(c: &NativeCall<'_>, thread: usize) -> Vec<usize> {
    let chosen =
        c.vm.history_array()
            .map(|array| c.vm.history_word(array, CHOSEN) as usize);
    let scenarios = c.vm.scenarios();
    let ways = scenarios.and_then(|scenarios| scenarios.all.get(chosen?)?.of_thread(scenarios, thread));
    ways.cloned().unwrap_or_default()
}

/// `dropwire.Native.calls`
pub(crate) fn calls(c: &mut NativeCall<'_>) -> NativeResult {
    let thread = c.int(0).unsigned_abs() as usize;
    int(ways_of(c, thread).len() as i32)
}

/// `dropwire.Native.nextCall`
pub(crate) fn next_call(c: &mut NativeCall<'_>) -> NativeResult {
    let thread = c.int(0).unsigned_abs() as usize;
    let none = c.vm.mode.object.as_ref().map_or(0, |object| object.ways.len());
    let Some(array) = c.vm.history_array() else {
        return int(none as i32);
    };
    let come_to = c.vm.history_word(array, COME_TO + thread);
    let one_by_one = c.vm.scenarios().is_some_and(|scenarios| scenarios.one_by_one);
    match ways_of(c, thread).get(come_to as usize) {
        // The step that goes on from here comes to this call alone: it does nothing that others may see.
        Some(_) if one_by_one && c.vm.mode.exploring && c.vm.this_step.arrives.is_none() => {
            Ok(Outcome::Park(Pending::Arrive))
        }
        Some(way) => {
            c.vm.set_history_word(array, COME_TO + thread, come_to + 1);
            int(*way as i32)
        }
        None => int(none as i32),
    }
}

/// `dropwire.Native.record`
pub(crate) fn record(c: &mut NativeCall<'_>) -> NativeResult {
    let code = c.int(0).unsigned_abs() as usize;
    let (sort, number) = (code / SORT, code % SORT);
    let value = c.reference(1);
    let (Some(array), Some(layout)) = (c.vm.history_array(), c.vm.scenarios().map(Layout::of)) else {
        return Ok(Outcome::Void);
    };
    let text = match sort {
        sort::VOID => "returns".to_owned(),
        sort::VALUE | sort::OBSERVED => c.vm.text_of_result(value, 0),
        sort::THROWN | sort::OBSERVER_THROWN => format!("throws {}", c.vm.class_of(value).binary_name()),
        sort::INVARIANT | sort::INVARIANT_THROWN => {
            let holds = sort == sort::INVARIANT && c.vm.field(value, "value") & 1 != 0;
            let said = match (sort, holds) {
                (sort::INVARIANT, true) => 1,
                (sort::INVARIANT, false) => 2,
                _ => 3,
            };
            c.vm.set_history_word(array, INVARIANT, said);
            return Ok(Outcome::Void);
        }
        _ => return Err(VmError::Jdk("a driver records what nobody knows".into())),
    };
    if sort == sort::OBSERVED || sort == sort::OBSERVER_THROWN {
        let result = c.vm.number_of_result(text);
        c.vm.set_history_word(array, layout.observation(number), result);
        return Ok(Outcome::Void);
    }
    let Some(call) = c.vm.present_call(array, number) else {
        return Ok(Outcome::Void);
    };
    if c.vm.mode.exploring && c.vm.history_word(array, layout.after(number, call)) & BEGUN == 0 {
        // Others can see nothing of this call, which may still come at any time.
        return Ok(Outcome::Park(Pending::Resume));
    }
    let result = c.vm.number_of_result(text);
    c.vm.set_history_word(array, layout.result(number, call), result);
    let way = ways_of(c, number).get(call).copied();
    if let (Some(object), Some(way)) = (&mut c.vm.mode.object, way.filter(|_| sort != sort::THROWN)) {
        object.returned.insert(way);
    }
    Ok(Outcome::Void)
}
