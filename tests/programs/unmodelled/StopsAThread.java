//@ jdk: 8 to 17
//@ verdict: incomplete
//@ reason: java.lang.Thread.stop0
public class StopsAThread {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> ready = true);
        worker.start();
        worker.stop();
    }
}
