/** Up to Java 19 a thread may be stopped; one that has ended takes no notice. */
//@ jdk: 8 to 17
public class StopsThreadsThatHaveEnded {
    static int sold;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread sells = new Thread(() -> sold++);
        sells.start();
        sells.join();
        sells.stop();
        sells.stop();
        assert sold == 1;
    }
}
