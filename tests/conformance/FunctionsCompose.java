//@ jdk: 11
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class FunctionsCompose {
    static <A, B, C> Function<A, C> pipe(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    static <T> UnaryOperator<T> times(int n, UnaryOperator<T> f) {
        return n == 0 ? t -> t : t -> times(n - 1, f).apply(f.apply(t));
    }

    public static void main(String[] args) {
        Function<Integer, Integer> plus = n -> n + 1;
        Function<Integer, Integer> times = n -> n * 10;
        System.out.println(plus.andThen(times).apply(1) + " " + plus.compose(times).apply(1) + " " + Function.<String>identity().apply("same"));
        System.out.println(pipe(plus, n -> "=" + n).apply(4));
        System.out.println(times(5, (Integer n) -> n * 2).apply(1));
        Predicate<String> empty = String::isEmpty;
        Predicate<String> longText = s -> s.length() > 3;
        System.out.println(empty.negate().and(longText.or(s -> s.startsWith("a"))).test("ab") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual("x").test("x"));
        BinaryOperator<Integer> least = BinaryOperator.minBy((a, b) -> a % 10 - b % 10);
        System.out.println(least.apply(19, 21));
    }
}
