import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Ways that a value takes. Each method fails for one input in four billion, behind something that carries the input: those that say so are
 * found, and no other one is ever verified.
 */
public class Carriers {
    static int kept;

    int field;

    static class Box implements Cloneable {
        int value;

        @Override
        protected Box clone() throws CloneNotSupportedException {
            return (Box) super.clone();
        }
    }

    static class Told extends RuntimeException {
        final int value;

        Told(int value) {
            this.value = value;
        }
    }

    static void fail(int x) {
        if (x == 12345) {
            throw new IllegalStateException();
        }
    }

    static int same(int x) {
        return x;
    }

    //@ copied: found
    static void copied(int x) {
        int[] to = new int[2];
        System.arraycopy(new int[] {x, 1}, 0, to, 1, 1);
        fail(to[1]);
    }

    //@ cloned: found
    static void cloned(int x) throws CloneNotSupportedException {
        Box box = new Box();
        box.value = x;
        fail(box.clone().value + new int[] {x}.clone()[0] - x);
    }

    //@ filled: found
    static void filled(int x) {
        int[] all = new int[3];
        Arrays.fill(all, x);
        fail(Arrays.copyOf(all, 5)[2]);
    }

    //@ compared: found
    static void compared(int x) {
        fail(Arrays.equals(new int[] {x}, new int[] {12345}) ? 12345 : 0);
    }

    //@ sorted: found
    static void sorted(int x) {
        int[] all = {x, 5};
        Arrays.sort(all);
        fail(all[1]);
    }

    //@ boxed: found
    static void boxed(int x) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        Map<String, Integer> map = new HashMap<>();
        map.put("x", list.get(0));
        fail(map.get("x"));
    }

    //@ key: found
    static void key(int x) {
        fail(new TreeSet<>(Arrays.asList(1, 12345)).contains(x) ? 12345 : 0);
    }

    //@ merged: found
    static void merged(int x) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("x", x);
        fail(map.merge("x", 1, Integer::sum) - 1);
    }

    //@ captured: found
    static void captured(int x) {
        IntSupplier supplier = () -> x;
        fail(supplier.getAsInt());
    }

    //@ streamed: found
    static void streamed(int x) {
        fail(IntStream.of(x, 2).limit(1).sum());
    }

    //@ thrown: found
    static void thrown(int x) {
        try {
            throw new Told(x);
        } catch (Told told) {
            fail(told.value);
        }
    }

    //@ hashed: found
    static void hashed(int x) {
        fail(Objects.hash(x) - 31);
    }

    //@ local: found
    static void local(int x) {
        ThreadLocal<Integer> local = new ThreadLocal<>();
        local.set(x);
        fail(local.get());
    }

    //@ computed: found
    static void computed(int x) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> x);
        task.run();
        fail(task.get());
    }

    //@ turned: found
    static void turned(int x) {
        fail(Integer.reverse(Integer.reverse(x)) + Math.max(x, 0) - Math.max(0, x));
    }

    //@ large: found
    static void large(int x) {
        fail(BigInteger.valueOf(x).intValue());
    }

    //@ letters: found
    static void letters(int x) {
        String text = new String(new char[] {(char) x, (char) (x >>> 16)});
        fail(text.charAt(0) | text.charAt(1) << 16);
    }

    //@ held: found
    static void held(int x) {
        Carriers under = new Carriers();
        synchronized (under) {
            under.field = x;
        }
        kept = under.field;
        fail(kept);
    }

    //@ counted: found
    static void counted(int x) {
        AtomicInteger count = new AtomicInteger(1);
        fail(count.addAndGet(x) - 1);
    }

    //@ member: found
    static void member(int x) {
        BitSet set = new BitSet();
        if (x >= 0 && x < 64) {
            set.set(x);
        }
        fail(set.get(33) ? 12345 : 0);
    }

    //@ swapped: found
    static void swapped(int x) {
        fail(new AtomicInteger(12345).compareAndSet(x, 0) ? 12345 : 0);
    }

    static void slot(int x) {
        AtomicIntegerArray all = new AtomicIntegerArray(2);
        all.set(1, x);
        fail(all.get(1));
    }

    static void invoked(int x) throws Exception {
        fail((Integer) Carriers.class.getDeclaredMethod("same", int.class).invoke(null, x));
    }

    //@ reflected: found
    static void reflected(int x) throws Exception {
        Carriers carriers = new Carriers();
        Carriers.class.getDeclaredField("field").setInt(carriers, x);
        fail(carriers.field);
    }

    static void handled(int x) throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Carriers.class, "field", int.class);
        Carriers carriers = new Carriers();
        handle.setVolatile(carriers, x);
        fail((int) handle.getVolatile(carriers));
    }

    static void buffered(int x) {
        ByteBuffer heap = ByteBuffer.allocate(8);
        heap.putInt(0, x);
        fail(heap.getInt(0));
    }

    static void wrapped(int x) {
        byte[] bytes = {(byte) x, (byte) (x >> 8), (byte) (x >> 16), (byte) (x >> 24)};
        fail(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt());
    }

    static void mismatched(int x) {
        fail(Arrays.mismatch(new int[] {1, x, 3, 4}, new int[] {1, 12345, 3, 4}) < 0 ? 12345 : 0);
    }

    static void direct(int x) {
        ByteBuffer memory = ByteBuffer.allocateDirect(8);
        memory.putInt(0, x);
        fail(memory.getInt(0));
    }

    //@ floated: found
    static void floated(int x) {
        fail((int) (double) x);
    }

    static void summed(int x) {
        CRC32 sum = new CRC32();
        sum.update(x & 0xff);
        fail(sum.getValue() == 0x3dd7ffa7L ? 12345 : 0);
    }

    //@ passed: found
    static void passed(int x) throws InterruptedException {
        int[] seen = new int[1];
        Thread other = new Thread(() -> seen[0] = x);
        other.start();
        other.join();
        fail(seen[0]);
    }

    static void named(int x) {
        try {
            kept = new int[x].length;
        } catch (NegativeArraySizeException e) {
            fail(e.getMessage().equals("-12345") ? 12345 : 0);
        }
    }
}
