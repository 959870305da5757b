// An atomic method that waits for what another thread holds is not atomic.
public class AtomicMethodBlocks {
    //@ set: vm.por.attributes=*.inAtomic=atomic
    static final Object lock = new Object();
    static volatile int count;

    static void inAtomic() {
        synchronized (lock) { //~ blocked-in-atomic "inAtomic"
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(AtomicMethodBlocks::inAtomic).start();
        synchronized (lock) {
            count++;
        }
    }
}
