// Three pairs of threads share nothing; in one of them an assertion fails in one order.
public class OneOfThreePairsFails {
    static volatile int one;
    static volatile int other;
    static volatile int third;

    public static void main(String[] args) {
        new Thread(() -> { one++; one++; }).start();
        new Thread(() -> one--).start();
        new Thread(() -> { other++; other++; }).start();
        new Thread(() -> other--).start();
        new Thread(() -> {
            third = 1;
            third = 2;
        }).start();
        new Thread(() -> {
            assert third != 1; //~ assertion-failure
        }).start();
    }
}
