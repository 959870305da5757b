public class SynchronizedGetAndSetAreTwoSteps {
    private int value;

    synchronized int get() {
        return value;
    }

    synchronized void set(int value) {
        this.value = value;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedGetAndSetAreTwoSteps box = new SynchronizedGetAndSetAreTwoSteps();
        Thread other = new Thread(() -> box.set(box.get() + 1));
        other.start();
        box.set(box.get() + 1);
        other.join();
        assert box.get() == 2; //~ assertion-failure
    }
}
