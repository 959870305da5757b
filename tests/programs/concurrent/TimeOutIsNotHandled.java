//@ jdk: 11
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class TimeOutIsNotHandled {
    public static void main(String[] args) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        answer.orTimeout(10, TimeUnit.MILLISECONDS).join(); //~ uncaught-exception "TimeoutException"
    }
}
