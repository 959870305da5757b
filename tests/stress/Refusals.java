import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Says of each class file in a file of many (a length, then the bytes) how the real machine refuses to link it, or {@code -}. The
 * second argument is a folder of classes that they may need.
 */
class Refusals {
    /** One class, and beside it the platform's and those of the folder. */
    private static final class Loader extends URLClassLoader {
        Loader(URL[] folder) {
            super(folder, ClassLoader.getPlatformClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    public static void main(String[] arguments) throws IOException {
        URL[] folder = arguments.length < 2 ? new URL[0] : new URL[] {new File(arguments[1]).toURI().toURL()};
        StringBuilder answers = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[0])))) {
            while (true) {
                byte[] file = new byte[in.readInt()];
                in.readFully(file);
                answers.append(refusal(file, folder)).append('\n');
            }
        } catch (EOFException end) {
            System.out.print(answers);
        }
    }

    private static String refusal(byte[] file, URL[] folder) {
        try {
            // Asking for the methods links the class, and initialises nothing.
            new Loader(folder).define(file).getDeclaredMethods();
            return "-";
        } catch (VerifyError error) {
            return "VerifyError " + String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        } catch (LinkageError | RuntimeException error) {
            return error.getClass().getSimpleName() + " " + String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        }
    }
}
