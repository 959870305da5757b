//@ set: search.timeouts=always
//@ needs: time-out
//@ findings: 1
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimedAwaitMayTimeOut {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(done::countDown).start();
        boolean inTime = done.await(5, TimeUnit.SECONDS);
        assert inTime; //~ assertion-failure
    }
}
