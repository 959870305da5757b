//@ jdk: 8 to 17
// Each print takes the stream's monitor; on 21 a stream has a lock that only it knows.
public class PrintsWhileTheStreamIsHeld {
    static final Object lock = new Object();
    static volatile boolean began;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                began = true;
                System.out.println("other");
            }
        });
        other.start();
        if (began) {
            synchronized (System.out) {
                synchronized (lock) { //~ deadlock
                    System.out.println("main");
                }
            }
        }
        other.join();
    }
}
