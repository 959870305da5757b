import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class LambdasWithMarkersAndSerialisation {
    interface Marker {}

    interface Wide<T> {
        Object apply(T t);
    }

    interface Narrow extends Wide<String> {
        String apply(String s);
    }

    interface SerializableFunction<A, B> extends Function<A, B>, Serializable {}

    static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            @SuppressWarnings("unchecked")
            T result = (T) in.readObject();
            return result;
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable marked = (Runnable & Marker) () -> System.out.println("marked");
        marked.run();
        System.out.println(marked instanceof Marker);
        Narrow narrow = s -> s + "!";
        Wide<String> wide = narrow;
        System.out.println(wide.apply("bridge"));
        Comparator<String> byLength = (Comparator<String> & Serializable) (a, b) -> a.length() - b.length();
        System.out.println(byLength.compare("a", "bbb") + " " + (byLength instanceof Serializable));
        int offset = 10;
        SerializableFunction<Integer, Integer> shift = x -> x + offset;
        System.out.println(copy(shift).apply(5));
        SerializableFunction<String, Integer> parse = Integer::parseInt;
        System.out.println(copy(parse).apply("77"));
        Supplier<Supplier<String>> nested = () -> () -> "nested " + offset;
        System.out.println(nested.get().get());
        IntFunction<int[]> arrays = int[]::new;
        System.out.println(arrays.apply(3).length);
        ToIntFunction<String> length = String::length;
        System.out.println(length.applyAsInt("four"));
        Callable<Long> widened = () -> 5L;
        System.out.println(widened.call());
        Function<Object, String> bound = o -> o.toString();
        System.out.println(bound.apply(3));
    }
}
