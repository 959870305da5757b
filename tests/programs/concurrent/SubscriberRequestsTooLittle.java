//@ jdk: 11
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class SubscriberRequestsTooLittle {
    static final CountDownLatch DONE = new CountDownLatch(1);

    static class Printer implements Flow.Subscriber<String> {
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        public void onNext(String item) {
            System.out.println(item);
        }

        public void onError(Throwable problem) {
            DONE.countDown();
        }

        public void onComplete() {
            DONE.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(new Printer());
            publisher.submit("one");
            publisher.submit("two");
        }
        DONE.await(); //~ deadlock
    }
}
