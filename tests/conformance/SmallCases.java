//@ cases
//@ jdk: 17
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** One small thing in each. */
public class SmallCases {
    interface Shape {
        double area();

        default int compare(Shape other) {
            return Double.compare(area(), other.area());
        }
    }

    record Disc(double r) implements Shape {
        public double area() {
            return 3 * r * r;
        }
    }

    public static void main(String[] args) throws Exception {
        Cases.run(SmallCases.class);
    }

    private static <T extends Comparable<? super T>> T largest(Collection<? extends T> all) {
        return Collections.max(all);
    }

    static void boundsOfGenerics() {
        Cases.show(largest(List.of(3, 9, 4)), largest(Set.of("x")), SmallCases.<Integer>largest(List.of(1)));
    }

    static void bridgesOfRecords() {
        Shape s = new Disc(2);
        Cases.show(s.area(), s.compare(new Disc(1)), new Disc(1).compare(s));
    }

    static void charactersInSwitches() {
        StringBuilder out = new StringBuilder();
        for (char c : "a1 Z?".toCharArray()) out.append(switch (c) {
            case ' ' -> 's';
            case 'a', 'Z' -> 'l';
            default -> Character.isDigit(c) ? 'd' : 'o';
        });
        Cases.show(out);
    }

    static void longsInLoops() {
        long sum = 0;
        for (long i = Integer.MAX_VALUE - 2L; i < Integer.MAX_VALUE + 3L; i++) sum ^= i * i;
        Cases.show(sum);
    }

    static void floatsInLoops() {
        float f = 0;
        for (int i = 0; i < 100; i++) f += 0.1f;
        double d = 0;
        for (int i = 0; i < 100; i++) d += 0.1;
        Cases.show(f, d, f == d);
    }

    static void fibonacciByMemo() {
        Map<Integer, Long> memo = new HashMap<>();
        class Fib {
            long of(int n) {
                if (n < 2) return n;
                Long known = memo.get(n);
                if (known != null) return known;
                long value = of(n - 1) + of(n - 2);
                memo.put(n, value);
                return value;
            }
        }
        Cases.show(new Fib().of(90), memo.size());
    }

    static void sieve() {
        BitSet composite = new BitSet();
        for (int i = 2; i * i < 1000; i++) if (!composite.get(i)) for (int j = i * i; j < 1000; j += i) composite.set(j);
        Cases.show(IntStream.range(2, 1000).filter(i -> !composite.get(i)).count());
    }

    static void permutations() {
        List<String> all = new ArrayList<>();
        class Permute {
            void go(String prefix, String rest) {
                if (rest.isEmpty()) all.add(prefix);
                for (int i = 0; i < rest.length(); i++) go(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1));
            }
        }
        new Permute().go("", "abcd");
        Cases.show(all.size(), all.get(0), all.get(23), all.hashCode());
    }

    static void matrices() {
        long[][] m = {{1, 1}, {1, 0}}, r = {{1, 0}, {0, 1}};
        for (int n = 60; n > 0; n >>= 1) {
            if ((n & 1) == 1) r = times(r, m);
            m = times(m, m);
        }
        Cases.show(Arrays.deepToString(r));
    }

    private static long[][] times(long[][] a, long[][] b) {
        long[][] c = new long[2][2];
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }

    static void queens() {
        int[] found = {0};
        class Queens {
            void place(int row, int columns, int left, int right) {
                if (row == 6) found[0]++;
                for (int c = 0; c < 6; c++) {
                    int bit = 1 << c, l = 1 << (row + c), r = 1 << (row - c + 6);
                    if ((columns & bit) == 0 && (left & l) == 0 && (right & r) == 0) place(row + 1, columns | bit, left | l, right | r);
                }
            }
        }
        new Queens().place(0, 0, 0, 0);
        Cases.show(found[0]);
    }

    static void wordCounts() {
        Cases.show(Arrays.stream("to be or not to be".split(" ")).collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting())));
    }

    static void varargsOfEveryKind() {
        Cases.show(count(), count((Object[]) null), count((Object) null), count(1, "a"), count(new Object[] {1, 2, 3}), count(new int[] {1, 2}));
    }

    private static int count(Object... all) {
        return all == null ? -1 : all.length;
    }

    static void staticNestedState() {
        Counter.next();
        Cases.show(Counter.next() > 1, new Counter().id > 2);
    }

    static class Counter {
        private static int made;
        final int id = next();

        static int next() {
            return ++made;
        }
    }

    static void interfacesWithStatics() {
        Cases.show(Helper.of("x"), Helper.DEFAULT.get());
    }

    interface Helper {
        Supplier<String> DEFAULT = () -> of("default");

        static String of(String s) {
            return "<" + s + ">";
        }
    }

    static void exceptionsInInitialisers() {
        Cases.attempt(() -> new Object() {
            final int n = Integer.parseInt("?");
        });
    }

    static void exceptionsInConstructors() {
        class Fails {
            Fails(int n) {
                if (n < 0) throw new IllegalArgumentException("n=" + n);
            }
        }
        Cases.attempt(() -> new Fails(-1));
        Cases.attempt(() -> new Fails(1).getClass().getSimpleName());
    }

    static void rethrowing() {
        Cases.attempt(() -> {
            try {
                throw new java.io.IOException("first");
            } catch (java.io.IOException | RuntimeException e) {
                e.addSuppressed(new Exception("second"));
                throw e;
            }
        });
    }

    static void nestedTries() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            try {
                try {
                    if (i == 1) continue;
                    if (i == 2) break;
                    out.append("body ");
                } finally {
                    out.append("inner").append(i).append(' ');
                }
            } finally {
                out.append("outer").append(i).append(' ');
            }
        }
        Cases.show(out);
    }

    static void shadowing() {
        int x = 1;
        Function<Integer, Integer> f = y -> {
            int z = x + y;
            return new Object() {
                int x = 10;

                int sum() {
                    return x + z + y;
                }
            }.sum();
        };
        Cases.show(f.apply(5));
    }

    static void recursionThroughLambdas() {
        @SuppressWarnings("unchecked")
        Function<Integer, Integer>[] f = new Function[1];
        f[0] = n -> n == 0 ? 1 : n * f[0].apply(n - 1);
        Cases.show(f[0].apply(10));
    }

    static void suppliersAreLazy() {
        int[] calls = {0};
        Supplier<Integer> s = () -> ++calls[0];
        Cases.show(calls[0], s.get() + s.get(), Optional.of(5).orElseGet(s), calls[0]);
    }

    static void primitiveFunctions() {
        IntBinaryOperator add = Integer::sum;
        ToDoubleFunction<String> parse = Double::parseDouble;
        LongUnaryOperator twice = n -> n * 2;
        IntPredicate odd = n -> (n & 1) == 1;
        ObjIntConsumer<List<Integer>> push = List::add;
        List<Integer> l = new ArrayList<>();
        push.accept(l, 7);
        Cases.show(add.applyAsInt(2, 3), parse.applyAsDouble("1.5"), twice.andThen(n -> n + 1).applyAsLong(4), odd.negate().test(3), l);
    }

    static void composedComparators() {
        List<int[]> l = new ArrayList<>(List.of(new int[] {2, 1}, new int[] {1, 2}, new int[] {1, 1}));
        l.sort(Comparator.<int[]>comparingInt(a -> a[0]).thenComparing(a -> a[1], Comparator.reverseOrder()));
        Cases.show(l.stream().map(Arrays::toString).toList());
    }

    static void iteratorsByHand() {
        Iterator<Integer> it = new PrimitiveIterator.OfInt() {
            int n;

            public boolean hasNext() {
                return n < 3;
            }

            public int nextInt() {
                return n++;
            }
        };
        int sum = 0;
        while (it.hasNext()) sum += it.next();
        Cases.show(sum);
    }

    static void stringsAreInterned() {
        String a = "con" + "stant", b = "constant";
        final String c = "con";
        String d = "con";
        Cases.show(a == b, (c + "stant") == b, (d + "stant") == b, (d + "stant").intern() == b);
    }

    static void hashCollisions() {
        Map<String, Integer> m = new HashMap<>();
        String[] parts = {"Aa", "BB"};
        for (String p : parts) for (String q : parts) for (String r : parts) for (String s : parts) m.put(p + q + r + s, m.size());
        Cases.show(m.size(), new HashSet<>(m.values()).size(), m.keySet().stream().map(String::hashCode).distinct().count(), m.get("AaBBAaBB"));
    }

    static void bitTricks() {
        int n = 0b1011_0000;
        Cases.show(n & -n, n & n - 1, n ^ n >>> 1, ~n & n + 1, (n | n - 1) + 1, Integer.toBinaryString(n >>> 3 & 7));
    }

    static void ternaryChains() {
        for (int n : new int[] {-5, 0, 5}) Cases.show(n < 0 ? "negative" : n == 0 ? "zero" : "positive", n > 0 ? 1 : n < 0 ? -1L : 0.0f);
    }

    static void doWhileAndComma() {
        int i = 0, j = 10;
        do {
            i += 2;
            j--;
        } while (i < j);
        for (int a = 0, b = 5; a < b; a++, b--) i = i * 10 + a + b;
        Cases.show(i, j);
    }

    static void enumsWithMaps() {
        EnumMap<Thread.State, List<Integer>> m = new EnumMap<>(Thread.State.class);
        for (Thread.State s : Thread.State.values()) m.computeIfAbsent(s, k -> new ArrayList<>()).add(s.name().length());
        Cases.show(m);
    }

    static void listsOfLists() {
        List<List<Integer>> triangle = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<Integer> row = new ArrayList<>();
            for (int j = 0; j <= i; j++) row.add(j == 0 || j == i ? 1 : triangle.get(i - 1).get(j - 1) + triangle.get(i - 1).get(j));
            triangle.add(row);
        }
        Cases.show(triangle);
    }

    static void arithmeticOfChars() {
        char c = 'a';
        c += 1;
        c++;
        int n = c + 1;
        Cases.show(c, n, (char) n, c > 'b', "" + c + n, (char) (c ^ ' '), 'a' + 'b', (byte) '\u00ff');
    }

    static void castsOfConstants() {
        Cases.show((byte) 300, (int) 3.99e10, (long) Float.NaN, (char) 65.7, (short) -40000, (int) -0.9, (float) 1e40, (int) 'x');
    }

    static void nullsInStrings() {
        String s = null;
        s += null;
        Object o = null;
        Cases.show(s, "x" + o, String.valueOf(o), Objects.toString(null, "default"), Objects.equals(null, null), Objects.requireNonNullElse(null, 5));
        Cases.attempt(() -> Objects.requireNonNull(null, "must be there"));
        Cases.attempt(() -> Objects.checkIndex(3, 3));
    }

    static void slidingSums() {
        int[] a = IntStream.rangeClosed(1, 10).toArray();
        Cases.show(IntStream.rangeClosed(0, a.length - 3).map(i -> a[i] + a[i + 1] + a[i + 2]).boxed().toList());
    }

    static void zippedByIndex() {
        List<String> l = List.of("a", "b", "c");
        Cases.show(IntStream.range(0, l.size()).mapToObj(i -> i + l.get(i)).collect(Collectors.joining("-")), Collections.nCopies(2, l).stream().flatMap(List::stream).toList());
    }

    static void binarySearchByHand() {
        int[] a = {1, 3, 5, 7, 9, 11};
        StringBuilder out = new StringBuilder();
        for (int key = 0; key < 13; key += 3) {
            int low = 0, high = a.length - 1;
            while (low <= high) {
                int middle = low + high >>> 1;
                if (a[middle] < key) low = middle + 1;
                else if (a[middle] > key) high = middle - 1;
                else break;
            }
            out.append(low <= high).append(' ');
        }
        Cases.show(out);
    }

    static void collatz() {
        int longest = 0, at = 0;
        for (int i = 1; i < 300; i++) {
            int steps = 0;
            for (long n = i; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) steps++;
            if (steps > longest) {
                longest = steps;
                at = i;
            }
        }
        Cases.show(longest, at);
    }

    static void romanNumbers() {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] digits = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        for (int n : new int[] {4, 1994, 2024}) {
            for (int i = 0, rest = n; i < values.length; i++) for (; rest >= values[i]; rest -= values[i]) out.append(digits[i]);
            out.append(' ');
        }
        Cases.show(out);
    }

    static void closuresInLoops() {
        List<IntSupplier> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int kept = i * i;
            all.add(() -> kept);
        }
        Cases.show(all.stream().mapToInt(IntSupplier::getAsInt).sum());
    }
}
