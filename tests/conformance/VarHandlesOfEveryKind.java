import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

public class VarHandlesOfEveryKind {
    boolean z;
    byte b;
    short h;
    char c;
    int i;
    long j;
    float f;
    double d;
    String s = "s";
    static int counter;
    static volatile String shared = "old";
    final int fixed = 5;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Class<?> me = VarHandlesOfEveryKind.class;
        VarHandlesOfEveryKind o = new VarHandlesOfEveryKind();
        VarHandle i = l.findVarHandle(me, "i", int.class);
        i.set(o, 1);
        i.setVolatile(o, (int) i.getVolatile(o) + 1);
        i.setRelease(o, (int) i.getAcquire(o) + 1);
        i.setOpaque(o, (int) i.getOpaque(o) + 1);
        System.out.println(i.get(o));
        System.out.println(i.compareAndSet(o, 4, 10) + " " + i.compareAndSet(o, 4, 11) + " " + o.i);
        System.out.println((int) i.compareAndExchange(o, 10, 12) + " " + (int) i.compareAndExchangeAcquire(o, 0, 1) + " "
                + (int) i.compareAndExchangeRelease(o, 12, 13));
        System.out.println(i.weakCompareAndSetPlain(o, 13, 14) + " " + i.weakCompareAndSet(o, 14, 15) + " "
                + i.weakCompareAndSetAcquire(o, 15, 16) + " " + i.weakCompareAndSetRelease(o, 16, 17));
        System.out.println((int) i.getAndSet(o, 20) + " " + (int) i.getAndSetAcquire(o, 21) + " " + (int) i.getAndSetRelease(o, 22));
        System.out.println((int) i.getAndAdd(o, 5) + " " + (int) i.getAndAddAcquire(o, 1) + " " + (int) i.getAndAddRelease(o, 1) + " " + o.i);
        System.out.println((int) i.getAndBitwiseOr(o, 64) + " " + (int) i.getAndBitwiseAnd(o, 0x60) + " " + (int) i.getAndBitwiseXor(o, 3) + " " + o.i);
        VarHandle j = l.findVarHandle(me, "j", long.class);
        System.out.println((long) j.getAndAdd(o, 1L << 40) + " " + (long) j.getAndAdd(o, 2) + " " + j.compareAndSet(o, (1L << 40) + 2, -1L) + " " + o.j);
        VarHandle z = l.findVarHandle(me, "z", boolean.class);
        System.out.println(z.compareAndSet(o, false, true) + " " + (boolean) z.getAndBitwiseXor(o, true) + " " + o.z);
        VarHandle b = l.findVarHandle(me, "b", byte.class);
        System.out.println((byte) b.getAndAdd(o, (byte) 127) + " " + (byte) b.getAndAdd(o, (byte) 1) + " " + o.b);
        VarHandle h = l.findVarHandle(me, "h", short.class);
        System.out.println(h.compareAndSet(o, (short) 0, (short) -3) + " " + (short) h.getAndSet(o, (short) 9) + " " + o.h);
        VarHandle c = l.findVarHandle(me, "c", char.class);
        c.set(o, 'x');
        System.out.println((char) c.getAndAdd(o, (char) 1) + " " + o.c);
        VarHandle f = l.findVarHandle(me, "f", float.class);
        System.out.println((float) f.getAndAdd(o, 1.5f) + " " + f.compareAndSet(o, 1.5f, 2.5f) + " " + o.f);
        VarHandle d = l.findVarHandle(me, "d", double.class);
        System.out.println((double) d.getAndSet(o, 3.25) + " " + (double) d.getAndAdd(o, 1.0) + " " + o.d);
        VarHandle s = l.findVarHandle(me, "s", String.class);
        System.out.println((String) s.getAndSet(o, "t") + " " + s.compareAndSet(o, "t", "u") + " " + (String) s.compareAndExchange(o, "u", "v") + o.s);
        VarHandle counter = l.findStaticVarHandle(me, "counter", int.class);
        System.out.println((int) counter.getAndAdd(7) + " " + (int) counter.getVolatile());
        VarHandle shared = l.findStaticVarHandle(me, "shared", String.class);
        System.out.println(shared.compareAndSet("old", "new") + " " + (String) shared.get());
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        int[] xs = {1, 2, 3};
        System.out.println((int) ints.getAndAdd(xs, 1, 40) + " " + ints.compareAndSet(xs, 2, 3, 30) + " " + Arrays.toString(xs));
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        String[] words = {"a", "b"};
        System.out.println((String) strings.getAndSet(words, 0, "c") + words[0]);
        try {
            ints.get(xs, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] objects = words;
            strings.set(objects, 0, 5);
        } catch (WrongMethodTypeException e) {
            System.out.println("no string");
        }
        try {
            Object[] objects = words;
            Object five = 5;
            strings.set(objects, 0, five);
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[8];
        view.set(bytes, 0, 0x01020304);
        view.set(bytes, 4, -2);
        System.out.println(Arrays.toString(bytes) + " " + (int) view.get(bytes, 2));
        VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        System.out.println((long) longs.get(bytes, 0));
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
        ByteBuffer bb = ByteBuffer.wrap(bytes);
        buffer.set(bb, 0, (short) 0x0a0b);
        System.out.println((short) buffer.get(bb, 0) + " " + bytes[0]);
        VarHandle fixed = l.findVarHandle(me, "fixed", int.class);
        System.out.println((int) fixed.get(o) + " " + fixed.isAccessModeSupported(VarHandle.AccessMode.SET));
        try {
            fixed.set(o, 6);
        } catch (UnsupportedOperationException e) {
            System.out.println("final");
        }
        try {
            i.set(o, "text");
        } catch (WrongMethodTypeException e) {
            System.out.println("wrong type");
        }
        try {
            i.set((VarHandlesOfEveryKind) null, 1);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(i.varType() + " " + i.coordinateTypes() + " " + i.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        try {
            System.out.println(i.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).invoke(o, 1));
        } catch (Throwable e) {
            System.out.println(e);
        }
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        System.out.println(o.i);
    }
}
