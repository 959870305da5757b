public class LockOfTheSubclass {
    static int made;

    void count() {
        synchronized (getClass()) {
            made++; //~ data-race "made"
        }
    }

    static class Special extends LockOfTheSubclass {
    }

    public static void main(String[] args) {
        new Thread(() -> new Special().count()).start();
        new LockOfTheSubclass().count();
    }
}
