public class ThreadThatOnlyItsGroupKnowsIsListed {
    static volatile boolean ran;

    public static void main(String[] args) {
        new Thread(() -> ran = true).start();
        if (ran) {
            assert Thread.getAllStackTraces().size() == 1 : "still listed"; //~ assertion-failure "still listed"
        }
    }
}
