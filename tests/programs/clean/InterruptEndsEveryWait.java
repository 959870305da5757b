public class InterruptEndsEveryWait {
    static int ended;

    static void hang(int how) {
        Object lock = new Object();
        try {
            if (how == 0) {
                Thread.currentThread().join();
            }
            synchronized (lock) {
                while (ended >= 0) {
                    lock.wait();
                }
            }
        } catch (InterruptedException expected) {
            ended++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            int how = i;
            Thread hanging = new Thread(() -> hang(how));
            hanging.start();
            hanging.interrupt();
            hanging.join();
        }
        assert ended == 2;
    }
}
