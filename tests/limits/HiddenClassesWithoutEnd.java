import java.io.InputStream;
import java.lang.invoke.MethodHandles;

public class HiddenClassesWithoutEnd {
    static class Small {
        static final byte[] ROOM = new byte[1024];
    }

    public static void main(String[] args) throws Exception {
        byte[] file;
        try (InputStream in = Small.class.getResourceAsStream("HiddenClassesWithoutEnd$Small.class")) {
            file = in.readAllBytes();
        }
        while (true) {
            MethodHandles.lookup().defineHiddenClass(file, true).lookupClass();
        }
    }
}
