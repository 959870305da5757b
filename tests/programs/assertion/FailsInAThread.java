public class FailsInAThread {
    static volatile int stage;

    public static void main(String[] args) {
        new Thread(() -> {
            assert stage < 2; //~ assertion-failure
        }).start();
        stage = 1;
        stage = 2;
    }
}
