// Where a stack ends an error is thrown, as on any machine: monitors are let go, and the program goes on.
//@ assumes: stack-depth
public class OverflowOfTheStackIsCaught {
    static int reached;

    static synchronized void down() {
        reached++;
        down();
    }

    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread deep = new Thread(() -> {
            try {
                down();
            } catch (StackOverflowError e) {
                synchronized (OverflowOfTheStackIsCaught.class) {
                    reached = -1;
                }
            }
        });
        deep.start();
        deep.join();
        synchronized (OverflowOfTheStackIsCaught.class) {
            assert reached == -1 && sum(5000) == 12502500;
        }
    }
}
