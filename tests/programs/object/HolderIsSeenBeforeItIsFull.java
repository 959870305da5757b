// Double-checked locking without volatile: the field is read without the lock.
//@ target: object
//@ set: object.calls=1
public class HolderIsSeenBeforeItIsFull {
    private static final class Holder {
        int value = 1;
    }

    private Holder holder;

    public int get() {
        if (holder == null) {
            synchronized (this) {
                if (holder == null) {
                    holder = new Holder(); //~ data-race "holder"
                }
            }
        }
        return holder.value; //~? data-race
    }
}
