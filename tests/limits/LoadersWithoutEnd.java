import java.io.InputStream;

public class LoadersWithoutEnd {
    public static class Small {
        static final byte[] ROOM = new byte[1024];
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass("LoadersWithoutEnd$Small", file, 0, file.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] file;
        try (InputStream in = LoadersWithoutEnd.class.getResourceAsStream("LoadersWithoutEnd$Small.class")) {
            file = in.readAllBytes();
        }
        while (true) {
            new Loader().define(file).getDeclaredConstructor().newInstance();
        }
    }
}
