import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;

// Data go from thread to thread, and no lock ever protects them all. There is no race, and no search sees the end of it.
public class HandedOverManyWays {
    static class Parcel {
        int weight;
    }

    /** A ring of parcels: whoever is ahead says so in a volatile, a third one comes after the second. */
    static class Ring {
        final Parcel[] slots = {new Parcel(), new Parcel()};
        volatile long written = -1;
        final AtomicLong weighed = new AtomicLong(-1);
        volatile long read = -1;

        void write(long at) {
            while (at - read > slots.length) {
                Thread.onSpinWait();
            }
            slots[(int) at % 2].weight = 1;
            written = at;
        }

        void weigh(long at) {
            while (written < at) {
                Thread.onSpinWait();
            }
            slots[(int) at % 2].weight++;
            weighed.set(at);
        }

        void read(long at) {
            while (weighed.get() < at) {
                Thread.onSpinWait();
            }
            slots[(int) at % 2].weight = 0;
            read = at;
        }
    }

    static final Ring ring = new Ring();
    static final ArrayBlockingQueue<Parcel> array = new ArrayBlockingQueue<>(1);
    static final LinkedBlockingQueue<Parcel> linked = new LinkedBlockingQueue<>();
    static final SynchronousQueue<Parcel> direct = new SynchronousQueue<>();
    static final CountDownLatch latch = new CountDownLatch(1);
    static final Semaphore permit = new Semaphore(1);
    static final CyclicBarrier barrier = new CyclicBarrier(3);
    static final Object lock = new Object();
    static boolean full;
    static int latched;
    static int permitted;
    static int fenced;
    static int told;

    public static void main(String[] args) {
        new Thread(HandedOverManyWays::first).start();
        new Thread(HandedOverManyWays::second).start();
        new Thread(HandedOverManyWays::third).start();
    }

    static void first() {
        try {
            Parcel parcel = new Parcel();
            parcel.weight = 1;
            array.put(parcel);
            told = 1;
            synchronized (lock) {
                full = true;
                lock.notifyAll();
            }
            latched = 1;
            latch.countDown();
            use();
            fenced = 1;
            barrier.await();
            for (int i = 0; i < 4; i++) {
                ring.write(i);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void second() {
        try {
            Parcel parcel = array.take();
            parcel.weight++;
            linked.put(parcel);
            latch.await();
            latched++;
            use();
            barrier.await();
            for (int i = 0; i < 4; i++) {
                ring.weigh(i);
            }
            direct.put(parcel);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void third() {
        try {
            Parcel parcel = linked.take();
            parcel.weight++;
            synchronized (lock) {
                while (!full) {
                    lock.wait();
                }
            }
            told++;
            use();
            barrier.await();
            fenced++;
            for (int i = 0; i < 4; i++) {
                ring.read(i);
            }
            direct.take().weight++;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void use() throws InterruptedException {
        permit.acquire();
        permitted++;
        permit.release();
    }
}
