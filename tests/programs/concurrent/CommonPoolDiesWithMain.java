import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

public class CommonPoolDiesWithMain {
    public static void main(String[] args) {
        List<String> log = new ArrayList<>();
        ForkJoinPool.commonPool().execute(() -> log.add("written")); //~ data-race
        assert log.isEmpty(); //~ assertion-failure
    }
}
