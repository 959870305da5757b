/** Who sleeps, waits for a time or yields in a loop goes on in a fair run when another one has done its part. */
// A thread whose time can run out can move.
//# holds: ltl = "<> WaitsThatEndByTime.slept"
//# holds: ltl = "<> WaitsThatEndByTime.waited"
//# holds: ltl = "<> [] WaitsThatEndByTime.yielded"; fairness = "strong"
// Without fairness the one who sets the flag may never come.
//# fails: ltl = "<> WaitsThatEndByTime.slept"; fairness = "none"
//# fails: ltl = "<> WaitsThatEndByTime.yielded"; fairness = "none"
public class WaitsThatEndByTime {
    static final Object lock = new Object();
    static volatile boolean flag, slept, waited, yielded;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                while (!flag) {
                    Thread.sleep(1);
                }
            } catch (InterruptedException e) {
                return;
            }
            slept = true;
        }, "sleeper").start();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!flag) {
                        lock.wait(10);
                    }
                } catch (InterruptedException e) {
                    return;
                }
            }
            waited = true;
        }, "waiter").start();
        flag = true;
        while (!waited) {
            Thread.yield();
        }
        yielded = true;
    }
}
