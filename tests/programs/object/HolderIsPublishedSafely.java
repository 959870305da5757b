// Double-checked locking with a volatile field.
//@ target: object
//@ set: object.calls=2
public class HolderIsPublishedSafely {
    private static final class Holder {
        final int value = 1;
    }

    private volatile Holder holder;

    public int get() {
        Holder seen = holder;
        if (seen == null) {
            synchronized (this) {
                seen = holder;
                if (seen == null) {
                    holder = seen = new Holder();
                }
            }
        }
        return seen.value;
    }
}
