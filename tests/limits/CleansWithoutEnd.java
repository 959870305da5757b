import java.lang.ref.Cleaner;

public class CleansWithoutEnd {
    public static void main(String[] args) throws Exception {
        Cleaner cleaner = Cleaner.create();
        while (true) {
            cleaner.register(new Object(), () -> {
                throw new IllegalStateException();
            });
            System.gc();
        }
    }
}
