import java.util.Comparator;
import java.util.function.Function;

public class GenericsAndBridges {
    interface Source<T> {
        T next();

        default <R> Source<R> map(Function<? super T, ? extends R> f) {
            return () -> f.apply(next());
        }
    }

    static class Counter implements Source<Integer>, Comparable<Counter> {
        int n;

        @Override
        public Integer next() {
            return n++;
        }

        @Override
        public int compareTo(Counter other) {
            return Integer.compare(n, other.n);
        }
    }

    static class Box<T extends Comparable<T>> {
        private T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        void raise(T other) {
            if (other.compareTo(value) > 0) {
                value = other;
            }
        }

        <U extends Comparable<U>> Box<U> with(Function<T, U> f) {
            return new Box<>(f.apply(value));
        }
    }

    static class IntBox extends Box<Integer> {
        IntBox(int n) {
            super(n);
        }

        @Override
        void raise(Integer other) {
            super.raise(other + 1);
        }
    }

    static <T> T max(Comparator<? super T> order, T first, T second) {
        return order.compare(first, second) >= 0 ? first : second;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Counter counter = new Counter();
        Source<String> text = counter.map(n -> "n" + n).map(s -> s + "!");
        System.out.println(text.next() + text.next() + counter.next());
        Box<Integer> box = new IntBox(5);
        box.raise(4);
        box.raise(5);
        System.out.println(box.get() + box.with(n -> "text" + n).get());
        System.out.println(max(Comparator.naturalOrder(), "pear", "plum") + max((a, b) -> b - a, 3, 4));
        Comparable raw = counter;
        try {
            raw.compareTo("not a counter");
        } catch (ClassCastException e) {
            System.out.println("the bridge casts");
        }
        Box lying = new Box<>("text");
        try {
            Integer n = ((Box<Integer>) lying).get();
            System.out.println(n);
        } catch (ClassCastException e) {
            System.out.println("the caller casts");
        }
    }
}
