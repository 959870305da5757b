//@ jdk: 8 to 17
// A thread that ends leaves its group, then forgets the group, then its handler. Since 19 groups count the threads that are alive.
public class LeavesItsGroupThenForgetsIt {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("workers");
        Thread worker = new Thread(group, () -> { });
        worker.setUncaughtExceptionHandler((thread, thrown) -> { });
        worker.start();
        int alive = group.activeCount();
        ThreadGroup its = worker.getThreadGroup();
        Object handler = worker.getUncaughtExceptionHandler();
        assert alive != 0 || its == null; //~ assertion-failure
        assert its != null || handler == null; //~ assertion-failure
    }
}
