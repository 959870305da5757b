// Two locks in opposite orders: the call that takes the inner lock is no boundary, and the deadlock stays unseen.
public class RelevantForTheOuterLockOnly {
    //@ set: vm.por.attributes=RelevantForTheOuterLockOnly$Part.*=top-level
    static class Part {
        synchronized void with(Part other) {
            if (other != null) {
                other.with(null);
            }
        }
    }

    public static void main(String[] args) {
        Part left = new Part();
        Part right = new Part();
        new Thread(() -> left.with(right)).start();
        right.with(left);
    }
}
