import java.util.concurrent.SubmissionPublisher;

/** What a consumer throws goes into the future of its subscription, and nobody asks for it. */
class SubscriberFails {
    public static void main(String[] args) {
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 4);
        publisher.consume(item -> {
            assert item == 2; //~ assertion-failure
        });
        publisher.submit(1);
        publisher.close();
    }
}
