import java.util.concurrent.locks.ReentrantLock;

// What is a step inside an operation of the library comes behind the boundary that the user wants there.
public class StepInsideBehindABoundary {
    //@ set: vm.por.attributes=java.util.concurrent.locks.AbstractOwnableSynchronizer.setExclusiveOwnerThread=always
    static class Watched extends ReentrantLock {
        Thread owner() {
            return getOwner();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Watched lock = new Watched();
        lock.lock();
        Thread watcher = new Thread(() -> {
            if (lock.owner() == null) {
                assert !lock.isLocked(); //~ assertion-failure
            }
        });
        watcher.start();
        lock.unlock();
        watcher.join();
    }
}
