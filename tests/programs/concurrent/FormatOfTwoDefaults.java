//@ verdict: violated
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.TimeZone;

/** A format asks for the default locale, then for the default time zone: both may be set in between. */
public class FormatOfTwoDefaults {
    public static void main(String[] args) throws InterruptedException {
        Locale.setDefault(Locale.US);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Thread other = new Thread(() -> {
            Locale.setDefault(Locale.GERMANY);
            TimeZone.setDefault(TimeZone.getTimeZone("GMT+1"));
        });
        other.start();
        SimpleDateFormat format = new SimpleDateFormat("MMMM");
        boolean german = format.getDateFormatSymbols().getMonths()[0].equals("Januar");
        boolean moved = format.getTimeZone().getRawOffset() != 0;
        other.join();
        assert german || !moved; //~ assertion-failure
    }
}
