package dropwire.stress;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads a program: its rewritten classes, and all else from its own class path, resources above all. So whoever reads a class file
 * as a resource gets the one that the compiler wrote.
 *
 * <p>The rewritten classes of the n-th entry of the class path are in the folder n.
 */
public final class Loader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "dropwire.stress.";
    private static final Path FOLDER = Paths.get(System.getProperty("dropwire.stress.classes"));
    private static final String[] CLASS_PATH = split(System.getProperty("dropwire.stress.class.path"));
    /** The files are read once for all runs of this process. */
    private static final Map<String, Rewritten> READ = new ConcurrentHashMap<>();

    private final ClassLoader ours;

    /** The parent is the loader of this class, which cannot see the program. */
    public Loader(ClassLoader parent) {
        super(urls(), parent.getParent());
        ours = parent;
    }

    /** Whether it is a class of the program's that was rewritten. */
    static boolean isRewritten(String name) {
        Rewritten known = READ.get(name);
        return known != null && known.bytes != null;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith(OURS) ? ours.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Rewritten rewritten = READ.computeIfAbsent(name, Loader::read);
        if (rewritten.bytes == null) {
            return super.findClass(name);
        }
        int end = name.lastIndexOf('.');
        if (end >= 0 && getPackage(name.substring(0, end)) == null) {
            try {
                definePackage(name.substring(0, end), null, null, null, null, null, null, null);
            } catch (IllegalArgumentException e) {
                // Another thread was faster.
            }
        }
        byte[] bytes = rewritten.bytes;
        CodeSource source = new CodeSource(rewritten.entry, (Certificate[]) null);
        ProtectionDomain domain = new ProtectionDomain(source, getPermissions(source), this, null);
        return defineClass(name, bytes, 0, bytes.length, domain);
    }

    private static Rewritten read(String name) {
        for (int entry = 0; entry < CLASS_PATH.length; entry++) {
            Path file = FOLDER.resolve(entry + "/" + name.replace('.', '/') + ".class");
            if (Files.isRegularFile(file)) {
                try {
                    return new Rewritten(Files.readAllBytes(file), url(CLASS_PATH[entry]));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return new Rewritten(null, null);
    }

    private static URL[] urls() {
        URL[] urls = new URL[CLASS_PATH.length];
        for (int entry = 0; entry < urls.length; entry++) {
            urls[entry] = url(CLASS_PATH[entry]);
        }
        return urls;
    }

    private static URL url(String path) {
        try {
            return new File(path).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String[] split(String path) {
        return path.isEmpty() ? new String[0] : path.split(File.pathSeparator);
    }

    /** A class file, or none. */
    private static final class Rewritten {
        final byte[] bytes;
        final URL entry;

        Rewritten(byte[] bytes, URL entry) {
            this.bytes = bytes;
            this.entry = entry;
        }
    }
}
