public class Interrupts {
    public static void main(String[] args) throws InterruptedException {
        Thread self = Thread.currentThread();
        System.out.println(self.isInterrupted());
        self.interrupt();
        System.out.println(self.isInterrupted() + " " + self.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        self.interrupt();
        try {
            Thread.sleep(10000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + self.isInterrupted());
        }
        self.interrupt();
        try {
            synchronized (self) {
                self.wait();
            }
        } catch (InterruptedException e) {
            System.out.println("wait " + self.isInterrupted());
        }
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000000);
            } catch (InterruptedException e) {
                System.out.println("woken: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Thread joiner = new Thread(() -> {
            try {
                self.join();
            } catch (InterruptedException e) {
                System.out.println("join was interrupted");
                Thread.currentThread().interrupt();
            }
            System.out.println(Thread.currentThread().isInterrupted());
        });
        joiner.start();
        joiner.interrupt();
        joiner.join();
        Thread waiter = new Thread(() -> {
            synchronized (args) {
                try {
                    args.wait();
                } catch (InterruptedException e) {
                    System.out.println("holds the lock again: " + Thread.holdsLock(args));
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        System.out.println(waiter.isInterrupted());
    }
}
