import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;

/** Says of each class file in a file of many (a length, then the bytes) how the real machine refuses to link it, or {@code -}. */
class Refusals {
    /** One class, and of all others only the platform's. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    public static void main(String[] arguments) throws IOException {
        StringBuilder answers = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[0])))) {
            while (true) {
                byte[] file = new byte[in.readInt()];
                in.readFully(file);
                answers.append(refusal(file)).append('\n');
            }
        } catch (EOFException end) {
            System.out.print(answers);
        }
    }

    private static String refusal(byte[] file) {
        try {
            // Asking for the methods links the class, and initialises nothing.
            new Loader().define(file).getDeclaredMethods();
            return "-";
        } catch (VerifyError error) {
            return "VerifyError " + String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        } catch (LinkageError | RuntimeException error) {
            return error.getClass().getSimpleName() + " " + String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        }
    }
}
