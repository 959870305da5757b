public class ManyThreadsAtOneLock {
    static int count;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200; i++) {
            new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    synchronized (ManyThreadsAtOneLock.class) {
                        count++;
                    }
                }
            }).start();
        }
    }
}
