//@ jdk: 11 to 24
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;

// On a larger machine it takes the common pool; later releases always do.
public class PublisherChoosesItsPool {
    //@ assumes: processors
    public static void main(String[] args) {
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>()) {
            assert !(publisher.getExecutor() instanceof ForkJoinPool);
        }
    }
}
