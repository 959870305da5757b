public class SynchronizedMethodsCallEachOther {
    static class Friend {
        synchronized void bow(Friend to) { if (to != null) to.bow(null); } //~ deadlock
    }

    public static void main(String[] args) {
        Friend ann = new Friend();
        Friend bob = new Friend();
        new Thread(() -> ann.bow(bob)).start();
        new Thread(() -> bob.bow(ann)).start();
    }
}
