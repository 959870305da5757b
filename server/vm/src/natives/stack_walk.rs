//! `StackWalker`: frames for the JDK's own walking code, which calls back through `doStackWalk`.
//!
//! No anchor is needed to find the walk again for later batches: its frames are the ones below the walker's own.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, nothing};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::Method;
use crate::types::Ty;
use crate::vm::Vm;

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/StackStreamFactory",
        &[("checkStackWalkModes", "", |_| boolean(true))],
    ),
    (
        WALKER,
        &[
            ("callStackWalk", "", call_walk),
            ("fetchStackFrames", "", fetch),
            ("setContinuation", "", nothing),
        ],
    ),
    (
        "java/lang/StackTraceElement",
        &[("initStackTraceElement", "", trace_element)],
    ),
    ("java/lang/StackFrameInfo", &[("expandStackFrameInfo", "", nothing)]),
    ("java/lang/invoke/MethodHandleNatives", &[("expand", "", nothing)]),
];

/// The frames of a walk: those below the walker's own. The Java code of the walker drops frames of reflection unless its options ask for them.
fn frames(c: &NativeCall<'_>) -> Vec<(&'static Method, u32)> {
    let own = |class: &str| class == "java/lang/StackWalker" || class.starts_with("java/lang/StackStreamFactory");
    c.vm.visible_frames(c.thread)
        .into_iter()
        .skip_while(|(method, _)| method.class().name != "java/lang/StackWalker")
        .skip_while(|(method, _)| own(method.class().name))
        .collect()
}

/// Where the arguments of a walk lie: the mode was a long up to Java 21, and since 19 a continuation and its scope
/// follow the frames to skip.
struct Places {
    skip: u32,
    batch: u32,
}

fn places(c: &NativeCall<'_>) -> Places {
    let wide = u32::from(c.method.params.first() == Some(&Ty::Long));
    let continuation = if c.method.descriptor.contains("Continuation;") {
        2
    } else {
        0
    };
    let skip = 2 + wide;
    Places {
        skip,
        batch: skip + 1 + continuation,
    }
}

/// this, mode, frames to skip, (continuation and scope,) batch size, first index, buffer.
fn call_walk(c: &mut NativeCall<'_>) -> NativeResult {
    let at = places(c);
    let (walker, skip, batch, start, buffer) = (
        c.reference(0),
        c.int(at.skip),
        c.int(at.batch),
        c.int(at.batch + 1),
        c.reference(at.batch + 2),
    );
    let all = frames(c);
    let from = (skip.max(0) as usize).min(all.len());
    let count = (all.len() - from).min(batch.max(0) as usize);
    let end = fill(c.vm, buffer, start, &all[from..from + count])?;
    // Zero would say that the walk is over.
    let anchor = 1;
    let class = c.vm.image.load(&mut c.vm.heap, WALKER)?;
    let target =
        c.vm.image
            .named_method(class, "doStackWalk", "(JIIII)Ljava/lang/Object;")?;
    let slot = |value: i32| u64::from(value as u32);
    let args = vec![
        u64::from(walker),
        anchor,
        0,
        slot(skip),
        // Since Java 22 the number of frames, before the size of the batch.
        slot(if counts(c) { end - start } else { batch }),
        slot(start),
        slot(end),
    ];
    Ok(Outcome::Tail(target, args, 0))
}

/// this, mode, anchor (2 slots), (frames of the last batch,) batch size, first index, buffer: either way from slot 5 on.
fn fetch(c: &mut NativeCall<'_>) -> NativeResult {
    let (batch, start, buffer) = (c.int(5), c.int(6), c.reference(7));
    // Between two batches the stack below the walker stays as it is, and the walker counts what it has seen.
    let all = frames(c);
    let from = (c.vm.field(c.reference(0), "depth") as u32 as usize).min(all.len());
    let count = (all.len() - from).min(batch.max(0) as usize);
    let end = fill(c.vm, buffer, start, &all[from..from + count])?;
    int(if counts(c) { end - start } else { end })
}

/// Whether numbers of frames are given, as since Java 22, and not where the last one lies.
fn counts(c: &NativeCall<'_>) -> bool {
    c.method.params.first() != Some(&Ty::Long)
}

/// Writes frames into a buffer of `StackFrameInfo` or `Class`; the index behind the last one.
fn fill(vm: &mut Vm, buffer: Ref, start: i32, frames: &[(&'static Method, u32)]) -> Result<i32, VmError> {
    let mut at = start;
    for (method, pc) in frames {
        if buffer == 0 || at as u32 >= vm.heap.length(buffer) {
            break;
        }
        let frame = vm.element(buffer, at as u32);
        let wants_class = vm.class_of(buffer).name == "[Ljava/lang/Class;" || frame == 0;
        if frame != 0 && vm.class_of(frame).name == "java/lang/ClassFrameInfo" {
            fill_new_frame(vm, frame, method)?;
        } else if wants_class {
            vm.set_element(buffer, at as u32, method.class().mirror.get());
        } else {
            fill_frame(vm, frame, method, *pc)?;
        }
        at += 1;
    }
    Ok(at)
}

/// What a frame belongs to, since Java 22: a class, or a name that knows its class.
const HOLDER: &str = "classOrMemberName";

fn fill_new_frame(vm: &mut Vm, frame: Ref, method: &'static Method) -> Result<(), VmError> {
    let mirror = method.class().mirror.get();
    let holder = if vm.class_of(frame).name == "java/lang/StackFrameInfo" {
        let class = vm.image.load(&mut vm.heap, "java/lang/invoke/ResolvedMethodName")?;
        let name = vm.new_object(class)?;
        vm.set_field(name, "vmholder", u64::from(mirror));
        name
    } else {
        mirror
    };
    vm.set_field(frame, HOLDER, u64::from(holder));
    let flags = vm.field(frame, "flags") | u64::from(method.access);
    vm.set_field(frame, "flags", flags);
    Ok(())
}

fn fill_frame(vm: &mut Vm, frame: Ref, method: &'static Method, pc: u32) -> Result<(), VmError> {
    const IS_METHOD: u32 = 0x1_0000;
    let member = vm.field(frame, "memberName") as Ref;
    let name = vm.literal(method.name)?;
    let descriptor = vm.literal(method.descriptor)?;
    if member != 0 {
        vm.set_field(member, "clazz", u64::from(method.class().mirror.get()));
        vm.set_field(member, "name", u64::from(name));
        vm.set_field(member, "type", u64::from(descriptor));
        vm.set_field(member, "flags", u64::from(IS_METHOD | u32::from(method.access)));
    }
    if vm.image.slot(vm.class_of(frame), HOLDER).is_some() {
        fill_new_frame(vm, frame, method)?;
        vm.set_field(frame, "name", u64::from(name));
        vm.set_field(frame, "type", u64::from(descriptor));
    }
    let offset = method
        .data()
        .and_then(|d| d.bytecode.as_ref())
        .and_then(|b| b.opcodes.get(pc as usize))
        .map_or(u64::from(u32::MAX), |(offset, _)| *offset as u64);
    vm.set_field(frame, "bci", offset);
    Ok(())
}

/// `StackTraceElement.initStackTraceElement(element, frame)`.
fn trace_element(c: &mut NativeCall<'_>) -> NativeResult {
    let (element, frame) = (c.reference(0), c.reference(1));
    let holder = c.vm.field(frame, HOLDER) as Ref;
    let (mirror, named) = if holder != 0 {
        (c.vm.field(holder, "vmholder") as Ref, frame)
    } else {
        let member = c.vm.field(frame, "memberName") as Ref;
        (c.vm.field(member, "clazz") as Ref, member)
    };
    let class = c.vm.image.class_of_mirror(&c.vm.heap, mirror);
    let name = c.vm.text(c.vm.field(named, "name") as Ref);
    let ty = c.vm.field(named, "type") as Ref;
    let descriptor = if ty != 0 && c.vm.class_of(ty).name == "java/lang/String" {
        c.vm.text(ty)
    } else {
        String::new()
    };
    let bci = c.vm.field(frame, "bci") as usize;
    let found = class
        .methods
        .iter()
        .copied()
        .find(|m| m.name == name && (descriptor.is_empty() || m.descriptor == descriptor));
    if let Some(method) = found {
        let pc = method
            .data()
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.get_opcode_index(bci))
            .map_or(u32::MAX, |i| i as u32);
        super::lang::fill_trace_element(c.vm, element, method, pc)?;
    }
    Ok(Outcome::Void)
}
