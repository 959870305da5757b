//@ assumes: thread-states
public class StateOfAThreadThatIsStartedLater {
    static Thread waiter;
    static Thread.State seen;

    public static void main(String[] args) throws InterruptedException {
        Thread looker = new Thread(() -> seen = waiter.getState());
        waiter = new Thread(() -> {
            try {
                looker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        looker.start();
        waiter.start();
        looker.join();
        waiter.join();
        assert seen != Thread.State.WAITING; //~ assertion-failure
        assert seen != Thread.State.NEW; //~ assertion-failure
    }
}
