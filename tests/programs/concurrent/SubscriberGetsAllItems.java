//@ jdk: 11
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class SubscriberGetsAllItems {
    static int sum;

    static class Adder implements Flow.Subscriber<Integer> {
        final CountDownLatch done = new CountDownLatch(1);
        Flow.Subscription subscription;

        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(1);
        }

        public void onNext(Integer item) {
            sum += item;
            subscription.request(1);
        }

        public void onError(Throwable problem) {
            throw new IllegalStateException(problem);
        }

        public void onComplete() {
            done.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Adder adder = new Adder();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(adder);
            publisher.submit(1);
            publisher.submit(2);
        }
        adder.done.await();
        assert sum == 3;
    }
}
