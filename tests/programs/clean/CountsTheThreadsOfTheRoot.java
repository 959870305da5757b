//@ assumes: environment
// The threads of a JVM itself are in the group at the root.
public class CountsTheThreadsOfTheRoot {
    public static void main(String[] args) {
        ThreadGroup root = Thread.currentThread().getThreadGroup().getParent();
        assert root.getParent() == null;
        assert root.activeCount() < 4;
    }
}
