// String.hash is written without a lock by whoever comes first: benign, and inside the library.
public class HashOfAStringIsCachedByBoth {
    public static void main(String[] args) throws InterruptedException {
        String shared = new StringBuilder("drop").append("wire").toString();
        int[] seen = new int[1];
        Thread other = new Thread(() -> seen[0] = shared.hashCode());
        other.start();
        int mine = shared.hashCode();
        other.join();
        assert mine == seen[0];
    }
}
