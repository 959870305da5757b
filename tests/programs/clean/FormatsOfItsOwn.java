import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

// Formats are not thread-safe, so each thread has its own. What the library shares behind them is its own business.
public class FormatsOfItsOwn {
    //@ time-limit: 20s
    static String show() {
        SimpleDateFormat date = new SimpleDateFormat("yyyy");
        date.setTimeZone(TimeZone.getTimeZone("UTC"));
        return MessageFormat.format("{0} {1}", date.format(new Date(0)), new DecimalFormat("0.00").format(1.5));
    }

    public static void main(String[] args) throws InterruptedException {
        String[] shown = new String[2];
        Thread other = new Thread(() -> shown[0] = show());
        other.start();
        shown[1] = show();
        other.join();
        assert shown[0].equals("1970 1.50") && shown[1].equals(shown[0]);
    }
}
