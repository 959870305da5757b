//@ jdk: 8 to 17
// Threads without a name are counted under the monitor of their class.
public class MakesAThreadWhileItsClassIsHeld {
    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> new Thread(() -> { }));
        synchronized (Thread.class) {
            maker.start();
            maker.join(); //~ deadlock
        }
    }
}
