import java.text.SimpleDateFormat;
import java.util.Date;

// The classic: formatting writes to the format's calendar.
public class FormatOfTwoThreads {
    //@ time-limit: 20s
    //@ coverage: limited
    //@ set: limits.transitions=20000
    static final SimpleDateFormat YEAR = new SimpleDateFormat("yyyy");

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> YEAR.format(new Date(0))); //~ data-race
        other.start();
        YEAR.format(new Date(1)); //~ data-race
        other.join();
    }
}
