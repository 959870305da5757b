public class InterruptBeforeSleepIsKept {
    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        boolean woken = false;
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            woken = !Thread.currentThread().isInterrupted();
        }
        assert woken;
    }
}
