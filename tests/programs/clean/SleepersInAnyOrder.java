public class SleepersInAnyOrder {
    static volatile int last;

    public static void main(String[] args) throws InterruptedException {
        Thread late = new Thread(() -> {
            try {
                Thread.sleep(1000);
                last = 1;
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        late.start();
        Thread.sleep(10);
        last = 2;
        late.join();
        assert last == 1 || last == 2;
    }
}
