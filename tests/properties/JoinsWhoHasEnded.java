/** `main` joins a thread that has ended, to which nothing else refers. */
//# fails: never = "waiting(main)"
//# holds: ltl = "<> terminated(main)"
public class JoinsWhoHasEnded {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> count = 3, "first");
        Thread second = new Thread(() -> count = 1, "second");
        first.start();
        second.start();
        second.join();
    }
}
