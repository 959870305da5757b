/** Names by default and ids are counted over all threads that make threads, one after the other. */
public class NamesAreCountedForAll {
    static Thread made;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> made = new Thread(() -> { }));
        first.start();
        first.join();
        Thread last = new Thread(() -> { });
        assert first.getName().equals("Thread-0");
        assert made.getName().equals("Thread-1");
        assert last.toString().contains("Thread-2");
        assert first.getId() < made.getId() && made.getId() < last.getId();
    }
}
