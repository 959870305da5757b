import java.util.concurrent.Exchanger;

// Who was met cannot withdraw any more, interrupted or not.
public class ExchangesThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Thread waiter = new Thread(() -> {
            try {
                exchanger.exchange(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        waiter.start();
        exchanger.exchange(2);
        waiter.interrupt();
        waiter.join();
        assert !interrupted;
    }
}
