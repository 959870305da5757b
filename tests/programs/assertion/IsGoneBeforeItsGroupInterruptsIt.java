//@ jdk: 21
// Since 19 a group lists all threads and asks each for its group: one that has ended since has none, and is not interrupted.
public class IsGoneBeforeItsGroupInterruptsIt {
    static volatile boolean over;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup crew = new ThreadGroup("crew");
        Thread first = new Thread(crew, () -> over = Thread.currentThread().isInterrupted());
        Thread second = new Thread(crew, () -> {
            while (!over) {
                Thread.yield();
            }
        });
        second.setDaemon(true);
        first.start();
        second.start();
        crew.interrupt();
        first.join();
        if (over) {
            second.join();
            assert second.isInterrupted(); //~ assertion-failure
        }
    }
}
