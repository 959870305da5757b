public class ThreadThatOnlyItsGroupKnowsIsAlive {
    static volatile boolean ran;

    public static void main(String[] args) {
        new Thread(() -> ran = true).start();
        if (ran) {
            assert Thread.activeCount() == 1 : "still counted"; //~ assertion-failure "still counted"
        }
    }
}
