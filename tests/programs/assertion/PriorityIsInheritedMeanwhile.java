// A new thread has its maker's priority, which others may change until the thread is made.
public class PriorityIsInheritedMeanwhile {
    static volatile boolean begun;

    static void make() {
        begun = true;
        Thread child = new Thread(() -> { });
        assert child.getPriority() == 5; //~ assertion-failure
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(PriorityIsInheritedMeanwhile::make);
        maker.start();
        if (begun) {
            maker.setPriority(7);
        }
        maker.join();
    }
}
