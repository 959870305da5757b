public class SynchronizedCounts {
    private int count;
    private static int shared;

    synchronized void add() {
        count++;
        again(2);
    }

    private synchronized void again(int depth) {
        if (depth > 0) {
            again(depth - 1);
        }
    }

    static synchronized void addShared() {
        shared++;
    }

    void throwing(boolean fail) {
        synchronized (this) {
            count += 100;
            if (fail) {
                throw new IllegalStateException("inside");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedCounts counts = new SynchronizedCounts();
        Runnable work = () -> {
            for (int i = 0; i < 50; i++) {
                counts.add();
                addShared();
            }
            try {
                counts.throwing(true);
            } catch (IllegalStateException e) {
                addShared();
            }
        };
        Thread[] threads = {new Thread(work), new Thread(work), new Thread(work)};
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(counts.count + " " + shared + " " + Thread.holdsLock(counts));
        synchronized (counts) {
            System.out.println(Thread.holdsLock(counts));
        }
    }
}
