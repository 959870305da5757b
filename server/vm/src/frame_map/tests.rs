//! Frame maps of methods that are assembled by hand into a minimal class file and parsed by cafebabe.

use super::{FrameMaps, SlotKind};
use SlotKind::{Dead, Ref, Value};
use cafebabe::attributes::AttributeData;

/// Calls the static method `f(JLjava/lang/String;)D`.
const CALL: [u8; 3] = [INVOKESTATIC, 0, 9];

const NOP: u8 = 0;
const ACONST_NULL: u8 = 1;
const ICONST_0: u8 = 3;
const LCONST_0: u8 = 9;
const ILOAD_0: u8 = 26;
const ILOAD_1: u8 = 27;
const LLOAD_0: u8 = 30;
const ALOAD_0: u8 = 42;
const ALOAD_1: u8 = 43;
const ALOAD_2: u8 = 44;
const ISTORE_0: u8 = 59;
const ISTORE_1: u8 = 60;
const LSTORE_0: u8 = 63;
const ASTORE_0: u8 = 75;
const ASTORE_1: u8 = 76;
const ASTORE_2: u8 = 77;
const ASTORE_3: u8 = 78;
const POP: u8 = 87;
const POP2: u8 = 88;
const DUP: u8 = 89;
const DUP_X2: u8 = 91;
const DUP2_X1: u8 = 93;
const SWAP: u8 = 95;
const IADD: u8 = 96;
const LADD: u8 = 97;
const IINC: u8 = 132;
const IFEQ: u8 = 153;
const GOTO: u8 = 167;
const JSR: u8 = 168;
const RET: u8 = 169;
const TABLESWITCH: u8 = 170;
const LOOKUPSWITCH: u8 = 171;
const IRETURN: u8 = 172;
const ARETURN: u8 = 176;
const RETURN: u8 = 177;
const INVOKEVIRTUAL: u8 = 182;
const INVOKESTATIC: u8 = 184;
const ATHROW: u8 = 191;

/// A static method of class `T`, in the class-file format of Java 1.4, so that `jsr` is allowed.
struct Method<'a> {
    descriptor: &'a str,
    max_stack: u16,
    max_locals: u16,
    code: &'a [u8],
    /// start, end and handler.
    handlers: &'a [[u16; 3]],
}

impl Method<'_> {
    fn class_file(&self) -> Vec<u8> {
        fn utf8(file: &mut Vec<u8>, text: &str) {
            file.push(1);
            file.extend((text.len() as u16).to_be_bytes());
            file.extend(text.as_bytes());
        }
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48, 0, 12];
        utf8(&mut file, "T"); // 1
        file.extend([7, 0, 1]);
        utf8(&mut file, "m"); // 3
        utf8(&mut file, self.descriptor);
        utf8(&mut file, "Code"); // 5
        utf8(&mut file, "f");
        utf8(&mut file, "(JLjava/lang/String;)D"); // 7
        file.extend([12, 0, 6, 0, 7]);
        file.extend([10, 0, 2, 0, 8]); // 9
        utf8(&mut file, "java/lang/Object");
        file.extend([7, 0, 10]); // 11
        // Access, this, super; no interfaces and fields; one static method with one attribute.
        for word in [0x20_u16, 2, 11, 0, 0, 1, 8, 3, 4, 1, 5] {
            file.extend(word.to_be_bytes());
        }
        let length = 12 + self.code.len() + self.handlers.len() * 8;
        file.extend((length as u32).to_be_bytes());
        file.extend(self.max_stack.to_be_bytes());
        file.extend(self.max_locals.to_be_bytes());
        file.extend((self.code.len() as u32).to_be_bytes());
        file.extend(self.code);
        file.extend((self.handlers.len() as u16).to_be_bytes());
        for word in self
            .handlers
            .iter()
            .flat_map(|[start, end, handler]| [*start, *end, *handler, 0])
        {
            file.extend(word.to_be_bytes());
        }
        file.extend([0, 0, 0, 0]);
        file
    }

    fn analyse(&self) -> Result<FrameMaps, String> {
        let file = self.class_file();
        let class = cafebabe::parse_class(&file).expect("the test assembles a valid class file");
        let method = &class.methods[0];
        let AttributeData::Code(code) = &method.attributes[0].data else {
            panic!("the attribute is Code")
        };
        FrameMaps::analyse(code, true, &method.descriptor)
    }
}

fn analyse(descriptor: &str, max_stack: u16, max_locals: u16, code: &[u8]) -> Result<FrameMaps, String> {
    Method {
        descriptor,
        max_stack,
        max_locals,
        code,
        handlers: &[],
    }
    .analyse()
}

fn maps(descriptor: &str, max_stack: u16, max_locals: u16, code: &[u8]) -> FrameMaps {
    analyse(descriptor, max_stack, max_locals, code).expect("the code is right")
}

#[track_caller]
fn refused(descriptor: &str, max_stack: u16, max_locals: u16, code: &[u8], why: &str) {
    let error = analyse(descriptor, max_stack, max_locals, code)
        .err()
        .expect("the code is wrong");
    assert!(error.contains(why), "{error}");
}

fn live(maps: &FrameMaps, index: usize) -> Vec<(usize, bool)> {
    let mut slots = Vec::new();
    maps.for_each_live(index, |slot, is_ref| slots.push((slot, is_ref)));
    slots
}

#[test]
fn a_local_is_live_until_its_last_read() {
    // static int m(Object o, int i) { nop; nop(i, o) … }
    let maps = maps("(Ljava/lang/Object;I)I", 1, 2, &[NOP, ALOAD_0, POP, ILOAD_1, IRETURN]);
    assert_eq!(live(&maps, 0), [(0, true), (1, false)]);
    assert_eq!(live(&maps, 2), [(1, false), (2, true)]);
    assert_eq!(live(&maps, 3), [(1, false)]);
    assert_eq!(
        (maps.local(2, 0), maps.local(2, 1), maps.stack(2, 0)),
        (Dead, Value, Ref)
    );
    assert_eq!((maps.stack_depth(2), maps.stack_depth(3)), (1, 0));
    assert_eq!((maps.max_locals(), maps.max_stack()), (2, 1));
    assert_eq!(
        (maps.local(99, 0), maps.local(0, 99), maps.reachable(99)),
        (Dead, Dead, false)
    );
}

#[test]
fn an_overwritten_local_is_dead() {
    let maps = maps("(I)I", 1, 1, &[NOP, ICONST_0, ISTORE_0, ILOAD_0, IRETURN]);
    assert_eq!((maps.local(0, 0), maps.local(3, 0)), (Dead, Value));
}

#[test]
fn a_local_is_live_around_a_loop() {
    // while (i == 0) {} return o;
    let code = [ILOAD_1, IFEQ, 255, 255, ALOAD_0, ARETURN];
    let maps = maps("(Ljava/lang/Object;I)Ljava/lang/Object;", 1, 2, &code);
    assert_eq!(live(&maps, 0), [(0, true), (1, false)]);
    assert_eq!(live(&maps, 2), [(0, true)]);
}

#[test]
fn the_upper_half_of_a_long_is_dead_filler() {
    let maps = maps(
        "(J)V",
        6,
        3,
        &[LLOAD_0, LCONST_0, LADD, ICONST_0, DUP_X2, POP, LSTORE_0, POP, RETURN],
    );
    assert_eq!((maps.local(0, 0), maps.local(0, 1)), (Value, Dead));
    assert_eq!((maps.stack_depth(2), live(&maps, 2)), (4, vec![(3, false), (5, false)]));
    assert_eq!(live(&maps, 5), [(3, false), (4, false), (6, false)]);
}

#[test]
fn an_instruction_must_not_split_a_long() {
    refused("(J)V", 6, 2, &[LLOAD_0, POP, RETURN], "split");
    refused("(J)V", 6, 2, &[LLOAD_0, DUP, RETURN], "split");
    refused("(J)V", 6, 2, &[LLOAD_0, ICONST_0, POP2, RETURN], "split");
    refused("(J)V", 6, 2, &[LLOAD_0, ICONST_0, SWAP, RETURN], "split");
    refused("(J)V", 6, 2, &[LLOAD_0, ICONST_0, DUP, DUP2_X1, RETURN], "split");
    refused(
        "(J)V",
        6,
        2,
        &[LLOAD_0, IADD, RETURN],
        "LongHigh on the stack where Int",
    );
    refused(
        "(J)V",
        6,
        2,
        &[ICONST_0, ISTORE_1, LLOAD_0, POP2, RETURN],
        "local 0 is Top where Long",
    );
    refused(
        "(IJ)V",
        6,
        3,
        &[LCONST_0, LSTORE_0, 31, POP2, RETURN],
        "local 1 is LongHigh where Long",
    );
}

#[test]
fn a_call_pops_its_arguments() {
    let code = [&[ALOAD_2, LLOAD_0, ALOAD_2][..], &CALL, &[POP2, POP, ALOAD_2, ARETURN]].concat();
    let maps = maps("(JLjava/lang/Object;)Ljava/lang/Object;", 4, 3, &code);
    assert_eq!(live(&maps, 3), [(2, true), (3, true), (4, false), (6, true)]);
    let mut during_call = Vec::new();
    maps.for_each_live_during_call(3, 3, |slot, is_ref| during_call.push((slot, is_ref)));
    assert_eq!(during_call, [(2, true), (3, true)]);
    maps.for_each_live_during_call(3, 99, |slot, _| assert_eq!(slot, 2));
    let code = [&[LLOAD_0, ILOAD_0][..], &CALL, &[RETURN]].concat();
    refused("(J)V", 4, 2, &code, "local 0 is Long where Int");
    let code = [&[ACONST_NULL, INVOKEVIRTUAL][..], &CALL[1..], &[RETURN]].concat();
    refused(
        "()V",
        4,
        2,
        &code,
        "needs [Ref, Long, LongHigh, Ref], found [Ref], at byte 1",
    );
}

#[test]
fn malformed_code_is_refused_by_name_and_place() {
    refused(
        "()V",
        1,
        0,
        &[NOP, POP, RETURN],
        "underflows: 1 slots are needed, at byte 1",
    );
    refused("()V", 1, 0, &[IADD, RETURN], "underflows: Int is needed");
    refused(
        "()V",
        1,
        0,
        &[ICONST_0, LCONST_0, RETURN],
        "beyond max_stack 1, at byte 1",
    );
    refused("()V", 1, 1, &[ILOAD_1, RETURN], "local 1 is not below max_locals 1");
    refused(
        "()V",
        1,
        1,
        &[ICONST_0, ISTORE_1, RETURN],
        "local 1 is not below max_locals 1",
    );
    refused(
        "()V",
        2,
        1,
        &[LCONST_0, LSTORE_0, RETURN],
        "local 1 is not below max_locals 1",
    );
    refused("()V", 1, 1, &[ILOAD_0, RETURN], "local 0 is Top where Int");
    refused("(I)V", 1, 1, &[ALOAD_0, POP, RETURN], "local 0 is Int where Ref");
    refused(
        "(Ljava/lang/Object;)V",
        1,
        1,
        &[IINC, 0, 1, RETURN],
        "local 0 is Ref where Int",
    );
    refused("(I)V", 1, 1, &[ILOAD_0, ATHROW], "Int on the stack where Ref");
    refused("()V", 1, 0, &[NOP], "falls off its end, at byte 0");
    refused("(I)V", 1, 1, &[ILOAD_0, IFEQ, 255, 255], "falls off its end");
    refused(
        "()V",
        1,
        0,
        &[ICONST_0, GOTO, 255, 255],
        "1 deep where it joins byte 0, not 0, at byte 1",
    );
    refused(
        "()I",
        1,
        0,
        &[RETURN],
        "returns None where its descriptor says Some(Int)",
    );
    refused("(J)V", 1, 1, &[RETURN], "2 parameter slots, but max_locals is 1");
    refused("()V", 1, 0, &[0xca, RETURN], "reserved");
}

#[test]
fn what_cafebabe_would_refuse_is_refused_too() {
    use cafebabe::attributes::CodeData;
    use cafebabe::bytecode::{ByteCode, Opcode};
    use cafebabe::descriptors::{MethodDescriptor, ReturnDescriptor};
    let descriptor = MethodDescriptor {
        parameters: Vec::new(),
        return_type: ReturnDescriptor::Void,
    };
    for (opcodes, why) in [
        (
            Some(vec![(0, Opcode::Goto(-7)), (3, Opcode::Return)]),
            "a jump leaves the code",
        ),
        (
            Some(vec![(0, Opcode::Ifeq(2)), (3, Opcode::Return)]),
            "hits no instruction",
        ),
        (Some(Vec::new()), "0 instructions"),
        (None, "not parsed"),
    ] {
        let bytecode = opcodes.map(|opcodes| ByteCode { opcodes });
        let (exception_table, attributes) = (Vec::new(), Vec::new());
        let code = CodeData {
            max_stack: 1,
            max_locals: 0,
            code: &[],
            bytecode,
            exception_table,
            attributes,
        };
        let error = FrameMaps::analyse(&code, true, &descriptor)
            .err()
            .expect("the code is wrong");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn code_that_cannot_be_reached_is_not_analysed() {
    // The dead part would underflow and fall off the end.
    let maps = maps("()V", 1, 0, &[GOTO, 0, 4, POP, RETURN, POP]);
    assert_eq!(
        (0..4).map(|index| maps.reachable(index)).collect::<Vec<_>>(),
        [true, false, true, false]
    );
    assert_eq!(live(&maps, 1), []);
}

#[test]
fn kinds_that_differ_at_a_merge_are_unusable() {
    // Local 1 is an int or a reference at byte 10, and nobody reads it.
    let code = [
        ILOAD_0,
        IFEQ,
        0,
        8,
        ICONST_0,
        ISTORE_1,
        GOTO,
        0,
        5,
        ACONST_NULL,
        ASTORE_1,
        NOP,
        RETURN,
    ];
    assert_eq!(live(&maps("(I)V", 1, 2, &code), 8), []);
    // Reading it is wrong, even though each path writes it.
    let mut reading = code;
    reading[11] = ILOAD_1;
    refused("(I)V", 1, 2, &reading, "local 1 is Top where Int is needed, at byte 11");
    // Operands that differ may be left on the stack, but not be used.
    let code = [ILOAD_0, IFEQ, 0, 7, ICONST_0, GOTO, 0, 4, ACONST_NULL, RETURN];
    assert_eq!(maps("(I)V", 1, 1, &code).stack(5, 0), Dead);
    let code = [ILOAD_0, IFEQ, 0, 7, ICONST_0, GOTO, 0, 4, ACONST_NULL, POP, RETURN];
    refused("(I)V", 1, 1, &code, "unusable");
}

#[test]
fn a_handler_sees_the_locals_of_every_covered_instruction() {
    // try { o = null; nop; } catch (Throwable t) { return o; }
    let code = [ACONST_NULL, ASTORE_0, NOP, ACONST_NULL, ARETURN, POP, ALOAD_0, ARETURN];
    fn method(code: &[u8], handlers: &[[u16; 3]]) -> Result<FrameMaps, String> {
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
        Method {
            descriptor,
            max_stack: 1,
            max_locals: 2,
            code,
            handlers,
        }
        .analyse()
    }
    let maps = method(&code, &[[0, 3, 5]]).expect("the code is right");
    assert_eq!(live(&maps, 0), [(0, true)], "the handler may read the old value");
    assert_eq!(live(&maps, 2), [(0, true)]);
    assert_eq!(live(&maps, 3), [], "outside the range the handler does not matter");
    assert_eq!(live(&maps, 5), [(0, true), (2, true)]);
    // An int in between spoils it, wherever it is in the range.
    let code = [
        ICONST_0,
        ISTORE_0,
        ACONST_NULL,
        ASTORE_0,
        ACONST_NULL,
        ARETURN,
        POP,
        ALOAD_0,
        ARETURN,
    ];
    let error = method(&code, &[[0, 5, 6]]).err().expect("local 0 may be an int");
    assert!(
        error.contains("local 0 is Top where Ref is needed, at byte 7"),
        "{error}"
    );
    // But not as the last instruction of the range: a store does not throw.
    assert!(method(&code, &[[0, 2, 6]]).is_ok());
    for wrong in [[0, 0, 6], [1, 99, 6], [0, 2, 99], [3, 1, 6]] {
        assert!(
            method(&code, &[wrong])
                .err()
                .expect("no such range")
                .contains("exception table entry 0")
        );
    }
    // The range may end with the code, and a handler may cover itself.
    assert!(method(&code, &[[0, 9, 6]]).is_err());
    assert!(method(&[NOP, ACONST_NULL, ARETURN, ATHROW], &[[0, 4, 3]]).is_ok());
}

#[test]
fn a_handler_needs_room_for_the_exception() {
    let (code, handlers) = ([RETURN, ATHROW], [[0, 1, 1]]);
    let method = Method {
        descriptor: "()V",
        max_stack: 0,
        max_locals: 0,
        code: &code,
        handlers: &handlers,
    };
    assert!(method.analyse().err().expect("no room").contains("beyond max_stack 0"));
}

#[test]
fn every_case_of_a_switch_is_followed() {
    #[rustfmt::skip]
    let code = [
        ILOAD_0, TABLESWITCH, 0, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0, 2,
        0, 0, 0, 27, 0, 0, 0, 25, 0, 0, 0, 27,
        ICONST_0, NOP, ICONST_0,
    ];
    // Byte 26 is the middle of the table, so the jumps go to 28 (default, 0 and 2) and to 26: refused by cafebabe.
    let file = Method {
        descriptor: "(I)V",
        max_stack: 1,
        max_locals: 1,
        code: &code,
        handlers: &[],
    }
    .class_file();
    assert!(cafebabe::parse_class(&file).is_err());
    let mut code = code;
    code[23] = 28;
    code[28..].copy_from_slice(&[RETURN, NOP, RETURN]);
    let maps = maps("(I)V", 1, 1, &code);
    assert_eq!(
        (2..5).map(|index| maps.reachable(index)).collect::<Vec<_>>(),
        [true, true, true]
    );
}

#[test]
fn a_subroutine_keeps_the_locals_of_each_caller() {
    // What javac 1.3 made of `try { return o; } finally {}`: two callers of the subroutine at byte 13. One has local 1
    // live across it, the other, the handler, local 2.
    let code = [
        ALOAD_0, ASTORE_1, JSR, 0, 11, ALOAD_1, ARETURN, ASTORE_2, JSR, 0, 5, ALOAD_2, ATHROW, ASTORE_3, RET, 3,
    ];
    let handlers = [[0, 2, 7]];
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let method = Method {
        descriptor,
        max_stack: 1,
        max_locals: 4,
        code: &code,
        handlers: &handlers,
    };
    let maps = method.analyse().expect("the code is right");
    // Instructions 2 and 6 are `jsr`, 9 and 10 the subroutine.
    assert_eq!(live(&maps, 2), [(1, true)]);
    assert_eq!(live(&maps, 6), [(2, true)]);
    assert_eq!(live(&maps, 9), [(1, true), (2, true), (4, false)]);
    assert_eq!(live(&maps, 10), [(1, true), (2, true), (3, false)]);
    assert_eq!(maps.cleared_by_jsr(2).collect::<Vec<_>>(), [2]);
    assert_eq!(maps.cleared_by_jsr(6).collect::<Vec<_>>(), [1]);
    assert_eq!(maps.cleared_by_jsr(9).count(), 0);
}

#[test]
fn callers_of_a_subroutine_must_agree_on_what_they_keep() {
    // Both keep local 1 across the subroutine at byte 24, one as an int, the other as a reference.
    let code = [
        ILOAD_0,
        IFEQ,
        0,
        8,
        ICONST_0,
        ISTORE_1,
        GOTO,
        0,
        12,
        ACONST_NULL,
        ASTORE_1,
        JSR,
        0,
        13,
        ALOAD_1,
        POP,
        RETURN,
        NOP,
        JSR,
        0,
        6,
        ILOAD_1,
        POP,
        RETURN,
        ASTORE_2,
        RET,
        2,
    ];
    refused(
        "(I)V",
        1,
        3,
        &code,
        "callers of the subroutine have a slot with different kinds",
    );
}

#[test]
fn subroutines_nest() {
    // main: jsr A; return. A: astore_1; jsr B; ret 1. B: astore_2; ret 2. Local 0 is kept by main.
    let code = [
        JSR, 0, 5, ALOAD_0, ARETURN, ASTORE_1, JSR, 0, 5, RET, 1, ASTORE_2, RET, 2,
    ];
    let maps = maps("(Ljava/lang/Object;)Ljava/lang/Object;", 1, 3, &code);
    assert_eq!(live(&maps, 6), [(0, true), (1, false), (3, false)]);
}

#[test]
fn a_return_address_is_only_for_ret() {
    refused(
        "()V",
        1,
        1,
        &[JSR, 0, 3, ASTORE_0, ALOAD_0, RETURN],
        "local 0 is ReturnTo(1) where Ref",
    );
    refused("(I)V", 1, 1, &[RET, 0], "local 0 is not a return address");
    refused("()V", 1, 1, &[RET, 3], "local 3 is not a return address");
    refused("()V", 1, 1, &[JSR, 0, 0], "return to the end of the code");
    refused("()V", 1, 0, &[JSR, 0, 3, ATHROW], "ReturnTo(1) on the stack where Ref");
    // A subroutine that calls itself grows the stack.
    refused("()V", 9, 1, &[JSR, 0, 3, JSR, 0, 0, RETURN], "deep where it joins");
    // Leaving a subroutine without `ret` is allowed.
    let maps = maps("()V", 1, 0, &[JSR, 0, 4, NOP, POP, RETURN]);
    assert_eq!((maps.reachable(1), maps.reachable(3)), (false, true));
}

#[test]
fn hostile_sizes_are_refused_in_bounded_time() {
    // Every slot of the largest frame is read, and each of 9000 blocks could keep its own copy.
    let mut code = Vec::new();
    for _ in 0..9000 {
        code.extend([ICONST_0, IFEQ, 0, 3]);
    }
    code.extend([ICONST_0, 0xc4, 54, 255, 254, 0xc4, 21, 255, 254, IRETURN]);
    refused("()I", 65535, 65535, &code, "too large");
    // A huge frame alone is no reason.
    assert!(analyse("()I", 65535, 65535, &code[4 * 9000..]).is_ok());
}

#[test]
fn no_bytes_make_it_panic() {
    // Xorshift, so that every run tries the same bytes.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    // Opcodes that work with few operands are frequent, so that some code gets far.
    let frequent = [
        JSR, RET, ASTORE_0, ASTORE_1, ICONST_0, LCONST_0, POP, DUP, ILOAD_0, ALOAD_1, IFEQ, 0, 3, 1, RETURN,
    ];
    let mut accepted = 0;
    for _ in 0..20_000 {
        let length = 4 + next() as usize % 24;
        let code: Vec<u8> = (0..length)
            .map(|_| {
                if next() % 8 == 0 {
                    next() as u8
                } else {
                    frequent[next() as usize % frequent.len()]
                }
            })
            // A switch with a huge range makes cafebabe panic or allocate 16 GiB; the scan before parsing refuses it.
            .map(|byte| {
                if byte == TABLESWITCH || byte == LOOKUPSWITCH {
                    NOP
                } else {
                    byte
                }
            })
            .chain([RETURN])
            .collect();
        let handlers = [[0, next() as u16 % 8, next() as u16 % 8]];
        let handlers = &handlers[..next() as usize % 2];
        let file = Method {
            descriptor: "(I)V",
            max_stack: 4,
            max_locals: 3,
            code: &code,
            handlers,
        }
        .class_file();
        let Ok(class) = cafebabe::parse_class(&file) else {
            continue;
        };
        let AttributeData::Code(parsed) = &class.methods[0].attributes[0].data else {
            continue;
        };
        accepted += usize::from(FrameMaps::analyse(parsed, true, &class.methods[0].descriptor).is_ok());
    }
    assert!(accepted > 100, "only {accepted} were accepted");
}
