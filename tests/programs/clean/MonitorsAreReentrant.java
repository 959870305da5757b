public class MonitorsAreReentrant {
    private int depth;
    private int deepest;

    synchronized void down(int steps) {
        depth++;
        synchronized (this) {
            deepest = Math.max(deepest, depth);
            if (steps > 0) {
                down(steps - 1);
            }
        }
        depth--;
    }

    public static void main(String[] args) throws InterruptedException {
        MonitorsAreReentrant well = new MonitorsAreReentrant();
        Thread other = new Thread(() -> well.down(2));
        other.start();
        well.down(1);
        other.join();
        assert well.depth == 0 && well.deepest == 3;
    }
}
