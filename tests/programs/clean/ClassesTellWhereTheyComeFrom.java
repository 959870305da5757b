import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;

/** Two threads ask for the places of classes: of the program, and of the same bytes defined again by a loader without a parent. */
public class ClassesTellWhereTheyComeFrom {
    public static class Coin {
    }

    static URL place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source.getLocation();
    }

    public static void main(String[] args) throws Exception {
        URL here = place(ClassesTellWhereTheyComeFrom.class);
        Class<?> other;
        try (URLClassLoader apart = new URLClassLoader(new URL[] {here}, null)) {
            other = apart.loadClass("ClassesTellWhereTheyComeFrom$Coin");
        }
        Thread asker = new Thread(() -> {
            assert Coin.class.getProtectionDomain() == ClassesTellWhereTheyComeFrom.class.getProtectionDomain();
            assert place(other).sameFile(here);
        });
        asker.start();
        assert other != Coin.class && place(Coin.class).sameFile(here);
        assert other.getProtectionDomain() != Coin.class.getProtectionDomain();
        asker.join();
    }
}
