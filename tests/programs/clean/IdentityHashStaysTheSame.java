public class IdentityHashStaysTheSame {
    public static void main(String[] args) throws InterruptedException {
        Object shared = new Object();
        int[] seen = new int[1];
        Thread other = new Thread(() -> seen[0] = System.identityHashCode(shared));
        other.start();
        int mine = shared.hashCode();
        other.join();
        assert mine == seen[0] && mine == shared.hashCode();
    }
}
