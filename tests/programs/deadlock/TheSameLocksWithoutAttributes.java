// What attributes/RelevantForTheOuterLockOnly hides.
public class TheSameLocksWithoutAttributes {
    static class Part {
        synchronized void with(Part other) {
            if (other != null) {
                other.with(null); //~ deadlock
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
