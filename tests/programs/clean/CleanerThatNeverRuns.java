import java.lang.ref.Cleaner;

public class CleanerThatNeverRuns {
    //@ jdk: 11
    //@ assumes: no-reference-clearing
    static int closed;

    public static void main(String[] args) {
        // The cleaner's thread would race with main: when it runs is up to the collector.
        Cleaner.create().register(new Object(), () -> closed++);
        closed++;
    }
}
