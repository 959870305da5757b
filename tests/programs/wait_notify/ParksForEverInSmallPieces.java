import java.util.concurrent.locks.LockSupport;

// main parks again each time its time is over, and nobody will ever change anything.
public class ParksForEverInSmallPieces {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        while (true) {
            LockSupport.parkNanos(1); //~ infinite-loop
        }
    }
}
