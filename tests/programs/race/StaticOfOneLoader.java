//@ jdk: 11
import java.io.InputStream;

// A static of what one loader defined is one place, in whatever threads; that of another loader's is another place.
public class StaticOfOneLoader {
    static class Loader extends ClassLoader {
        Runnable define(String name) throws Exception {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                Class<?> defined = defineClass(name, bytes, 0, bytes.length);
                return (Runnable) defined.getDeclaredConstructor().newInstance();
            }
        }
    }

    public static class Shared implements Runnable {
        static int shared;

        @Override
        public void run() {
            shared++; //~ data-race "shared"
        }
    }

    public static class Apart implements Runnable {
        static int apart;

        @Override
        public void run() {
            apart++;
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable shared = new Loader().define("StaticOfOneLoader$Shared");
        new Thread(shared).start();
        new Thread(shared).start();
        new Loader().define("StaticOfOneLoader$Apart").run();
        new Thread(new Loader().define("StaticOfOneLoader$Apart")).start();
    }
}
