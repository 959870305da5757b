// A thread ends on one way and lives on another, and garbage is collected in between (`debug.verify-hashes`): what is remembered of threads
// comes back with the way.
public class EndsAmongCollections {
    static int b;
    static volatile int v;
    static final int[] arr = new int[2];
    static final Object L0 = new Object(), L1 = new Object();
    static Thread t0;
    static int x0, x1;

    static class Box {
        int f;

        synchronized void inc() {
            f++;
        }
    }

    static void run0(Box o) {
        int r = 0;
        if (v == 0) try { o.wait(); } catch (InterruptedException e) { r = 7; } //~ uncaught-exception
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
            if (arr[0] == 2) o.inc();
        }
        b = 2;
        synchronized (L0) {
            v = 1;
            L0.notifyAll();
        }
        x1 = r;
    }

    public static void main(String[] args) throws Exception {
        Box h0 = new Box();
        t0 = new Thread() { public void run() { run0(h0); } };
        t0.start();
        run1(h0);
        t0.join();
        byte[] end = {(byte) b, (byte) v, (byte) x0, (byte) x1, '\n'};
        System.out.write(end, 0, end.length);
    }
}
