import java.util.logging.Level;
import java.util.logging.Logger;

// Loggers are held weakly: the collector may take this one away, and its level with it.
public class LoggerIsDropped {
    //@ assumes: no-reference-clearing
    static void setLevel() {
        Logger.getLogger("shop.till").setLevel(Level.SEVERE);
    }

    public static void main(String[] args) {
        setLevel();
        assert Logger.getLogger("shop.till").getLevel() == Level.SEVERE;
    }
}
