//@ jdk: 21
// A `Thread.Builder` counts the threads that it makes, and is for one thread alone.
public class BuilderOfTwoThreads {
    public static void main(String[] args) throws InterruptedException {
        Thread.Builder builder = Thread.ofPlatform().name("worker-", 0);
        Thread[] made = new Thread[2];
        Thread other = new Thread(() -> made[0] = builder.unstarted(() -> { })); //~ data-race
        other.start();
        made[1] = builder.unstarted(() -> { });
        other.join();
        assert !made[0].getName().equals(made[1].getName()); //~ assertion-failure
    }
}
