//@ jdk: 11
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/** A class file by hand, for what no compiler writes: version 49, which needs no stack maps, unless another is asked for. */
final class Assembler {
    private static int made;
    private final List<byte[]> pool = new ArrayList<>();
    private final List<byte[]> bootstraps = new ArrayList<>();
    private final int version;
    private int slots = 1;

    Assembler(int version) {
        this.version = version;
    }

    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }

    private int add(int width, Writing writing) {
        pool.add(bytes(writing));
        slots += width;
        return slots - width;
    }

    private int pair(int tag, int first, int second) {
        return add(1, out -> {
            out.writeByte(tag);
            out.writeShort(first);
            out.writeShort(second);
        });
    }

    private int single(int tag, int index) {
        return add(1, out -> {
            out.writeByte(tag);
            out.writeShort(index);
        });
    }

    int text(String text) {
        return add(1, out -> {
            out.writeByte(1);
            out.writeUTF(text);
        });
    }

    int classOf(String name) {
        return single(7, text(name));
    }

    int string(String value) {
        return single(8, text(value));
    }

    int type(String descriptor) {
        return single(16, text(descriptor));
    }

    int number(int tag, long bits) {
        return add(tag > 4 ? 2 : 1, out -> {
            out.writeByte(tag);
            if (tag > 4) {
                out.writeLong(bits);
            } else {
                out.writeInt((int) bits);
            }
        });
    }

    /** A field (9), a method (10) or an interface's method (11). */
    int member(int tag, String owner, String name, String descriptor) {
        return pair(tag, classOf(owner), pair(12, text(name), text(descriptor)));
    }

    int handle(int kind, int member) {
        return add(1, out -> {
            out.writeByte(15);
            out.writeByte(kind);
            out.writeShort(member);
        });
    }

    /** A CONSTANT_Dynamic (17) or CONSTANT_InvokeDynamic (18). */
    int dynamic(int tag, int handle, String name, String descriptor, int... arguments) {
        bootstraps.add(bytes(out -> {
            out.writeShort(handle);
            out.writeShort(arguments.length);
            for (int argument : arguments) {
                out.writeShort(argument);
            }
        }));
        return pair(tag, bootstraps.size() - 1, pair(12, text(name), text(descriptor)));
    }

    /** Defines a class with one method {@code static Object run()} of this code, calls it, and gives the result. */
    Object run(int... code) throws Throwable {
        String name = "Assembled" + made++;
        int self = classOf(name), parent = classOf("java/lang/Object"), method = text("run"), descriptor = text("()Ljava/lang/Object;");
        int codeName = text("Code"), bootstrapsName = text("BootstrapMethods");
        byte[] file = bytes(out -> {
            out.writeInt(0xcafebabe);
            out.writeInt(version);
            out.writeShort(slots);
            for (byte[] constant : pool) {
                out.write(constant);
            }
            out.writeShort(0x21);
            out.writeShort(self);
            out.writeShort(parent);
            out.writeInt(0);
            out.writeShort(1);
            out.writeShort(9);
            out.writeShort(method);
            out.writeShort(descriptor);
            out.writeShort(1);
            out.writeShort(codeName);
            out.writeInt(12 + code.length);
            out.writeShort(12);
            out.writeShort(400);
            out.writeInt(code.length);
            for (int b : code) {
                out.writeByte(b);
            }
            out.writeInt(0);
            out.writeShort(bootstraps.isEmpty() ? 0 : 1);
            if (!bootstraps.isEmpty()) {
                out.writeShort(bootstrapsName);
                out.writeInt(2 + bootstraps.stream().mapToInt(b -> b.length).sum());
                out.writeShort(bootstraps.size());
                for (byte[] bootstrap : bootstraps) {
                    out.write(bootstrap);
                }
            }
        });
        try {
            return MethodHandles.lookup().defineClass(file).getMethod("run").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
