// What a handler of the program's own takes is its business: of one thread, of a group, of a thread class, of all threads.
public class HandlersTakeWhatLeavesThreads {
    static class Group extends ThreadGroup {
        volatile String heard;

        Group() {
            super("workers");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            heard = thrown.getMessage();
        }
    }

    static class Minds extends Thread {
        volatile String heard;

        @Override
        public void run() {
            throw new IllegalStateException("minded");
        }

        @Override
        public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return (thread, thrown) -> heard = thrown.getMessage();
        }
    }

    static String heard;

    static void fail() {
        throw new IllegalStateException("failed");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(HandlersTakeWhatLeavesThreads::fail);
        failing.setUncaughtExceptionHandler((thread, thrown) -> heard = thrown.getMessage());
        failing.start();
        failing.join();
        assert heard.equals("failed");
        Group group = new Group();
        Thread grouped = new Thread(group, HandlersTakeWhatLeavesThreads::fail);
        Minds minds = new Minds();
        grouped.start();
        minds.start();
        grouped.join();
        minds.join();
        assert group.heard.equals("failed") && minds.heard.equals("minded");
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> heard = "by default");
        Thread last = new Thread(HandlersTakeWhatLeavesThreads::fail);
        last.start();
        last.join();
        assert heard.equals("by default");
    }
}
