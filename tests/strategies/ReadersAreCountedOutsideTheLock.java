// The number of readers is no part of what the lock protects: a writer comes in between.
public class ReadersAreCountedOutsideTheLock {
    static volatile int readers, data, noise;
    static final Object lock = new Object();

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                for (int step = 0; step < 6; step++) {
                    noise++;
                }
                int now = readers;
                readers = now + 1;
                int before = data;
                for (int step = 0; step < 6; step++) {
                    noise++;
                }
                assert data == before;
                readers--;
            }).start();
        }
        new Thread(() -> {
            for (int step = 0; step < 6; step++) {
                noise++;
            }
            synchronized (lock) {
                if (readers == 0) {
                    data++;
                }
            }
        }).start();
    }
}
