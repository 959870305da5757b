//@ assumes: environment
//@ assumes: no-reference-clearing
//@ jdk: 21
// As above, by their names; a group refers to others weakly since 19.
public class ListsTheThreadsOfTheRoot {
    public static void main(String[] args) {
        Thread[] threads = new Thread[20];
        int count = Thread.currentThread().getThreadGroup().getParent().enumerate(threads);
        for (int i = 0; i < count; i++) {
            assert !threads[i].getName().equals("Signal Dispatcher");
        }
    }
}
