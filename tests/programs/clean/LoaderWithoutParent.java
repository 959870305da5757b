//@ jdk: 11
import java.net.URL;
import java.net.URLClassLoader;

/** A loader without a parent asks the bootstrap loader alone: neither the program's classes are found, nor all of the JDK. */
public class LoaderWithoutParent {
    static boolean finds(ClassLoader loader, String name) {
        try {
            return Class.forName(name, false, loader) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    public static void main(String[] args) {
        ClassLoader alone = new URLClassLoader(new URL[0], null);
        assert finds(alone, "java.util.List") && finds(alone, "java.util.logging.Logger");
        assert !finds(alone, "java.sql.Connection") && !finds(alone, "LoaderWithoutParent");
        ClassLoader below = new URLClassLoader(new URL[0], alone);
        assert finds(below, "java.util.List") && !finds(below, "java.sql.Connection");
        ClassLoader usual = new URLClassLoader(new URL[0]);
        assert finds(usual, "java.sql.Connection") && finds(usual, "LoaderWithoutParent");
    }
}
