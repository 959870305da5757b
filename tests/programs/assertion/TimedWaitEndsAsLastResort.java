// Nobody notifies: the wait ends by its time, because nothing else can move, and this is no unlikely event.
public class TimedWaitEndsAsLastResort {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(10);
            assert ready; //~ assertion-failure
        }
    }
}
