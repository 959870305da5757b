import java.util.concurrent.atomic.AtomicStampedReference;

public class StampsTellAFromA {
    public static void main(String[] args) throws InterruptedException {
        AtomicStampedReference<String> top = new AtomicStampedReference<>("a", 0);
        Thread other = new Thread(() -> {
            top.compareAndSet("a", "b", 0, 1);
            top.compareAndSet("b", "a", 1, 2);
        });
        other.start();
        int[] stamp = new int[1];
        String seen = top.get(stamp);
        boolean set = seen.equals("a") && top.compareAndSet("a", "c", stamp[0], stamp[0] + 1);
        other.join();
        assert !set || top.getReference().equals("c");
    }
}
