//@ jdk: 11
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

public class Lambdas {
    private int field = 10;
    private static int total;

    interface Wide {
        double apply(byte b, char c, short s, int i, long l, float f, double d, boolean z, Object o);
    }

    Supplier<Integer> ofThis() {
        return () -> field++;
    }

    static Supplier<String> ofAll(byte b, char c, short s, int i, long l, float f, double d, boolean z, Object o) {
        return () -> "" + b + c + s + i + l + f + d + z + o;
    }

    Function<Integer, Function<Integer, Integer>> curried() {
        return a -> b -> a * 100 + b * 10 + field;
    }

    static Function<Integer, Integer> factorial;

    public static void main(String[] args) {
        Lambdas self = new Lambdas();
        Supplier<Integer> counter = self.ofThis();
        System.out.println(counter.get() + counter.get() + self.field);
        System.out.println(ofAll((byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, true, "o").get());
        System.out.println(self.curried().apply(1).apply(2));
        Wide wide = (b, c, s, i, l, f, d, z, o) -> b + c + s + i + l + f + d + (z ? 1 : 0) + o.hashCode();
        System.out.println(wide.apply((byte) 1, 'a', (short) 2, 3, 4L, 5f, 6.5, true, "x"));
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10));
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            tasks.add(() -> total += copy * 10);
        }
        tasks.forEach(Runnable::run);
        System.out.println(total);
        IntBinaryOperator op = Math::max;
        System.out.println(op.applyAsInt(3, 9));
        Runnable none = () -> { };
        none.run();
        BiFunction<String, Integer, String> repeat = (s, n) -> s.repeat(n);
        System.out.println(repeat.andThen(s -> s + s.length()).apply("ab", 3));
        Runnable thrower = () -> { throw new IllegalStateException("from a lambda"); };
        try {
            thrower.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Object marked = (Runnable & java.io.Serializable) () -> total++;
        System.out.println((marked instanceof java.io.Serializable) + " " + (marked instanceof Runnable));
        Supplier<Supplier<String>> nested = () -> () -> "nested " + self.field;
        System.out.println(nested.get().get());
    }
}
