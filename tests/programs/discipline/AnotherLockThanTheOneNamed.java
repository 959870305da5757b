// All keep to one lock, and it is not the one that the annotation names: no race, and a broken promise.
public class AnotherLockThanTheOneNamed {
    @interface GuardedBy {
        String value();
    }

    static final Object NAMED = new Object();
    static final Object USED = new Object();
    @GuardedBy("AnotherLockThanTheOneNamed.NAMED")
    static int count;

    static void add() {
        synchronized (USED) {
            count++; //~ lock-discipline "AnotherLockThanTheOneNamed.count"
        }
    }

    public static void main(String[] args) {
        new Thread(AnotherLockThanTheOneNamed::add).start();
        add();
    }
}
