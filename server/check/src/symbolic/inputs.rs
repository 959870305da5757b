//! The inputs of a run as the machine has them: where their shadows stand, and what is decided where a reference is read.

use std::collections::BTreeMap;

use dropwire_vm::faults::{Fault, planted};
use dropwire_vm::heap::{HEADER, Ref};
use dropwire_vm::image::class::Class;
use dropwire_vm::types::Ty;
use dropwire_vm::{ThreadId, Vm};

use super::beside::{Change, Shadow};
use super::places::{PlaceId, Reference, fields_of, width};
use super::recorder::{GivenUp, Holds, Others, Preconditions, Recorder};
use super::structure::character_of;
use crate::junit::Role;

impl Recorder {
    /// The frame that was entered is that of a method that the driver calls: `locals` is its first slot.
    pub(super) fn enter(&mut self, vm: &Vm, method: u32, locals: u32) {
        let t = vm.thread(ThreadId(0));
        self.beside.inside = Some(t.depth);
        if !self.beside.entered {
            self.beside.entered = true;
            self.beside.collections = vm.collections;
            self.enter_objects(vm);
        }
        let from = self.beside.called;
        let Some(at) = self.inputs.followed[from..].iter().position(|(id, _)| *id == method) else {
            return;
        };
        self.beside.called = from + at + 1;
        match self.inputs.followed[from + at].1 {
            Role::Call(_) if self.inputs.preconditions != Preconditions::First => {
                self.outcome.given_up.get_or_insert(GivenUp::Allowed);
            }
            Role::Call(call) => {
                if call + 1 == self.calls {
                    self.beside.depth = t.depth;
                }
                self.outcome.reached = self.outcome.reached.max(Some(call));
                self.enter_parameters(vm, call, locals);
            }
            Role::OnParameters { call, earlier } => self.enter_parameters(vm, call, locals - earlier),
            Role::OnObject => {}
        }
    }

    /// The parameters of a call lie in these locals.
    fn enter_parameters(&mut self, vm: &Vm, call: usize, locals: u32) {
        for parameter in self.parameters.clone() {
            let is_number = parameter.call == call && parameter.ty != Ty::Reference;
            let Some(place) = parameter.place.filter(|_| is_number) else {
                continue;
            };
            let at = locals + parameter.slot;
            let word = vm.thread(ThreadId(0)).stack[at as usize];
            let shadow = self.input(place, parameter.ty);
            self.expect(shadow, word);
            self.set(at, Some(shadow));
        }
    }

    /// The machine's value must be the one that a shadow stands for.
    fn expect(&mut self, shadow: Shadow, word: u64) {
        if !self.agrees(shadow, word) {
            self.outcome.given_up.get_or_insert(GivenUp::Lost);
        }
    }

    /// The shadow of what a place of a type holds.
    fn input(&mut self, place: PlaceId, ty: Ty) -> Shadow {
        let bits = width(ty).unwrap_or(64);
        let shadow = Shadow {
            expr: self.arena.input(place.0, bits),
            value: self.inputs.model.value(place.0) & (u64::MAX >> (64 - bits)),
        };
        match ty {
            Ty::Boolean | Ty::Char => self.resized(shadow, bits, 32, false),
            Ty::Byte | Ty::Short => self.resized(shadow, bits, 32, true),
            Ty::Int | Ty::Long | Ty::Float | Ty::Double | Ty::Reference | Ty::Void => shadow,
        }
    }

    /// The input objects get their shadows, and what the parameters refer to is decided.
    fn enter_objects(&mut self, vm: &Vm) {
        let t = vm.thread(ThreadId(0));
        let driver = t.frames().nth(1);
        let base = driver.and_then(|(header, method, _)| {
            let code = vm.image.method(method).code.get()?;
            Some(header - code.max_locals)
        });
        let Some(base) = base else { return self.lose() };
        for (place, local) in self.inputs.objects.clone() {
            let object = t.stack[(base + local) as usize] as Ref;
            match object {
                0 => self.lose(),
                object => self.enter_object(vm, place, object),
            }
        }
        for parameter in self.parameters.clone() {
            if let Some(place) = parameter.place.filter(|_| parameter.ty == Ty::Reference) {
                self.decide_reference(place);
            }
        }
    }

    fn enter_object(&mut self, vm: &Vm, place: PlaceId, object: Ref) {
        let class = vm.class_of(object);
        self.beside.objects.insert(object, vm.image.size_of(&vm.heap, object));
        match self.inputs.structure.get(&place) {
            Some(Reference::Text(_)) => self.enter_text(vm, place, object),
            Some(Reference::Array(..)) => self.enter_elements(vm, class, object, &mut |recorder, index| {
                recorder.places.element(place, class, index)
            }),
            _ => {
                for field in fields_of(class) {
                    let at = self.places.field(place, class, &field);
                    let word = object + HEADER + field.slot;
                    self.enter_place(at, Ty::of(field.descriptor), u64::from(word) * 8, vm.heap.get(word));
                }
            }
        }
    }

    fn enter_text(&mut self, vm: &Vm, place: PlaceId, string: Ref) {
        let characters = vm.field(string, "value") as Ref;
        self.beside.texts.insert(string);
        let descriptor = character_of(vm);
        if characters == 0 {
            return self.lose();
        }
        let class = vm.class_of(characters);
        self.enter_elements(vm, class, characters, &mut |recorder, index| {
            recorder.places.character(place, index, descriptor)
        });
    }

    fn enter_elements(
        &mut self,
        vm: &Vm,
        class: &'static Class,
        array: Ref,
        place: &mut dyn FnMut(&mut Recorder, u32) -> PlaceId,
    ) {
        let Some(ty) = class.element_type() else {
            return self.lose();
        };
        for index in 0..vm.heap.length(array) {
            let at = place(self, index);
            let address = u64::from(array + HEADER) * 8 + (u64::from(index) << ty.log2());
            let word = ty.widen(vm.heap.read(address, ty.log2()));
            self.enter_place(at, ty, address, word);
        }
    }

    fn enter_place(&mut self, place: PlaceId, ty: Ty, address: u64, word: u64) {
        match ty {
            Ty::Reference => {
                self.beside.unread.insert(address, place);
            }
            _ => {
                let shadow = self.input(place, ty);
                self.expect(shadow, word);
                self.set_heap(address, Some(shadow));
            }
        }
    }

    /// What a place refers to is decided, if it has not been.
    fn decide_reference(&mut self, place: PlaceId) {
        let is_decided = self.inputs.structure.contains_key(&place);
        let never_decides = self.inputs.preconditions == Preconditions::OnWhatIsDecided;
        if never_decides && !is_decided {
            if !planted(Fault::UndecidedIsNull) {
                self.outcome.given_up.get_or_insert(GivenUp::Undecided);
            }
            return;
        }
        let reference = self.inputs.structure.get(&place).copied().unwrap_or(Reference::Null);
        let before = self.outcome.created.len();
        let holds = Holds::Refers(place, reference);
        if !self.has_decided(holds) {
            self.created_at(holds);
            self.record(holds, Others::References(before));
        }
    }

    /// A decision may be that there is another object.
    pub(super) fn created_at(&mut self, holds: Holds) {
        if let Holds::Refers(place, Reference::Instance(class) | Reference::Array(class, _)) = holds {
            self.outcome.created.push((place, class));
        }
    }

    /// The word at an address is read.
    pub(super) fn read_place(&mut self, address: u64) {
        if let Some(place) = self.beside.unread.remove(&address) {
            self.changes(Change::Unread(address, place));
            self.decide_reference(place);
        }
    }

    /// The word at an address is written: it holds no input any more.
    pub(super) fn write_place(&mut self, address: u64) {
        self.write_places(address..address + 1);
    }

    /// The same for all references in a range of bytes.
    pub(super) fn write_places(&mut self, bytes: std::ops::Range<u64>) {
        for (at, place) in take(&mut self.beside.unread, &bytes) {
            self.changes(Change::Unread(at, place));
        }
    }

    /// Whatever lies in a range of bytes may be read.
    pub(super) fn decide_references(&mut self, bytes: std::ops::Range<u64>) {
        let unread: Vec<u64> = self.beside.unread.range(bytes).map(|(at, _)| *at).collect();
        for address in unread {
            self.read_place(address);
        }
    }
}

/// Removes the places in a range of bytes.
fn take(places: &mut BTreeMap<u64, PlaceId>, bytes: &std::ops::Range<u64>) -> Vec<(u64, PlaceId)> {
    let taken: Vec<(u64, PlaceId)> = places.range(bytes.clone()).map(|(at, place)| (*at, *place)).collect();
    for (at, _) in &taken {
        places.remove(at);
    }
    taken
}
