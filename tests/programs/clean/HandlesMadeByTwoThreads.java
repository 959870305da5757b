import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Two threads look up and bind handles at the same time: what is kept of them are caches. */
public class HandlesMadeByTwoThreads {
    static void use(String with) {
        try {
            MethodHandle concat = MethodHandles.lookup()
                    .findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
            assert MethodHandles.insertArguments(concat, 1, with).invoke((Object) "a").equals("a" + with);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use("b"));
        other.start();
        use("c");
        other.join();
    }
}
