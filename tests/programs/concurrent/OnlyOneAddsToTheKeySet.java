//@ assumes: jdk-atomic
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class OnlyOneAddsToTheKeySet {
    static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    static volatile int first, second, third;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> first = SEEN.add("page") ? 1 : 0);
        Thread two = new Thread(() -> second = SEEN.add("page") ? 1 : 0);
        Thread three = new Thread(() -> third = SEEN.add("other") ? 1 : 0);
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
        assert first + second == 1 && third == 1 && SEEN.size() == 2;
    }
}
