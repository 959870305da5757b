import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public class MethodReferences {
    final String name;

    MethodReferences(String name) {
        this.name = name;
    }

    static int twice(int n) {
        return n * 2;
    }

    String with(String other) {
        return name + "+" + other;
    }

    @Override
    public String toString() {
        return "<" + name + ">";
    }

    static class Child extends MethodReferences {
        Child() {
            super("child");
        }

        @Override
        String with(String other) {
            return "overridden";
        }

        Function<String, String> parents() {
            return super::with;
        }

        Function<String, String> own() {
            return this::with;
        }
    }

    class Inner {
        final int n;

        Inner(int n) {
            this.n = n;
        }
    }

    IntFunction<Inner> maker() {
        return Inner::new;
    }

    public static void main(String[] args) {
        Function<Integer, Integer> unbox = MethodReferences::twice;
        Function<String, MethodReferences> construct = MethodReferences::new;
        MethodReferences made = construct.apply("made");
        Function<String, String> bound = made::with;
        BiFunction<MethodReferences, String, String> unbound = MethodReferences::with;
        IntFunction<int[]> array = int[]::new;
        IntFunction<String[][]> arrays = String[][]::new;
        Supplier<String> text = made::toString;
        UnaryOperator<String> upper = String::toUpperCase;
        System.out.println(unbox.apply(21) + bound.apply("x") + unbound.apply(made, "y") + array.apply(3).length + arrays.apply(2).length + text.get() + upper.apply("u"));
        System.out.println(new Child().parents().apply("p") + new Child().own().apply("o") + unbound.apply(new Child(), "z"));
        System.out.println(made.maker().apply(5).n);
        String[] words = {"pear", "Apple", "fig", "banana"};
        Arrays.sort(words, String::compareToIgnoreCase);
        System.out.println(String.join(" ", words));
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(String.join(" ", words));
        MethodReferences none = null;
        try {
            Supplier<String> early = none::toString;
            System.out.println("not reached " + early);
        } catch (NullPointerException e) {
            System.out.println("a bound receiver is checked at once");
        }
        Supplier<int[]> clone = new int[] {1, 2}::clone;
        System.out.println(clone.get().length);
    }
}
