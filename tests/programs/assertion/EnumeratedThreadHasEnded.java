// Nobody keeps the thread but its group, and the group hands it out.
public class EnumeratedThreadHasEnded {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("workers");
        new Thread(group, () -> { }).start();
        Thread[] found = new Thread[2];
        int count = group.enumerate(found);
        assert count != 1 || found[0].isAlive() : "it ended in between"; //~ assertion-failure "it ended in between"
    }
}
