// Who finds no permit waits, in every order: that is how it is meant.
//@ target: object
//@ set: object.calls=2
import java.util.concurrent.Semaphore;

public class PermitsOfASemaphore {
    private final Semaphore permits = new Semaphore(1);

    public void enter() throws InterruptedException {
        permits.acquire();
    }

    public void leave() {
        permits.release();
    }

    public int free() {
        return permits.availablePermits();
    }
}
