import java.util.concurrent.Exchanger;

public class ExchangerSwapsTheValues {
    static int got;

    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        Exchanger<Integer> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                got = exchanger.exchange(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        assert exchanger.exchange(2) == 1;
        other.join();
        assert got == 2;
    }
}
