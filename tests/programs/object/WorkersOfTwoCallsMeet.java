// Each call waits for a thread of its own. That it waits lets no other call begin: in a sequential order no two workers meet.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
public class WorkersOfTwoCallsMeet {
    private volatile int count;

    public int add() throws InterruptedException {
        Thread worker = new Thread(() -> count++); //~ not-linearizable
        worker.start();
        worker.join();
        return count;
    }
}
