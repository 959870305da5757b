//@ assumes: thread-states
public class TellsWhereTheOtherStands {
    static volatile boolean wrote;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> wrote = true);
        writer.start();
        StackTraceElement[] trace = writer.getStackTrace();
        writer.join();
        assert wrote && trace.length < 10;
    }
}
