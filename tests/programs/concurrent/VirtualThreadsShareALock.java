//@ jdk: 21
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreadsShareALock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        //@ time-limit: 20s
        Thread one = Thread.startVirtualThread(VirtualThreadsShareALock::add);
        Thread two = Thread.ofVirtual().name("two").start(VirtualThreadsShareALock::add);
        one.join();
        two.join();
        assert count == 2;
    }
}
