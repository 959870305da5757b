import java.util.concurrent.CountDownLatch;

public class GroupInterruptsOneAfterTheOther {
    static final CountDownLatch NEVER = new CountDownLatch(1);
    static volatile boolean told;

    static void work() {
        if (told) {
            assert Thread.currentThread().isInterrupted(); //~ assertion-failure
            return;
        }
        try {
            NEVER.await();
        } catch (InterruptedException stop) {
            told = true;
        }
    }

    public static void main(String[] args) {
        ThreadGroup crew = new ThreadGroup("crew");
        new Thread(crew, GroupInterruptsOneAfterTheOther::work).start();
        new Thread(crew, GroupInterruptsOneAfterTheOther::work).start();
        crew.interrupt();
    }
}
