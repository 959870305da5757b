//@ jdk: 25
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;

public class ScopedValuesBindAndUnbind {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    static void recurse(int depth) {
        ScopedValue.where(DEPTH, depth).run(() -> {
            if (depth < 3) recurse(depth + 1);
            System.out.println(USER.get() + DEPTH.get());
        });
    }

    public static void main(String[] args) throws Exception {
        System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
        ScopedValue.where(USER, "ann").where(DEPTH, 0).run(() -> {
            System.out.println(USER.get() + DEPTH.get());
            recurse(1);
            System.out.println(DEPTH.get());
        });
        System.out.println(ScopedValue.where(USER, "bob").call(() -> USER.get() + "!"));
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println("unbound");
        }
        try {
            ScopedValue.where(USER, "x").run(() -> {
                throw new IllegalStateException(USER.get());
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + USER.isBound());
        }
        Thread t = new Thread(() -> System.out.println(USER.isBound()));
        ScopedValue.where(USER, "parent").run(t::start);
        t.join();
    }
}
