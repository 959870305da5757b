/** Three ways to have a word in what becomes of a throwable, each of which leaves it to the default handler in the end. */
//@ findings: 3
class HandlersPassItOn {
    static class Named extends Thread {
        @Override
        public void run() {
            assert getName().isEmpty(); //~ assertion-failure
        }

        @Override
        public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return super.getUncaughtExceptionHandler();
        }
    }

    static class Counting extends ThreadGroup {
        int dead;

        Counting() {
            super("counting");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            dead++;
            super.uncaughtException(thread, thrown);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread named = new Named();
        named.start();
        named.join();
        Thread counted = new Thread(new Counting(), () -> {
            assert false; //~ assertion-failure
        });
        counted.start();
        counted.join();
        try {
            throw new IllegalStateException("by hand"); //~ uncaught-exception
        } catch (IllegalStateException e) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }
}
