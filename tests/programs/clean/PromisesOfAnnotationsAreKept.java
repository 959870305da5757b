import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Every lock that an annotation names is held; before others come and after they have gone, none is needed.
public class PromisesOfAnnotationsAreKept {
    @interface GuardedBy {
        String value();
    }

    class Inner {
        @GuardedBy("PromisesOfAnnotationsAreKept.this.lock")
        int inner;

        // Since 18 javac leaves out a reference to the outer object that nobody uses.
        PromisesOfAnnotationsAreKept outer() {
            return PromisesOfAnnotationsAreKept.this;
        }
    }

    final ReentrantLock lock = new ReentrantLock();
    final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    final Inner inner = new Inner();
    @GuardedBy("this")
    int own = 1;
    @GuardedBy("lock")
    int locked;
    @GuardedBy("both")
    int shared;
    @GuardedBy("PromisesOfAnnotationsAreKept.class")
    static int ofClass;

    @GuardedBy("this")
    void add() {
        own++;
    }

    void work() {
        synchronized (this) {
            add();
        }
        lock.lock();
        locked++;
        inner.inner++;
        lock.unlock();
        both.readLock().lock();
        int seen = shared;
        both.readLock().unlock();
        both.writeLock().lock();
        shared = seen + 1;
        both.writeLock().unlock();
        synchronized (PromisesOfAnnotationsAreKept.class) {
            ofClass++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PromisesOfAnnotationsAreKept all = new PromisesOfAnnotationsAreKept();
        all.own = 2;
        Thread other = new Thread(all::work);
        other.start();
        all.work();
        other.join();
        assert all.own == 4;
    }
}
