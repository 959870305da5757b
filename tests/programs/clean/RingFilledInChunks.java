//@ jdk: 11
public class RingFilledInChunks {
    static final int[] RING = new int[4];
    static volatile int written;

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            int[] chunk = {1, 2};
            System.arraycopy(chunk, 0, RING, 0, 2);
            written = 2;
            System.arraycopy(chunk, 0, RING, 2, 2);
            written = 4;
        });
        producer.start();
        int[] taken = new int[2];
        while (written < 2) {
            Thread.onSpinWait();
        }
        System.arraycopy(RING, 0, taken, 0, 2);
        assert taken[0] == 1 && taken[1] == 2;
        producer.join();
    }
}
