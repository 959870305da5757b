/** A thread that is stopped before it is started ends as soon as it is. */
//@ jdk: 8 to 17
//@ verdict: incomplete
//@ reason: java.lang.Thread.stop0
public class StopsBeforeTheStart {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) {
        Thread worker = new Thread(() -> { });
        worker.stop();
        worker.start();
    }
}
