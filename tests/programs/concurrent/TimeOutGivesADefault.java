//@ jdk: 11
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class TimeOutGivesADefault {
    public static void main(String[] args) {
        //@ time-limit: 20s
        CompletableFuture<String> answer = new CompletableFuture<>();
        assert answer.completeOnTimeout("late", 10, TimeUnit.MILLISECONDS).join().equals("late");
    }
}
