// What the field refers to is guarded by itself: reading the reference is free, using the object is not.
public class BufferIsItsOwnLock {
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("itself")
    static final int[] buffer = new int[1];

    static void fill() {
        synchronized (buffer) {
            buffer[0] = 1;
        }
    }

    static void empty() {
        synchronized (BufferIsItsOwnLock.class) {
            buffer[0] = 0; //~ lock-discipline "uses the object of BufferIsItsOwnLock.buffer"
            //~^ data-race
        }
    }

    public static void main(String[] args) {
        new Thread(BufferIsItsOwnLock::fill).start();
        empty();
    }
}
