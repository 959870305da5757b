// A thread is alive for a moment after the last thing that it does.
public class IsAliveAfterTheLastWrite {
    static volatile boolean written;

    public static void main(String[] args) {
        Thread other = new Thread(() -> written = true);
        other.start();
        if (written) {
            assert !other.isAlive() : "still alive"; //~ assertion-failure "still alive"
        }
    }
}
