public class NamesFollowCreation {
    static void check(String expected) {
        assert Thread.currentThread().getName().equals(expected);
    }

    public static void main(String[] args) {
        Thread first = new Thread(() -> check("Thread-0"));
        Thread named = new Thread(() -> check("chosen"), "chosen");
        Thread second = new Thread(() -> check("Thread-1"));
        second.start();
        named.start();
        first.start();
        check("main");
    }
}
