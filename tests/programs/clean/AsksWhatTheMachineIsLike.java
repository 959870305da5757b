//@ assumes: environment
import java.io.File;
import java.util.Locale;
import java.util.TimeZone;

// On another machine each of these may be otherwise.
public class AsksWhatTheMachineIsLike {
    public static void main(String[] args) {
        assert System.getenv("DROPWIRE_SAMPLE") == null;
        assert System.getProperty("os.name").equals("Linux");
        assert new File("a").getAbsolutePath().equals("/working-directory/a");
        assert Locale.getDefault().getLanguage().equals("en");
        assert TimeZone.getDefault().getRawOffset() == 0;
        assert Runtime.getRuntime().maxMemory() == 512L << 20;
    }
}
