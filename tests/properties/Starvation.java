/** A greedy thread takes a lock again and again: nothing but strong fairness lets the modest one have it. */
//# fails: response = ["Starvation.asked", "Starvation.served"]
//# fails: response = ["Starvation.asked", "Starvation.served"]; fairness = "none"
//# holds: response = ["Starvation.asked", "Starvation.served"]; fairness = "strong"
//# fails: existence = "Starvation.served"
//# holds: precedence = ["Starvation.asked", "Starvation.served"]
public class Starvation {
    static final Object lock = new Object();
    static boolean asked, served, stop;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                synchronized (lock) {
                    if (stop) {
                        return;
                    }
                }
            }
        }, "greedy").start();
        new Thread(() -> {
            asked = true;
            synchronized (lock) {
                served = true;
                stop = true;
            }
        }, "modest").start();
    }
}
