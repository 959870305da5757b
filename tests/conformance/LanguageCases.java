//@ cases
//@ jdk: 17
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class LanguageCases {
    enum Planet {
        MERCURY(3.3e23) {
            @Override
            String describe() {
                return "hot";
            }
        },
        EARTH(5.97e24);

        final double mass;

        Planet(double mass) {
            this.mass = mass;
        }

        String describe() {
            return "home of " + name().toLowerCase();
        }
    }

    sealed interface Shape permits Circle, Square, Pair {
    }

    record Circle(double radius) implements Shape {
    }

    record Square(int side) implements Shape {
        static int made;

        Square {
            if (side < 0) {
                throw new IllegalArgumentException("side " + side);
            }
            made++;
        }

        Square() {
            this(1);
        }

        int area() {
            return side * side;
        }
    }

    record Pair<A, B>(A left, B right) implements Shape {
    }

    public static void main(String[] args) throws Exception {
        Cases.run(LanguageCases.class);
    }

    private static String sizeOf(Shape shape) {
        if (shape instanceof Circle c && c.radius() > 1) {
            return "large circle";
        } else if (!(shape instanceof Square s)) {
            return "no square";
        } else {
            return "square " + s.area();
        }
    }

    static void patternsOfInstanceof() {
        Cases.show(sizeOf(new Circle(2)), sizeOf(new Circle(1)), sizeOf(new Square(3)), sizeOf(new Pair<>(1, 2)), sizeOf(null));
    }

    static void recordsOfEveryKind() {
        Cases.show(new Circle(0.5), new Square(), new Pair<>("a", null), new Pair<>(1, List.of(2)).hashCode() == new Pair<>(1, List.of(2)).hashCode());
        Cases.show(new Circle(0.0).equals(new Circle(-0.0)), new Circle(Double.NaN).equals(new Circle(Double.NaN)), new Square(2).equals(null), Square.made > 0);
        Cases.attempt(() -> new Square(-4));
        record Empty() {
        }
        record Many(byte b, short s, char c, int i, long l, float f, double d, boolean z, int[] a) {
        }
        Many many = new Many((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, true, null);
        Cases.show(new Empty(), new Empty().hashCode(), new Empty().equals(new Empty()), many, many.hashCode());
    }

    static void enumsInSwitches() {
        for (Planet p : Planet.values()) {
            int n = switch (p) {
                case MERCURY -> 1;
                case EARTH -> {
                    int k = p.ordinal();
                    yield k * 10;
                }
            };
            Cases.show(p, n, p.describe(), p.mass, p.getClass() == Planet.class, p.getDeclaringClass().getSimpleName(), p.compareTo(Planet.EARTH));
        }
        Cases.attempt(() -> Planet.valueOf("PLUTO"));
        Cases.attempt(() -> switch ((Planet) null) {
            case MERCURY -> 1;
            default -> 2;
        });
    }

    static void stringsInSwitches() {
        for (String s : new String[] {"Aa", "BB", "", "C", "other"}) {
            switch (s) {
                case "Aa":
                case "BB":
                    Cases.show("same hash", s);
                    break;
                case "":
                    Cases.show("empty");
                default:
                    Cases.show("fell to default");
                    break;
                case "C":
                    Cases.show("c");
            }
        }
    }

    static void switchesOfNumbers() {
        int[] values = {Integer.MIN_VALUE, -1, 0, 1, 2, 5, 100, 1000, Integer.MAX_VALUE};
        StringBuilder text = new StringBuilder();
        for (int v : values) {
            switch (v) {
                case 0, 1, 2 -> text.append("dense");
                case 5 -> text.append("five");
                default -> text.append('-');
            }
            switch (v) {
                case Integer.MIN_VALUE: text.append("min"); break;
                case Integer.MAX_VALUE: text.append("max"); break;
                case 1000: text.append("k"); break;
                case -1: text.append("neg");
            }
            text.append(' ');
        }
        Cases.show(text);
        for (char c : "aZ\uffff".toCharArray()) Cases.show(switch (c) {
            case 'a' -> 1;
            case '\uffff' -> 2;
            default -> 3;
        });
        Byte boxed = (byte) -128;
        switch (boxed) {
            case -128 -> Cases.show("byte");
            default -> Cases.show("none");
        }
    }

    static void labelledLoops() {
        StringBuilder text = new StringBuilder();
        outer:
        for (int i = 0; ; i++) {
            int j = 0;
            do {
                if (i == 2) continue outer;
                if (i == 4) break outer;
                text.append(i).append(j).append(' ');
            } while (++j < i);
        }
        block: {
            if (text.length() > 0) break block;
            text.append("never");
        }
        Cases.show(text);
    }

    private static String order(int how) throws Exception {
        StringBuilder text = new StringBuilder();
        try {
            try {
                text.append("try ");
                if (how == 0) return text.append("return ").toString();
                if (how == 1) throw new IllegalStateException("one");
                if (how == 2) throw new Exception("two");
            } catch (IllegalStateException e) {
                text.append("catch ");
                throw new RuntimeException(text.toString(), e);
            } finally {
                text.append("finally ");
                if (how == 2) return text + "swallowed";
            }
        } finally {
            text.append("outer");
            if (how == 3) throw new Exception(text.toString());
        }
        return text.toString();
    }

    static void finallyInEveryWay() {
        for (int how = 0; how < 5; how++) {
            int h = how;
            Cases.attempt(() -> order(h));
        }
    }

    @SuppressWarnings("finally")
    private static int overwritten() {
        int n = 1;
        try {
            return n;
        } finally {
            n = 2;
        }
    }

    static void valueOfReturnIsKept() {
        Cases.show(overwritten());
    }

    record Resource(String name, List<String> log, boolean fails) implements Closeable {
        @Override
        public void close() {
            log.add("close " + name);
            if (fails) throw new IllegalStateException("closing " + name);
        }
    }

    static void resourcesAreClosed() {
        List<String> log = new ArrayList<>();
        try (Resource a = new Resource("a", log, true); Resource none = null; Resource b = new Resource("b", log, true)) {
            log.add("body");
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            Cases.show(e, Arrays.toString(e.getSuppressed()), log);
        }
        Resource outer = new Resource("outer", log, true);
        Cases.attempt(() -> {
            try (outer) {
                return "value";
            }
        });
        Cases.show(log);
    }

    static void multiCatch() {
        for (Object o : new Object[] {"x", 1, null, new int[0]}) {
            try {
                Cases.show(((String) o).length());
            } catch (ClassCastException | NullPointerException e) {
                Cases.show(e.getClass().getSimpleName());
            }
        }
    }

    static void messagesOfCasts() {
        Object o = "text";
        Cases.attempt(() -> (Integer) o);
        Cases.attempt(() -> (int[]) o);
        Cases.attempt(() -> (Runnable) o);
        Object array = new String[0][0];
        Cases.attempt(() -> (Integer[]) array);
        Cases.attempt(() -> ((Object[]) array).length);
        Cases.attempt(() -> (Circle) (Object) new Square(1));
    }

    int field;
    int[] numbers;
    LanguageCases next;

    private LanguageCases after() {
        return next;
    }

    static void messagesOfNull() {
        LanguageCases it = new LanguageCases();
        Cases.attempt(() -> it.next.field);
        Cases.attempt(() -> it.next.field = 3);
        Cases.attempt(() -> it.numbers[2]);
        Cases.attempt(() -> it.numbers[it.field] = 2);
        Cases.attempt(() -> it.numbers.length);
        Cases.attempt(() -> it.next.after().after());
        Cases.attempt(() -> it.after().after());
        Cases.attempt(() -> {
            throw it.next == null ? null : new Error();
        });
        Cases.attempt(() -> {
            synchronized (it.next) {
                return 1;
            }
        });
        Cases.attempt(() -> (int) (Integer) nothing());
        int[][] grid = {null};
        Cases.attempt(() -> grid[0][1]);
        Cases.attempt(() -> String.valueOf((char[]) null));
        Cases.attempt(() -> ((String) nothing()).trim());
    }

    private static Object nothing() {
        return null;
    }

    static void lambdasCapture() {
        int n = 5;
        String s = "s";
        long l = 1L << 40;
        double d = 2.5;
        Supplier<String> all = () -> n + s + l + d;
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * n + b;
        Supplier<Supplier<String>> nested = () -> () -> all.get() + n;
        Cases.show(all.get(), curried.apply(2).apply(3), nested.get().get());
    }

    static void methodReferencesOfEveryKind() {
        Function<String, Integer> statics = Integer::parseInt;
        Function<String, String> unbound = String::trim;
        Supplier<Integer> bound = "four"::length;
        Function<Integer, int[]> array = int[]::new;
        Function<Integer, Square> constructor = Square::new;
        IntBinaryOperator max = Math::max;
        ToIntFunction<Square> accessor = Square::side;
        Cases.show(statics.apply("12"), unbound.apply(" x "), bound.get(), array.apply(3).length, constructor.apply(2), max.applyAsInt(3, 9), accessor.applyAsInt(new Square(7)));
        String none = null;
        Cases.attempt(() -> {
            Supplier<Integer> fails = none::length;
            return fails;
        });
    }

    interface Left {
        default String who() {
            return "left";
        }
    }

    interface Right {
        default String who() {
            return "right";
        }

        static String statics() {
            return "static";
        }

        private String hidden() {
            return "private " + who();
        }

        default String open() {
            return hidden();
        }
    }

    static void defaultsAndDiamonds() {
        class Both implements Left, Right {
            @Override
            public String who() {
                return Left.super.who() + Right.super.who();
            }
        }
        Cases.show(new Both().who(), new Both().open(), Right.statics(), new Right() { }.open());
    }

    static class Base {
        final List<String> log = new ArrayList<>();

        {
            log.add("block of Base");
        }

        Base() {
            log.add("Base()");
            hook();
        }

        void hook() {
            log.add("Base.hook");
        }
    }

    static class Derived extends Base {
        String set = "set";

        {
            log.add("block of Derived");
        }

        Derived() {
            super();
            log.add("Derived() " + set);
        }

        @Override
        void hook() {
            log.add("Derived.hook " + set);
        }
    }

    static void constructorsCallOverridden() {
        Cases.show(new Derived().log);
    }

    class Inner {
        int value = field;

        class Deeper {
            int sum = value + field + LanguageCases.this.field;
        }
    }

    static void innerClasses() {
        LanguageCases outer = new LanguageCases();
        outer.field = 3;
        Inner inner = outer.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        Cases.show(inner.value, deeper.sum, deeper.getClass().getName());
        LanguageCases none = null;
        Cases.attempt(() -> none.new Inner());
    }

    private static String pick(Object o) {
        return "object";
    }

    private static String pick(long l) {
        return "long";
    }

    private static String pick(Integer i) {
        return "Integer";
    }

    private static String pick(int... many) {
        return "varargs " + many.length;
    }

    static void overloads() {
        byte b = 1;
        Cases.show(pick(b), pick(1), pick('c'), pick(1f), pick((Integer) 1), pick(), pick(1, 2), pick("x"), pick((Object) 1));
    }

    static void boxesAndIdentity() {
        Integer small = 127, same = 127, large = 1000, other = 1000;
        Long l = 127L;
        Character c = 'x';
        Cases.show(small == same, large.equals(other), l.equals(127), l.equals(127L), c == 'x', (Object) 1 == (Object) 1L, new ArrayList<>(List.of(1, 2, 3)).remove(1));
        Integer counted = 1;
        counted++;
        counted += 2;
        Cases.show(counted, counted-- + --counted);
    }

    static void genericMethodsAndBridges() {
        Comparable<String> c = "b"::compareTo;
        class Box<T extends Comparable<T>> {
            T best;

            Box<T> offer(T t) {
                if (best == null || t.compareTo(best) > 0) best = t;
                return this;
            }
        }
        Cases.show(c.compareTo("a"), new Box<Integer>().offer(3).offer(9).offer(4).best, new Box<String>().offer("q").best);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Box<Integer> polluted = (Box) new Box<String>().offer("text");
        Cases.attempt(() -> polluted.best + 1);
    }

    static void iterationOverEverything() {
        Iterable<Integer> countdown = () -> new Iterator<>() {
            int n = 3;

            @Override
            public boolean hasNext() {
                return n > 0;
            }

            @Override
            public Integer next() {
                return n--;
            }
        };
        int sum = 0;
        for (int n : countdown) sum = sum * 10 + n;
        for (char ch : "ab".toCharArray()) sum += ch;
        for (Map.Entry<String, Integer> e : Map.of("k", 7).entrySet()) sum += e.getValue();
        Cases.show(sum);
        Cases.attempt(() -> {
            for (Object o : (List<?>) nothing()) Cases.show(o);
            return 0;
        });
    }

    static void textBlocks() {
        Cases.show("""
            two
              lines \
            joined "quoted" \t tab\s
            """.replace("\n", "$"), """
            """.isEmpty());
    }

    static void concatenations() {
        char c = 'c';
        Object o = null;
        String s = "";
        s += 1 + 2 + "x" + 1 + 2 + c + 1.0f + 'd' + null + o + true + 1L + (char) (c + 1) + new int[0].length;
        s += s.length() > 3 ? "long" : 's';
        Cases.show(s, "\1\2".length(), "\0a\u0001b\u0002" + s.charAt(0) + "\u0001");
    }

    static void assertionsCarryValues() {
        int zero = Integer.parseInt("0");
        Cases.attempt(() -> {
            assert zero > 0;
            return 0;
        });
        Cases.attempt(() -> {
            assert zero > 0 : "zero is " + zero;
            return 0;
        });
        Cases.attempt(() -> {
            assert zero > 0 : new IllegalStateException("cause");
            return 0;
        });
    }

    static class Unlucky {
        static final int VALUE = Integer.parseInt("not a number");
    }

    static void failedInitialisers() {
        Cases.attempt(() -> Unlucky.VALUE);
        Cases.attempt(() -> Unlucky.VALUE);
        Cases.attempt(() -> new Unlucky());
    }

    static class Holder {
        static {
            Cases.show("Holder initialised");
        }
        static final String CONSTANT = "constant";
        static final Integer BOXED = 3;
    }

    static void lazyInitialisation() {
        Cases.show(Holder.CONSTANT, Holder.class.getSimpleName(), new Holder[1].length);
        Cases.show(Holder.BOXED);
    }

    static void deepRecursionEnds() {
        int[] depth = {0};
        class Deep {
            void go() {
                depth[0]++;
                go();
            }
        }
        try {
            new Deep().go();
        } catch (StackOverflowError e) {
            Cases.show("overflow", depth[0] > 500, e.getMessage());
        }
    }

    static void hugeArraysDoNotFit() {
        Cases.attempt(() -> new long[Integer.MAX_VALUE]);
        Cases.attempt(() -> new int[1 << 20][1 << 20]);
    }

    static void exceptionsChain() {
        Exception e = new Exception("outer", new IllegalArgumentException(new Error("root")));
        e.addSuppressed(new RuntimeException());
        Cases.show(e, e.getCause(), e.getCause().getCause().getMessage(), e.getSuppressed().length, e.getLocalizedMessage());
        Cases.attempt(() -> e.initCause(new Error()));
        Cases.attempt(() -> {
            e.addSuppressed(e);
            return 0;
        });
        StackTraceElement top = new Throwable().getStackTrace()[0];
        Cases.show(top.getMethodName(), top.getFileName(), top.getClassName(), top.isNativeMethod());
    }

    static void synchronizedBlocksNest() {
        Object lock = new Object();
        Cases.attempt(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    Cases.show(Thread.holdsLock(lock));
                    throw new Exception("inside");
                }
            }
        });
        Cases.show(Thread.holdsLock(lock));
        Cases.attempt(() -> {
            lock.notify();
            return 0;
        });
        Cases.attempt(() -> {
            lock.wait(1);
            return 0;
        });
    }

    static void ternariesAndBooleans() {
        boolean t = Boolean.parseBoolean("TRUE"), f = !t;
        int n = 0;
        boolean a = t || n++ > 0, b = f && n++ > 0, c = t | n++ > 0, d = f & n++ > 0, e = t ^ f;
        t &= false;
        f |= true;
        Cases.show(a, b, c, d, e, n, t, f, a ? b ? 1 : 2 : 3);
    }
}
