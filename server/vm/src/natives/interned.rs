//! `String.intern`: the first string of a text that asks is the one of all.
//!
//! The image knows the literals of all classes and the names that the machine itself gives out. What a program interns
//! beside them is an object of its path: an array behind a static of `dropwire.Native`, sorted by text, so that it does not
//! tell in which order threads came.

use super::{NativeCall, NativeResult, Row, reference};
use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::Ref;
use crate::thread::Pending;
use crate::vm::Vm;

/// The static that holds the array.
pub(crate) const INTERNED: &str = "interned";

pub(super) const PEERS: &[(&str, &[Row])] = &[("java/lang/String", &[("intern", "", intern)])];

fn intern(c: &mut NativeCall<'_>) -> NativeResult {
    let string = c.reference(0);
    let units = c.vm.string_units(string);
    if let Ok(known) = c.vm.interned(&units) {
        return reference(known);
    }
    if let Some(known) = c.vm.image.strings.get(&*units) {
        return reference(*known);
    }
    if !c.vm.heap.is_frozen() || is_literal(c.vm, &units) {
        return reference(c.vm.image.intern(&mut c.vm.heap, &units)?);
    }
    // Who comes first with a text decides which object it is.
    if let Some(park) = c.park_first(0, Pending::Call(c.method, 0)) {
        return Ok(park);
    }
    if let Err(at) = c.vm.interned(&units) {
        add(c.vm, at, string)?;
    }
    reference(string)
}

/// Whether a class of the user's has this text as a constant: by the time somebody looks, it is the constant's object.
fn is_literal(vm: &Vm, units: &[u16]) -> bool {
    let user = vm.image.classes.iter().filter(|class| class.is_user());
    user.copied().any(|class| super::raw_class::has_string(class, units))
}

/// The array, and whether there is one.
fn table(vm: &Vm) -> Ref {
    let native = vm.image.loaded(NATIVE);
    native.map_or(0, |native| vm.static_field(native, INTERNED) as Ref)
}

fn add(vm: &mut Vm, at: u32, string: Ref) -> Result<(), VmError> {
    let old = table(vm);
    let length = if old == 0 { 0 } else { vm.heap.length(old) };
    let mut strings: Vec<Ref> = (0..length).map(|i| vm.element(old, i)).collect();
    strings.insert(at as usize, string);
    let made = vm.new_reference_array("java/lang/String", &strings)?;
    let native = vm.image.load(&mut vm.heap, NATIVE)?;
    vm.set_static_field(native, INTERNED, u64::from(made));
    vm.stored(native.mirror.get(), made);
    Ok(())
}

impl Vm {
    /// The string of this text that the path has interned; else where it belongs.
    pub(crate) fn interned(&self, units: &[u16]) -> Result<Ref, u32> {
        let table = table(self);
        let length = if table == 0 { 0 } else { self.heap.length(table) };
        let (mut low, mut high) = (0, length);
        while low < high {
            let middle = (low + high) / 2;
            let string = self.element(table, middle);
            match self.string_units(string).as_slice().cmp(units) {
                std::cmp::Ordering::Equal => return Ok(string),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }
}
