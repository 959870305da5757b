// Double-checked locking as it was first written. The first look at the field takes no lock, and the
// field is plain: that look races with the write, and nothing promises that a thread which sees the
// reference also sees what the constructor wrote.
public class DoubleCheckedLockingPlain {
    static class Settings {
        int volume = 11;
    }

    private static Settings settings;

    static Settings settings() {
        Settings known = settings;
        if (known == null) {
            synchronized (DoubleCheckedLockingPlain.class) {
                known = settings;
                if (known == null) {
                    known = new Settings();
                    settings = known; //~ data-race "settings"
                }
            }
        }
        return known;
    }

    public static void main(String[] args) {
        Runnable user = () -> {
            assert settings() != null;
        };
        new Thread(user, "player").start();
        new Thread(user, "mixer").start();
    }
}
