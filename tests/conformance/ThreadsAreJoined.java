public class ThreadsAreJoined {
    static class Worker extends Thread {
        private final int n;
        int result;

        Worker(int n) {
            super("worker-" + n);
            this.n = n;
        }

        @Override
        public void run() {
            for (int i = 0; i <= n; i++) {
                result += i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] workers = new Worker[4];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(i * 10);
            workers[i].start();
        }
        for (Worker w : workers) {
            w.join();
            System.out.println(w.getName() + " " + w.result + " " + w.isAlive() + " " + w.getState());
        }
        StringBuilder log = new StringBuilder();
        Thread inner = new Thread(() -> {
            Thread innermost = new Thread(() -> log.append("innermost "));
            innermost.start();
            try {
                innermost.join();
            } catch (InterruptedException e) {
                log.append("never");
            }
            log.append("inner ");
        });
        System.out.println(inner.getState());
        inner.start();
        inner.join();
        inner.join(5);
        System.out.println(log + "main");
        try {
            inner.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started twice");
        }
    }
}
