// Who comes before it is open spins: where nobody opens it, no sequential order ends either.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
public class SpinsUntilItIsOpened {
    private volatile boolean open;

    public void open() {
        open = true;
    }

    public int pass() {
        while (!open) {
            Thread.onSpinWait();
        }
        return 1;
    }
}
