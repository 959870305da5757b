// Double-checked locking, repaired: the field is volatile. Whoever sees the reference sees the whole
// object, and the first look no longer races with the write.
public class DoubleCheckedLockingVolatile {
    static class Settings {
        int volume = 11;
    }

    private static volatile Settings settings;

    static Settings settings() {
        Settings known = settings;
        if (known == null) {
            synchronized (DoubleCheckedLockingVolatile.class) {
                known = settings;
                if (known == null) {
                    known = new Settings();
                    settings = known;
                }
            }
        }
        return known;
    }

    public static void main(String[] args) {
        Runnable user = () -> {
            assert settings().volume == 11;
        };
        new Thread(user, "player").start();
        new Thread(user, "mixer").start();
    }
}
