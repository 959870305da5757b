import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

// Who has no time to wait offers its value first: another thread without time may find it there.
public class ExchangesWithoutTime {
    static final Exchanger<Integer> EXCHANGER = new Exchanger<>();

    static Integer exchange(int value) {
        try {
            return EXCHANGER.exchange(value, 0, TimeUnit.SECONDS);
        } catch (InterruptedException | TimeoutException e) {
            return null;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> exchange(1));
        other.start();
        Integer got = exchange(2);
        other.join();
        assert got == null; //~ assertion-failure
    }
}
