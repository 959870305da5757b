import java.util.ArrayList;
import java.util.List;

public class TwoThreadsShareManyObjects {
    public static void main(String[] args) throws Exception {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            all.add(new int[] {i});
        }
        Thread other = new Thread(() -> {
            synchronized (all) {
                all.add(all.size());
            }
        });
        other.start();
        synchronized (all) {
            all.add(0);
        }
        other.join();
    }
}
