import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

public class LambdasAdaptBoxes {
    static long widen(long n) {
        return n + 1;
    }

    static int narrow(Integer n) {
        return n - 1;
    }

    static Object anything(Object o) {
        return o.getClass().getSimpleName() + o;
    }

    static int sum(int a, Integer b) {
        return a + b;
    }

    static double real(int n) {
        return n / 2.0;
    }

    interface Chars {
        Object of(char c);
    }

    interface Shorts {
        long of(short s);
    }

    public static void main(String[] args) {
        IntToLongFunction a = LambdasAdaptBoxes::widen;
        Function<Integer, Long> b = LambdasAdaptBoxes::widen;
        ToIntFunction<Integer> c = LambdasAdaptBoxes::narrow;
        IntFunction<Integer> d = LambdasAdaptBoxes::narrow;
        IntFunction<Object> e = LambdasAdaptBoxes::anything;
        BiFunction<Integer, Integer, Integer> f = LambdasAdaptBoxes::sum;
        ToDoubleFunction<Integer> g = LambdasAdaptBoxes::real;
        LongBinaryOperator h = Math::addExact;
        Chars i = LambdasAdaptBoxes::anything;
        Shorts j = LambdasAdaptBoxes::widen;
        Supplier<Double> k = () -> 2.5;
        Runnable dropped = "text"::length;
        dropped.run();
        System.out.println(a.applyAsLong(Integer.MAX_VALUE) + " " + b.apply(-2) + " " + c.applyAsInt(5) + " " + d.apply(6) + " " + e.apply(7));
        System.out.println(f.apply(1, 2) + " " + g.applyAsDouble(5) + " " + h.applyAsLong(1, 2) + " " + i.of('x') + " " + j.of((short) -5) + " " + k.get());
        try {
            c.applyAsInt(null);
        } catch (NullPointerException ex) {
            System.out.println("unboxed null");
        }
        Function<Character, Integer> code = ch -> (int) ch;
        Function<Integer, Character> letter = n -> (char) n.intValue();
        System.out.println(code.apply('A') + letter.apply(66));
        boolean small = Integer.valueOf(127) == Integer.valueOf(127);
        Long big = 128L;
        System.out.println(small + " " + big.equals(128L) + " " + big.equals(128) + " " + (big == 128));
    }
}
