import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;

/** Calls without end in frames of 65,535 local variables and as many operands, which no compiler writes. */
public class RecursesInHugeFrames {
    public static void main(String[] args) throws Exception {
        Class<?> huge = MethodHandles.lookup().defineClass(huge());
        while (true) {
            try {
                huge.getMethod("call").invoke(null);
            } catch (java.lang.reflect.InvocationTargetException overflow) {
                // Once more.
            }
        }
    }

    /** A class {@code Huge} whose one method calls itself. */
    private static byte[] huge() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(49);
        out.writeShort(10);
        for (String text : new String[] {"Huge", "java/lang/Object", "call", "()V", "Code"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        for (int constant : new int[] {0x07_0001, 0x07_0002}) { // 6 and 7: classes
            out.writeByte(constant >> 16);
            out.writeShort(constant);
        }
        out.writeByte(12); // 8: name and type
        out.writeInt(0x0003_0004);
        out.writeByte(10); // 9: the method
        out.writeInt(0x0006_0008);
        out.writeShort(0x21);
        out.writeInt(0x0006_0007);
        out.writeInt(0); // interfaces, fields
        out.writeShort(1);
        out.writeShort(9); // public static
        out.writeInt(0x0003_0004);
        out.writeShort(1);
        out.writeShort(5);
        out.writeInt(16);
        out.writeInt(-1); // operands and local variables
        out.writeInt(4);
        out.writeInt(0xb8_0009_b1);
        out.writeInt(0); // handlers, attributes
        out.writeShort(0); // attributes of the class
        return bytes.toByteArray();
    }
}
