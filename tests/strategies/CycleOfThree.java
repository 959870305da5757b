// Three of eight threads close a cycle of locks, and only together.
public class CycleOfThree {
    static volatile int noise;

    static void pair(Object one, Object other) {
        synchronized (one) {
            synchronized (other) {
                noise = 1;
            }
        }
    }

    public static void main(String[] args) {
        Object[] locks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> pair(locks[number], locks[(number + 1) % 3])).start();
            new Thread(() -> pair(locks[number], new Object())).start();
        }
        new Thread(() -> pair(locks[0], locks[2])).start();
        new Thread(() -> pair(locks[2], new Object())).start();
    }
}
