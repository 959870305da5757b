public class MonitorsUnwindWithExceptions {
    static final Object LOCK = new Object();

    static synchronized int failing(int n) {
        return 10 / n;
    }

    static int nested() {
        synchronized (LOCK) {
            synchronized (LOCK) {
                try {
                    return failing(0);
                } catch (ArithmeticException e) {
                    return Thread.holdsLock(LOCK) && !Thread.holdsLock(MonitorsUnwindWithExceptions.class) ? 1 : 2;
                }
            }
        }
    }

    static void leave(int how) {
        for (int i = 0; i < 2; i++) {
            synchronized (LOCK) {
                if (how == 0) {
                    continue;
                }
                if (how == 1) {
                    break;
                }
                if (how == 2) {
                    return;
                }
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(nested() + " " + Thread.holdsLock(LOCK));
        for (int how = 0; how < 4; how++) {
            try {
                leave(how);
                System.out.println("left " + how + " " + Thread.holdsLock(LOCK));
            } catch (IllegalStateException e) {
                System.out.println("thrown out " + Thread.holdsLock(LOCK));
            }
        }
        try {
            failing(0);
        } catch (ArithmeticException e) {
            System.out.println(Thread.holdsLock(MonitorsUnwindWithExceptions.class));
        }
        Thread other = new Thread(() -> System.out.println("free: " + failing(5)));
        other.start();
        other.join();
    }
}
