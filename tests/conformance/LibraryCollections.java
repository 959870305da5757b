import java.util.*;
import java.util.function.Function;

public class LibraryCollections {
    enum Day { MON, TUE, WED, THU }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        m.merge("a", 1, Integer::sum);
        m.merge("a", 5, Integer::sum);
        m.computeIfAbsent("b", k -> 7);
        m.computeIfPresent("b", (k, v) -> v + 1);
        m.compute("c", (k, v) -> v == null ? 100 : v + 1);
        m.putIfAbsent("a", 9);
        m.replaceAll((k, v) -> v * 2);
        System.out.println(new TreeMap<>(m) + " " + m.getOrDefault("zz", -1) + " " + m.remove("a", 1) + m.replace("a", 12, 13) + m);
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(4, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) {
                return size() > 3;
            }
        };
        for (int i = 0; i < 3; i++) lru.put(i, "v" + i);
        lru.get(0);
        lru.put(3, "v3");
        System.out.println(lru);
        TreeMap<String, Integer> t = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String s : "delta Alpha charlie Bravo alpha".split(" ")) t.put(s, t.size());
        System.out.println(t + " " + t.headMap("c", true) + " " + t.tailMap("c") + " " + t.floorKey("bz") + " " + t.ceilingEntry("cz") + " " + t.descendingMap() + " " + t.pollFirstEntry());
        TreeSet<Integer> set = new TreeSet<>(List.of(5, 1, 9, 3));
        System.out.println(set.subSet(2, 9) + " " + set.higher(5) + set.lower(1) + " " + set.descendingSet() + set.pollLast());
        EnumMap<Day, String> days = new EnumMap<>(Day.class);
        days.put(Day.WED, "w");
        days.put(Day.MON, "m");
        System.out.println(days + " " + EnumSet.range(Day.TUE, Day.THU) + EnumSet.complementOf(EnumSet.of(Day.MON)) + EnumSet.noneOf(Day.class));
        PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> a[0] != b[0] ? a[0] - b[0] : b[1] - a[1]);
        for (int i = 0; i < 6; i++) pq.add(new int[] {i % 3, i});
        StringBuilder order = new StringBuilder();
        while (!pq.isEmpty()) order.append(Arrays.toString(pq.poll()));
        System.out.println(order);
        ArrayDeque<Integer> dq = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) if (i % 2 == 0) dq.addFirst(i); else dq.addLast(i);
        dq.removeIf(x -> x % 3 == 0);
        System.out.println(dq + " " + dq.peekFirst() + dq.pollLast());
        List<Integer> list = new ArrayList<>(List.of(4, 2, 8, 6));
        Collections.sort(list);
        Collections.rotate(list, 1);
        Collections.swap(list, 0, 3);
        System.out.println(list + " " + Collections.binarySearch(List.of(1, 3, 5), 4) + Collections.max(list) + Collections.frequency(list, 2) + Collections.nCopies(2, "z") + Collections.disjoint(list, Set.of(1)));
        Collections.shuffle(list, new Random(3));
        System.out.println(list + " " + list.subList(1, 3) + " " + Collections.unmodifiableList(list).equals(list));
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int x = it.next();
            if (x == 2) it.remove();
            else it.set(x + 1);
        }
        it.add(99);
        System.out.println(list);
        for (Runnable r : new Runnable[] {() -> List.of(1).add(2), () -> Collections.emptyList().add(null), () -> List.of(1, (Integer) null), () -> Map.of("a", 1, "a", 2),
            () -> new ArrayList<>().get(0), () -> new ArrayDeque<>().pop(), () -> list.iterator().remove(), () -> new TreeMap<Object, Object>().put(null, 1), () -> new ArrayList<>(-1),
            () -> List.of(1, 2).listIterator(5), () -> Objects.requireNonNull(null, "needed"), () -> Objects.checkIndex(4, 3), () -> new PriorityQueue<>(List.of(new Object(), new Object()))}) {
            try {
                r.run();
                System.out.println("none");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + (e instanceof ClassCastException ? "" : e.getMessage()));
            }
        }
        BitSet bits = new BitSet();
        bits.set(3, 9);
        bits.clear(5);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextClearBit(3) + " " + Arrays.toString(bits.toLongArray()));
        int[] xs = {5, 3, 1};
        Arrays.sort(xs);
        int[][] grid = {{1}, {2, 3}};
        System.out.println(Arrays.toString(xs) + Arrays.deepToString(grid) + Arrays.hashCode(xs) + Arrays.equals(xs, new int[] {1, 3, 5}) + Arrays.mismatch(xs, new int[] {1, 3, 4}) + Arrays.compare(xs, new int[] {1, 4}) + Arrays.asList(1, 2));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        Arrays.fill(grid[1], 7);
        Arrays.setAll(xs, i -> i * i);
        Arrays.parallelPrefix(xs, Integer::sum);
        System.out.println(Arrays.toString(boxed) + grid[1][1] + Arrays.toString(xs) + Arrays.toString(Arrays.copyOfRange(xs, 1, 5)));
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put(new String("k"), 1);
        identity.put(new String("k"), 2);
        System.out.println(identity.size() + " " + new Vector<>(List.of(1, 2)) + new Stack<Integer>().empty() + new Hashtable<>(Map.of(1, 2)) + new Properties().getProperty("x", "dflt"));
        Iterator<Map.Entry<String, Integer>> entries = new TreeMap<>(Map.of("x", 1, "y", 2)).entrySet().iterator();
        Map.Entry<String, Integer> first = entries.next();
        first.setValue(50);
        System.out.println(first + " " + Map.entry("k", "v") + new AbstractMap.SimpleEntry<>(1, 2) + List.copyOf(List.of(1)) + Set.of("only") + Map.ofEntries(Map.entry(1, 2)));
        System.out.println(new LinkedHashSet<>(List.of(3, 1, 3 - 1)) + " " + new LinkedList<>(List.of(1, 2)).removeLast() + new WeakHashMap<>(Map.of(1, 1)) + Comparator.<Integer>naturalOrder().reversed().compare(1, 2));
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * b;
        System.out.println(curried.apply(6).apply(7));
    }
}
