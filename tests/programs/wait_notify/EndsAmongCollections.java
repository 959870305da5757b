import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;

// A thread ends on one way and lives on another, and garbage is collected in between (`debug.full-keys`): what is remembered of threads
// comes back with the way. As the generator of random programs wrote it.
public class EndsAmongCollections {
    static int a, b;
    static volatile int v;
    static final int[] arr = new int[2];
    static Box shared;
    static volatile Box gate;
    static final Box[] slots = new Box[2];
    static final Object L0 = new Object(), L1 = new Object();
    static final AtomicInteger at = new AtomicInteger();
    static Thread t0;
    static int x0, x1;
    static class Box {
        int f; volatile int w; Box next;
        Box(int c) { f = c; }
        Box(int c, int d) {
            shared = this;
            f = c;
        }
        synchronized void inc() { f++; }
    }
    static class Z1 {
        static int x;
        static {
            Z1.x = 1;
            b++;
        }
    }
    static void run0(Box o) {
        int r = 0;
        if (v == 0) try { o.wait(); } catch (InterruptedException e) { r = 7; } //~ uncaught-exception
        r = at.get();
        t0.interrupt();
        L0.notify(); //~? uncaught-exception
        b++;
        synchronized (L0) {
            while (v == 0) try { L0.wait(); } catch (InterruptedException e) { r = 7; }
        }
        x0 = r;
    }
    static void run1(Box o) {
        int r = 0;
        t0.interrupt();
        r = Thread.interrupted() ? 1 : 0;
        synchronized (L1) {
            try { L1.wait(); } catch (InterruptedException e) { r = 7; } //~ deadlock
            if (arr[0] == 2) {
                o.inc();
            }
        }
        b = 2;
        synchronized (L0) {
            v = 1;
            L0.notifyAll();
        }
        x1 = r;
    }
    public static void main(String[] args) throws Exception {
        Box h0 = new Box(0);
        t0 = new Thread() { public void run() { run0(h0); } };
        t0.start();
        run1(h0);
        t0.join();
        byte[] end = {(byte) ('0' + a), (byte) ('0' + b), (byte) ('0' + v), (byte) ('0' + arr[0]), (byte) ('0' + arr[1]), (byte) ('0' + at.get()), (byte) ('0' + (shared == null ? -1 : shared.f)), (byte) ('0' + (shared == null ? -1 : shared.w)), (byte) ('0' + (gate == null ? -1 : gate.f)), (byte) ('0' + (gate == null ? -1 : gate.w)), (byte) ('0' + (slots[0] == null ? -1 : slots[0].f)), (byte) ('0' + (slots[0] == null ? -1 : slots[0].w)), (byte) ('0' + x0), (byte) ('0' + x1), '\n'};
        System.out.write(end, 0, end.length);
    }
}
