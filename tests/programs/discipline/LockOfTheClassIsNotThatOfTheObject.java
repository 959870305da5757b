import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

// A static field is guarded by its class, and a synchronized method of an object writes it.
public class LockOfTheClassIsNotThatOfTheObject {
    @Retention(RetentionPolicy.RUNTIME)
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("LockOfTheClassIsNotThatOfTheObject.class")
    static volatile int made;

    synchronized void make() {
        made = 1; //~ lock-discipline "writes LockOfTheClassIsNotThatOfTheObject.made"
    }

    static synchronized void reset() {
        made = 0;
    }

    public static void main(String[] args) {
        new Thread(LockOfTheClassIsNotThatOfTheObject::reset).start();
        new LockOfTheClassIsNotThatOfTheObject().make();
    }
}
