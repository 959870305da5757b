public class PingPongByWaitAndNotify {
    private boolean ping = true;
    private final StringBuilder log = new StringBuilder();

    synchronized void play(boolean mine, String word) throws InterruptedException {
        while (ping != mine) {
            wait();
        }
        log.append(word).append(' ');
        ping = !ping;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        PingPongByWaitAndNotify table = new PingPongByWaitAndNotify();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    table.play(false, "pong" + i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        for (int i = 0; i < 5; i++) {
            table.play(true, "ping" + i);
        }
        other.join();
        System.out.println(table.log);
        synchronized (table) {
            table.wait(1);
            table.notify();
        }
        System.out.println("a timed wait ended");
    }
}
