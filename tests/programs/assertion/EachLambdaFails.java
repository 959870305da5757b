// Equal code in several lambdas or anonymous classes of one method: each place is a finding of its own.
public class EachLambdaFails {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> {
            assert x != 3; //~ assertion-failure
        }).start();
        new Thread(() -> {
            assert x != 3; //~ assertion-failure
        }).start();
        new Thread() {
            @Override
            public void run() {
                assert x != 3; //~ assertion-failure
            }
        }.start();
        new Thread() {
            @Override
            public void run() {
                assert x != 3; //~ assertion-failure
                Runnable inner = () -> {
                    assert x != 3; //~ assertion-failure
                };
                inner.run();
            }
        }.start();
        x = 3;
    }
}
