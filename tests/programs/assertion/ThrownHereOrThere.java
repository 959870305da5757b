import java.io.PrintWriter;
import java.io.StringWriter;

/** Where an exception was made depends on a race that is over when somebody prints its trace. */
public class ThrownHereOrThere {
    static volatile int turn, other;

    static Exception early() {
        return new Exception();
    }

    static Exception late() {
        return new Exception();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread turner = new Thread(() -> turn = 1);
        turner.start();
        Exception made = turn == 0 ? early() : late();
        turner.join();
        Thread later = new Thread(() -> other = 3);
        later.start();
        other = 2;
        later.join();
        StringWriter text = new StringWriter();
        made.printStackTrace(new PrintWriter(text));
        assert text.toString().contains("early"); //~ assertion-failure
    }
}
