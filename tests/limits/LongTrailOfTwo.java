public class LongTrailOfTwo {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            for (int i = 0; i < 100_000; i++) {
                synchronized (LongTrailOfTwo.class) {
                    count++;
                }
            }
        });
        other.start();
        for (int i = 0; i < 100_000; i++) {
            synchronized (LongTrailOfTwo.class) {
                count++;
            }
        }
        other.join();
        throw new IllegalStateException();
    }
}
