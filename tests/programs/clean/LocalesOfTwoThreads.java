import java.text.NumberFormat;
import java.util.Currency;
import java.util.Locale;

/** Two threads ask for names in languages at the same time: the tables are read once, whoever comes first. */
public class LocalesOfTwoThreads {
    static void use(Locale locale) {
        assert locale.getDisplayCountry(Locale.ENGLISH).equals("Germany");
        assert Currency.getInstance("EUR").getDefaultFractionDigits() == 2;
        assert NumberFormat.getPercentInstance(Locale.US).format(0.5).equals("50%");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use(Locale.GERMANY));
        other.start();
        use(Locale.forLanguageTag("de-DE"));
        other.join();
    }
}
