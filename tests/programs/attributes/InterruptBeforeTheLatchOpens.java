// The boundary before the library asks whether the thread was interrupted is not behind the answer.
public class InterruptBeforeTheLatchOpens {
    //@ set: vm.por.attributes=java.lang.Thread.interrupted=always
    public static void main(String[] args) {
        java.util.concurrent.CountDownLatch open = new java.util.concurrent.CountDownLatch(1);
        Thread main = Thread.currentThread();
        new Thread(() -> {
            main.interrupt();
            open.countDown();
        }).start();
        try {
            open.await();
        } catch (InterruptedException stop) {
            throw new AssertionError(); //~ assertion-failure
        }
    }
}
