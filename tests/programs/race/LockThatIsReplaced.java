// Each thread holds what `lock` is when it looks, and one of them replaces it: two locks for one field.
public class LockThatIsReplaced {
    static Object lock = new Object(); //~? data-race
    static int count;

    static void count() {
        synchronized (lock) { //~ data-race "lock"
            count++; //~ data-race "count"
        }
    }

    public static void main(String[] args) {
        new Thread(LockThatIsReplaced::count).start();
        lock = new Object(); //~? data-race
        count();
    }
}
