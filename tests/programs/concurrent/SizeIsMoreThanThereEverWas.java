import java.util.concurrent.ConcurrentHashMap;

/** There are never more than two keys. A sum that reads one counter after the other may see what was added, and not what was removed before. */
class SizeIsMoreThanThereEverWas {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(1, 0);
            map.remove(0);
            map.put(0, 1);
        });
        other.start();
        map.put(0, 2);
        assert map.size() <= 2; //~ assertion-failure
        other.join();
    }
}
