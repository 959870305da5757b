/**
 * A sieve beside a thread that waits: over an array of its own, or over one that others can reach. Arguments: `own`,
 * `shared` or `locked`, how many numbers, and how often. For what analyses cost: each access of the latter two is told to them.
 */
public class SharedSieve {
    static boolean[] open;
    static boolean done;

    static int sieve(boolean[] composite) {
        int primes = 0;
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes++;
                for (int j = i + i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        return primes;
    }

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                while (!done) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        other.start();
        int size = Integer.parseInt(args[1]);
        int primes = 0;
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            boolean[] composite = new boolean[size];
            if (args[0].equals("shared")) {
                open = composite;
            }
            if (args[0].equals("locked")) {
                synchronized (lock) {
                    open = composite;
                    primes += sieve(composite);
                }
            } else {
                primes += sieve(composite);
            }
        }
        synchronized (lock) {
            done = true;
            lock.notifyAll();
        }
        other.join();
        assert primes > 0;
    }
}
