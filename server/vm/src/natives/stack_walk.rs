//! `StackWalker`: frames for the JDK's own walking code, which calls back through `doStackWalk`.
//!
//! No anchor is needed to find the walk again for later batches: its frames are the ones below the walker's own.

use super::{NativeCall, NativeResult, Outcome, Row, boolean, int, nothing};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::Method;
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
            (
                "callStackWalk",
                "(JIII[Ljava/lang/Object;)Ljava/lang/Object;",
                call_walk,
            ),
            ("fetchStackFrames", "(JJII[Ljava/lang/Object;)I", fetch),
        ],
    ),
    (
        "java/lang/StackTraceElement",
        &[("initStackTraceElement", "", trace_element)],
    ),
    ("java/lang/invoke/MethodHandleNatives", &[("expand", "", nothing)]),
];

/// The frames that a walk shows: those below the walker's own, without reflection unless it is asked for.
fn frames(c: &NativeCall<'_>, mode: i64) -> Vec<(&'static Method, u32)> {
    const SHOW_REFLECTION: i64 = 0x20;
    let own = |class: &str| class == "java/lang/StackWalker" || class.starts_with("java/lang/StackStreamFactory");
    c.vm.visible_frames(c.thread)
        .into_iter()
        .skip_while(|(method, _)| method.class().name != "java/lang/StackWalker")
        .skip_while(|(method, _)| own(method.class().name))
        .filter(|(method, _)| {
            let class = method.class().name;
            mode & SHOW_REFLECTION != 0
                || !(class == "java/lang/reflect/Method"
                    || class == "java/lang/reflect/Constructor"
                    || class.starts_with("jdk/internal/reflect/"))
        })
        .collect()
}

/// this, mode (2 slots), frames to skip, batch size, first index, buffer.
fn call_walk(c: &mut NativeCall<'_>) -> NativeResult {
    let (walker, mode, skip, batch, start, buffer) =
        (c.reference(0), c.long(1), c.int(3), c.int(4), c.int(5), c.reference(6));
    let all = frames(c, mode);
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
        slot(batch),
        slot(start),
        slot(end),
    ];
    Ok(Outcome::Tail(target, args, 0))
}

/// this, mode (2 slots), anchor (2 slots), batch size, first index, buffer.
fn fetch(c: &mut NativeCall<'_>) -> NativeResult {
    let (mode, batch, start, buffer) = (c.long(1), c.int(5), c.int(6), c.reference(7));
    // Between two batches the stack below the walker stays as it is, and the walker counts what it has seen.
    let all = frames(c, mode);
    let from = (c.vm.field(c.reference(0), "depth") as u32 as usize).min(all.len());
    let count = (all.len() - from).min(batch.max(0) as usize);
    let end = fill(c.vm, buffer, start, &all[from..from + count])?;
    int(end)
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
        if wants_class {
            vm.set_element(buffer, at as u32, method.class().mirror.get());
        } else {
            fill_frame(vm, frame, method, *pc)?;
        }
        at += 1;
    }
    Ok(at)
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
    let offset = method
        .data
        .and_then(|d| d.bytecode.as_ref())
        .and_then(|b| b.opcodes.get(pc as usize))
        .map_or(u64::from(u32::MAX), |(offset, _)| *offset as u64);
    vm.set_field(frame, "bci", offset);
    Ok(())
}

/// `StackTraceElement.initStackTraceElement(element, frame)`.
fn trace_element(c: &mut NativeCall<'_>) -> NativeResult {
    let (element, frame) = (c.reference(0), c.reference(1));
    let member = c.vm.field(frame, "memberName") as Ref;
    let class =
        c.vm.image
            .class_of_mirror(&c.vm.heap, c.vm.field(member, "clazz") as Ref);
    let name = c.vm.text(c.vm.field(member, "name") as Ref);
    let ty = c.vm.field(member, "type") as Ref;
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
            .data
            .and_then(|d| d.bytecode.as_ref())
            .and_then(|b| b.get_opcode_index(bci))
            .map_or(u32::MAX, |i| i as u32);
        super::lang::fill_trace_element(c.vm, element, method, pc)?;
    }
    Ok(Outcome::Void)
}
