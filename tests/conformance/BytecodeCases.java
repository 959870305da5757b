//@ cases
//@ jdk: 11
public class BytecodeCases {
    /** {@code Integer.valueOf} of the topmost int, and return. */
    private static int[] boxed(Assembler a, int... code) {
        return then(code, 0xb8, a.member(10, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;"));
    }

    private static int[] boxedLong(Assembler a, int... code) {
        return then(code, 0xb8, a.member(10, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;"));
    }

    private static int[] then(int[] code, int call, int member) {
        int[] all = java.util.Arrays.copyOf(code, code.length + 4);
        all[code.length] = call;
        all[code.length + 1] = member >> 8;
        all[code.length + 2] = member;
        all[code.length + 3] = 0xb0;
        return all;
    }

    private static void ints(int... code) {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxed(a, code));
        });
    }

    private static void longs(int... code) {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxedLong(a, code));
        });
    }

    public static void main(String[] args) throws Exception {
        Cases.run(BytecodeCases.class);
    }

    // 0x03 to 0x08 push 0 to 5, 0x60 adds, 0x68 multiplies, 0x64 subtracts.
    static void shufflesOfInts() {
        ints(0x05, 0x06, 0x5f, 0x64);
        ints(0x05, 0x59, 0x60);
        ints(0x05, 0x06, 0x5a, 0x64, 0x68);
        ints(0x04, 0x05, 0x06, 0x5b, 0x64, 0x68, 0x64);
        ints(0x04, 0x05, 0x5c, 0x60, 0x68, 0x64);
        ints(0x04, 0x05, 0x06, 0x5d, 0x60, 0x68, 0x64, 0x60);
        ints(0x04, 0x05, 0x06, 0x07, 0x5e, 0x60, 0x68, 0x64, 0x60, 0x68);
        ints(0x08, 0x04, 0x05, 0x58);
        ints(0x08, 0x04, 0x57);
    }

    // 0x09 and 0x0a push 0L and 1L, 0x85 makes a long of an int, 0x88 an int of a long, 0x65 subtracts longs, 0x69 multiplies them.
    static void shufflesOfLongs() {
        longs(0x05, 0x85, 0x5c, 0x69);
        longs(0x06, 0x85, 0x08, 0x85, 0x5e, 0x65, 0x69);
        longs(0x06, 0x08, 0x85, 0x5d, 0x88, 0x60, 0x85, 0x61);
        longs(0x06, 0x08, 0x85, 0x5d, 0x58, 0x57);
        longs(0x06, 0x07, 0x08, 0x85, 0x5e, 0x58, 0x57, 0x57);
        ints(0x06, 0x85, 0x07, 0x5b, 0x57, 0x58);
        longs(0x08, 0x85, 0x0a, 0x58);
    }

    // 0xc4 is wide: istore 300, iinc 300 by -1000, iload 300.
    static void wideLocals() {
        ints(0x10, 7, 0xc4, 0x36, 1, 44, 0xc4, 0x84, 1, 44, 0xfc, 0x18, 0xc4, 0x15, 1, 44);
        longs(0x0a, 0xc4, 0x37, 1, 44, 0xc4, 0x16, 1, 44);
        ints(0x05, 0x36, 255, 0x84, 255, 127, 0x84, 255, 128, 0x15, 255);
    }

    // jsr 0xa8 (jsr_w 0xc9) to a routine that stores its return address (0x4d), adds and returns (ret 0xa9).
    static void subroutines() {
        ints(0x03, 0x3c, 0xa8, 0, 10, 0xa8, 0, 7, 0x1b, 0xa7, 0, 9, 0x4d, 0x84, 1, 21, 0xa9, 2);
        ints(0x03, 0x3c, 0xc9, 0, 0, 0, 9, 0x1b, 0xa7, 0, 11, 0x4d, 0x84, 1, 5, 0xc4, 0xa9, 0, 2);
    }

    // goto_w 0xc8 forwards; goto 0xa7.
    static void farJumps() {
        ints(0x05, 0xc8, 0, 0, 0, 7, 0x57, 0x06, 0x08, 0x60);
        ints(0x03, 0x3b, 0x84, 0, 1, 0x1a, 0x08, 0xa1, 0xff, 0xfb, 0x1a);
    }

    private static void table(int key) {
        // tableswitch -1 to 1 at offset 2, padded to 4: each way pushes a number and goes to the end.
        ints(0x02 + key + 1, 0x00, 0x00, 0xaa, 0, 0, 0, 37, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 0, 0, 0, 25, 0, 0, 0, 29, 0, 0, 0, 33, 0x04, 0xa7, 0, 13, 0x05, 0xa7, 0, 9, 0x06, 0xa7, 0, 5, 0x07, 0x00);
    }

    static void tables() {
        for (int key = -1; key < 4; key++) table(key);
    }

    private static void lookup(int key) {
        // lookupswitch for -1 and 5.
        ints(0x10, key, 0x00, 0xab, 0, 0, 0, 33, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 25, 0, 0, 0, 5, 0, 0, 0, 29, 0x04, 0xa7, 0, 9, 0x05, 0xa7, 0, 5, 0x07, 0x00);
    }

    static void lookups() {
        for (int key : new int[] {-128, -1, 0, 5, 6}) lookup(key);
    }

    static void emptyLookup() {
        ints(0x05, 0x00, 0x00, 0xab, 0, 0, 0, 13, 0, 0, 0, 0, 0x04, 0xa7, 0, 4, 0x08, 0x00);
    }

    // lcmp 0x94, fcmpl 0x95, fcmpg 0x96, dcmpl 0x97, dcmpg 0x98; 0.0f 0x0b, 0.0 0x0e; 0/0 is NaN.
    static void comparisonsOfNaN() {
        ints(0x0b, 0x0b, 0x6e, 0x0c, 0x95);
        ints(0x0b, 0x0b, 0x6e, 0x0c, 0x96);
        ints(0x0e, 0x0e, 0x6f, 0x0f, 0x97);
        ints(0x0e, 0x0e, 0x6f, 0x0f, 0x98);
        ints(0x0a, 0x09, 0x94);
        ints(0x0b, 0x0b, 0x76, 0x95);
    }

    static void constantsOfEveryKind() {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("text \u00e4\0"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x13, 0, a.classOf("[[Ljava/lang/String;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxed(a, 0x12, a.number(3, -123456789)));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxedLong(a, 0x14, 0, a.number(5, Long.MIN_VALUE)));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(then(new int[] {0x14, 0, a.number(6, Double.doubleToLongBits(-0.0))}, 0xb8, a.member(10, "java/lang/Double", "valueOf", "(D)Ljava/lang/Double;")));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(then(new int[] {0x12, a.number(4, 0x7fc00001)}, 0xb8, a.member(10, "java/lang/Float", "valueOf", "(F)Ljava/lang/Float;")));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(51);
            return a.run(0x12, a.type("(ILjava/lang/String;)[J"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(51);
            return a.run(0x12, a.handle(5, a.member(10, "java/lang/String", "length", "()I")), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.classOf("no/Such"), 0xb0);
        });
    }

    private static int bootstrap(Assembler a, String name, String descriptor) {
        return a.handle(6, a.member(10, "java/lang/invoke/ConstantBootstraps", name, "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;" + descriptor));
    }

    static void dynamicConstants() {
        Cases.attempt(() -> {
            Assembler a = new Assembler(55);
            return a.run(0x13, 0, a.dynamic(17, bootstrap(a, "nullConstant", ")Ljava/lang/Object;"), "none", "Ljava/lang/String;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(55);
            return a.run(0x13, 0, a.dynamic(17, bootstrap(a, "primitiveClass", ")Ljava/lang/Class;"), "J", "Ljava/lang/Class;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(55);
            return a.run(0x13, 0, a.dynamic(17, bootstrap(a, "enumConstant", ")Ljava/lang/Enum;"), "BLOCKED", "Ljava/lang/Thread$State;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(55);
            int handle = a.handle(6, a.member(10, "java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I"));
            int constant = a.dynamic(17, bootstrap(a, "invoke", "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;"), "parsed", "I", handle, a.string("zz"), a.number(3, 36));
            return a.run(boxed(a, 0x13, 0, constant));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(55);
            int inner = a.dynamic(17, bootstrap(a, "primitiveClass", ")Ljava/lang/Class;"), "I", "Ljava/lang/Class;");
            int handle = a.handle(5, a.member(10, "java/lang/Class", "getName", "()Ljava/lang/String;"));
            return a.run(0x13, 0, a.dynamic(17, bootstrap(a, "invoke", "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;"), "name", "Ljava/lang/String;", handle, inner), 0xb0);
        });
    }

    static void multipleDimensions() {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            int array = a.classOf("[[[I");
            return ((int[][][]) a.run(0x05, 0x06, 0xc5, 0, array, 2, 0xb0))[1].length;
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return ((Object[]) a.run(0x05, 0xc5, 0, a.classOf("[Ljava/lang/String;"), 1, 0xb0)).length;
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x02, 0x06, 0xc5, 0, a.classOf("[[J"), 2, 0xb0);
        });
    }

    static void castsAndTests() {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x01, 0xc0, 0, a.classOf("java/lang/Integer"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("s"), 0xc0, 0, a.classOf("[I"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxed(a, 0x05, 0xbc, 10, 0xc1, 0, a.classOf("java/io/Serializable")));
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(boxed(a, 0x01, 0xc1, 0, a.classOf("java/lang/Object")));
        });
    }

    static void throwsAndMonitors() {
        Cases.attempt(() -> new Assembler(49).run(0x01, 0xbf));
        Cases.attempt(() -> new Assembler(49).run(0x01, 0xc2, 0x01, 0xb0));
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("lock"), 0x59, 0x59, 0xc2, 0xc3, 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("never locked"), 0xc3, 0x01, 0xb0);
        });
    }

    static void missingMembers() {
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0xb8, 0, a.member(10, "java/lang/String", "none", "()Ljava/lang/Object;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0xb2, 0, a.member(9, "java/lang/String", "none", "Ljava/lang/Object;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0xbb, 0, a.classOf("java/lang/Number"), 0x59, 0xb7, 0, a.member(10, "java/lang/Number", "<init>", "()V"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0xbb, 0, a.classOf("no/Such"), 0x59, 0xb7, 0, a.member(10, "no/Such", "<init>", "()V"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("s"), 0xb8, 0, a.member(10, "java/lang/String", "trim", "()Ljava/lang/String;"), 0xb0);
        });
        Cases.attempt(() -> {
            Assembler a = new Assembler(49);
            return a.run(0x12, a.string("s"), 0xb9, 0, a.member(11, "java/util/List", "iterator", "()Ljava/util/Iterator;"), 1, 0, 0xb0);
        });
    }
}
