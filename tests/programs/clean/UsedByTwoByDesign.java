//@ jdk: 11
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** What a class declares that several threads may use is its own business, whoever extends it. */
public class UsedByTwoByDesign {
    static class Registry extends ConcurrentHashMap<String, Integer> {
    }

    static class Loose extends Random {
        Loose() {
            super(1);
        }
    }

    static final ClassValue<Integer> LENGTH = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return type.getName().length();
        }
    };

    static void byTwo(Runnable use) throws InterruptedException {
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Registry registry = new Registry();
        registry.put("a", 1);
        byTwo(() -> {
            for (Map.Entry<String, Integer> entry : registry.entrySet()) {
                assert entry.getValue() == 1;
            }
        });
        byTwo(() -> {
            assert LENGTH.get(String.class) == 16;
        });
        Random random = new Loose();
        byTwo(random::nextGaussian);
        Vector<Integer> numbers = new Vector<>();
        byTwo(() -> numbers.add(1));
        Properties properties = new Properties();
        byTwo(() -> properties.setProperty("a", "b"));
    }
}
