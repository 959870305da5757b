import java.util.Arrays;

public class ManyThreadsInADeadlock {
    public static void main(String[] args) throws Exception {
        Object[] locks = new Object[600];
        Arrays.setAll(locks, i -> new Object());
        for (int i = 0; i < locks.length; i++) {
            int own = i;
            new Thread(() -> {
                synchronized (locks[own]) {
                    synchronized (locks[(own + 1) % locks.length]) {
                        locks[own].notify();
                    }
                }
            }).start();
        }
    }
}
