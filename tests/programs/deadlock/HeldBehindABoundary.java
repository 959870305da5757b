// Who has passed the boundary before a call and waits for its monitor is blocked.
public class HeldBehindABoundary {
    //@ set: vm.por.attributes=HeldBehindABoundary.work=always
    static synchronized void work() {
    }

    public static void main(String[] args) throws InterruptedException {
        Object never = new Object();
        Thread holder = new Thread(() -> {
            synchronized (HeldBehindABoundary.class) {
                synchronized (never) {
                    try {
                        never.wait(); //~ deadlock
                    } catch (InterruptedException stop) {
                        return;
                    }
                }
            }
        });
        holder.start();
        work();
    }
}
