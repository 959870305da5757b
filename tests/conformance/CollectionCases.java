//@ cases
//@ jdk: 17
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class CollectionCases {
    enum Day { MON, TUE, WED, THU, FRI }

    public static void main(String[] args) throws Exception {
        Cases.run(CollectionCases.class);
    }

    private static <C extends Collection<Integer>> C fill(C c) {
        for (int i = 0; i < 8; i++) c.add(i * 7 % 11);
        return c;
    }

    private static void exercise(Collection<Integer> c) {
        fill(c);
        Cases.show(c, c.size(), c.contains(3), c.remove(3), c.removeIf(n -> n % 2 == 0), c);
        Cases.show(c.addAll(List.of(1, 2)), c.retainAll(Arrays.asList(1, 2, 10)), c, c.containsAll(List.of(1)), Arrays.toString(c.toArray(new Integer[0])), c.isEmpty());
        c.clear();
        Cases.show(c, c.iterator().hasNext());
        Cases.attempt(() -> c.iterator().next());
    }

    static void arrayLists() {
        exercise(new ArrayList<>());
        List<Integer> l = fill(new ArrayList<>(2));
        l.add(2, 99);
        l.set(0, -1);
        l.remove(Integer.valueOf(7));
        l.remove(1);
        l.sort(null);
        l.subList(1, 3).clear();
        l.replaceAll(n -> n * 2);
        Cases.show(l, l.indexOf(20), l.lastIndexOf(5), l.hashCode(), l.equals(new LinkedList<>(l)));
        Cases.attempt(() -> l.get(10));
        Cases.attempt(() -> l.remove(-1));
        Cases.attempt(() -> l.subList(3, 1));
        Cases.attempt(() -> new ArrayList<>(-1));
    }

    static void linkedLists() {
        exercise(new LinkedList<>());
        LinkedList<Integer> l = fill(new LinkedList<>());
        l.addFirst(50);
        l.offerLast(51);
        l.push(52);
        Cases.show(l.pop(), l.pollLast(), l.peekFirst(), l.getLast(), l.removeFirstOccurrence(3), l.descendingIterator().next(), l);
        Cases.attempt(() -> new LinkedList<>().getFirst());
    }

    static void vectorsAndStacks() {
        exercise(new Vector<>());
        Stack<String> s = new Stack<>();
        s.push("a");
        s.push("b");
        Cases.show(s.peek(), s.search("a"), s.pop(), s.pop(), s.empty());
        Cases.attempt(s::pop);
    }

    static void copyOnWriteLists() {
        CopyOnWriteArrayList<Integer> l = fill(new CopyOnWriteArrayList<>());
        for (int n : l) if (n > 5) l.remove((Integer) n);
        Cases.show(l, l.addIfAbsent(0), l.addAllAbsent(List.of(0, 77)), l);
        Cases.attempt(() -> {
            l.iterator().remove();
            return 0;
        });
    }

    static void listIterators() {
        List<Integer> l = fill(new ArrayList<>());
        ListIterator<Integer> it = l.listIterator(3);
        it.next();
        it.set(100);
        it.add(101);
        it.previous();
        it.remove();
        Cases.show(l, it.nextIndex(), it.previousIndex(), it.hasPrevious());
        Cases.attempt(() -> {
            it.remove();
            return 0;
        });
        Cases.attempt(() -> {
            for (int n : l) l.add(n);
            return 0;
        });
        Cases.attempt(() -> {
            Iterator<Integer> i = l.iterator();
            i.remove();
            return 0;
        });
    }

    static void hashSets() {
        exercise(new HashSet<>());
        exercise(new LinkedHashSet<>());
        Cases.show(new HashSet<>(List.of(3, 1, 2)).equals(new TreeSet<>(List.of(1, 2, 3))), new LinkedHashSet<>(List.of("b", "a")), Collections.newSetFromMap(new LinkedHashMap<>()).add(1));
    }

    static void treeSets() {
        exercise(new TreeSet<>());
        NavigableSet<Integer> t = fill(new TreeSet<>(Comparator.reverseOrder()));
        Cases.show(t, t.first(), t.floor(6), t.lower(6), t.ceiling(6), t.higher(6), t.headSet(6, true), t.tailSet(6), t.subSet(9, false, 2, true), t.descendingSet(), t.pollFirst());
        Cases.attempt(() -> t.subSet(1, 5));
        Cases.attempt(() -> new TreeSet<Object>(List.of(1)).add("x"));
        Cases.attempt(() -> new TreeSet<String>().add(null));
        Cases.attempt(() -> t.headSet(3).add(1));
    }

    static void deques() {
        exercise(new ArrayDeque<>());
        ArrayDeque<Integer> d = fill(new ArrayDeque<>());
        d.offerFirst(-1);
        d.addLast(-2);
        Cases.show(d.pollFirst(), d.peekLast(), d.pop(), d.removeLastOccurrence(2), d);
        Cases.attempt(() -> d.add(null));
        Cases.attempt(() -> new ArrayDeque<>().removeLast());
    }

    static void priorityQueues() {
        PriorityQueue<Integer> q = fill(new PriorityQueue<>(Comparator.comparing((Integer n) -> n % 3).thenComparing(Comparator.reverseOrder())));
        StringBuilder order = new StringBuilder(q.toString());
        q.remove(7);
        while (!q.isEmpty()) order.append(' ').append(q.poll());
        Cases.show(order, q.peek());
        Cases.attempt(q::element);
        Cases.attempt(() -> new PriorityQueue<>().add(null));
    }

    private static void exercise(Map<String, Integer> m) {
        for (String s : "the quick brown fox jumps over the lazy dog".split(" ")) m.merge(s, 1, Integer::sum);
        Cases.show(new TreeMap<>(m), m.size(), m.get("the"), m.get("cat"), m.getOrDefault("cat", -1), m.containsKey("fox"), m.containsValue(2));
        Cases.show(m.put("fox", 9), m.putIfAbsent("fox", 8), m.computeIfAbsent("cow", String::length), m.computeIfPresent("dog", (k, v) -> null), m.compute("ox", (k, v) -> v == null ? 5 : v), m.remove("lazy"), m.remove("over", 7), m.replace("over", 3), m.replace("over", 3, 4));
        m.replaceAll((k, v) -> k.length() * v);
        m.keySet().removeIf(k -> k.startsWith("q"));
        m.values().remove(9);
        m.entrySet().forEach(e -> e.setValue(e.getValue() + 1));
        Cases.show(new TreeMap<>(m), m.hashCode(), m.equals(new TreeMap<>(m)), new TreeSet<>(m.keySet()));
        m.clear();
        Cases.show(m);
    }

    static void hashMaps() {
        exercise(new HashMap<>());
        Map<Integer, String> m = new HashMap<>();
        for (int i = 0; i < 100; i++) m.put(i * 64, "v" + i);
        m.put(null, "null key");
        Cases.show(m.size(), m.get(null), m.keySet().stream().filter(k -> k != null).mapToInt(k -> k).sum(), m.get(6400), m.remove(null));
        Cases.attempt(() -> {
            for (Integer k : m.keySet()) m.put(k + 1, "");
            return 0;
        });
        Cases.attempt(() -> m.computeIfAbsent(-1, k -> m.put(-2, "x") + "inner"));
    }

    static void linkedMaps() {
        exercise(new LinkedHashMap<>());
        Map<Integer, Integer> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
                return size() > 3;
            }
        };
        for (int i = 0; i < 5; i++) {
            lru.put(i, i);
            lru.get(2);
        }
        Cases.show(lru);
    }

    static void treeMaps() {
        exercise(new TreeMap<>());
        NavigableMap<Integer, String> m = new TreeMap<>();
        for (int i = 0; i < 20; i += 3) m.put(i, "" + (char) ('a' + i));
        Cases.show(m.floorEntry(10), m.ceilingKey(10), m.headMap(6), m.tailMap(15, false), m.subMap(3, true, 9, true), m.descendingMap(), m.pollFirstEntry(), m.lastEntry(), m.firstKey(), m.higherKey(18));
        Cases.attempt(() -> new TreeMap<>().firstKey());
        Cases.attempt(() -> m.firstEntry().setValue("x"));
    }

    static void concurrentMaps() {
        exercise(new ConcurrentHashMap<>());
        exercise(new ConcurrentSkipListMap<>());
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 50; i++) m.put(i, i * i);
        Cases.show(m.reduceValues(1000, Integer::sum), m.search(1000, (k, v) -> v == 49 ? k : null), m.mappingCount(), m.reduceKeysToInt(1, k -> k, 0, Integer::max));
        Cases.attempt(() -> m.put(null, 1));
        Cases.attempt(() -> m.computeIfAbsent(100, k -> m.computeIfAbsent(100, j -> 1)));
    }

    static void identityAndWeakMaps() {
        Map<String, Integer> m = new IdentityHashMap<>();
        String a = new String("k"), b = new String("k");
        m.put(a, 1);
        m.put(b, 2);
        Map<Object, Integer> w = new WeakHashMap<>();
        w.put(a, 3);
        Cases.show(m.size(), m.get(a), m.get("k"), w.get("k"), m.keySet().contains(b));
    }

    static void enumCollections() {
        EnumMap<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.FRI, 5);
        m.put(Day.MON, null);
        EnumSet<Day> s = EnumSet.range(Day.TUE, Day.THU);
        s.remove(Day.WED);
        Cases.show(m, m.containsValue(null), s, EnumSet.complementOf(s), EnumSet.allOf(Day.class).size(), EnumSet.noneOf(Day.class), EnumSet.copyOf(List.of(Day.MON)));
        Cases.attempt(() -> m.put(null, 1));
        Cases.attempt(() -> EnumSet.copyOf(new ArrayList<Day>()));
    }

    static void immutables() {
        List<Integer> l = List.of(1, 2, 3);
        Cases.attempt(() -> l.add(1));
        Cases.attempt(() -> List.of(1, null));
        Cases.attempt(() -> Map.of("a", 1, "a", 2));
        Cases.attempt(() -> java.util.Set.of(1, 1));
        Cases.attempt(() -> l.contains(null));
        Cases.attempt(() -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).put(1, 1));
        Cases.attempt(() -> Arrays.asList(1, 2).add(3));
        Cases.show(List.copyOf(l) == l, Map.entry("k", "v"), Map.ofEntries(Map.entry(1, 2)), Collections.emptyList(), Collections.singletonMap("x", 1), Collections.nCopies(3, "z"), l.hashCode(), Map.of(1, 2).equals(new HashMap<>(Map.of(1, 2))));
    }

    static void algorithms() {
        List<Integer> l = fill(new ArrayList<>());
        Collections.rotate(l, 3);
        Collections.swap(l, 0, 1);
        Cases.show(l, Collections.max(l), Collections.min(l, Comparator.comparing(n -> -n)), Collections.frequency(l, 3), Collections.disjoint(l, List.of(99)), Collections.indexOfSubList(l, l.subList(2, 4)));
        Collections.shuffle(l, new java.util.Random(1));
        Cases.show(l);
        Collections.sort(l, Collections.reverseOrder());
        Collections.reverse(l);
        Cases.show(l, Collections.binarySearch(l, 7), Collections.binarySearch(l, 8), Collections.addAll(l, 5, 6), Collections.replaceAll(l, 5, 55));
        Collections.fill(l.subList(0, 2), 0);
        Cases.show(l);
    }

    static void viewsCheckedAndSynchronized() {
        List<Object> raw = new ArrayList<>();
        @SuppressWarnings({"unchecked", "rawtypes"})
        Collection<Object> checked = Collections.checkedCollection((Collection) raw, (Class) String.class);
        Cases.attempt(() -> checked.add(1));
        Map<Integer, Integer> m = Collections.synchronizedSortedMap(new TreeMap<>(Map.of(2, 3)));
        m.put(1, 1);
        Cases.show(m, Collections.synchronizedList(raw), Collections.unmodifiableCollection(raw).size(), Collections.asLifoQueue(new ArrayDeque<>(List.of(1))).peek());
    }

    static void sortingIsStable() {
        record Item(int key, int at) {
        }
        List<Item> l = new ArrayList<>();
        for (int i = 0; i < 100; i++) l.add(new Item(i * 31 % 7, i));
        l.sort(Comparator.comparingInt(Item::key));
        boolean stable = true;
        for (int i = 1; i < l.size(); i++) stable &= l.get(i - 1).key() < l.get(i).key() || l.get(i - 1).at() < l.get(i).at();
        Cases.show(stable, l.get(0), l.get(99));
        Integer[] a = new Integer[40];
        Arrays.setAll(a, i -> i);
        Cases.attempt(() -> {
            Arrays.sort(a, (x, y) -> x % 5 < y % 3 ? 1 : -1);
            return "sorted";
        });
        double[] d = {3, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY};
        Arrays.sort(d);
        Cases.show(Arrays.toString(d));
    }

    static void comparators() {
        List<String> l = new ArrayList<>(Arrays.asList("bb", null, "a", "ccc", "B"));
        l.sort(Comparator.nullsFirst(Comparator.comparing(String::length).reversed().thenComparing(String.CASE_INSENSITIVE_ORDER)));
        Cases.show(l);
        l.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        Cases.show(l, Map.Entry.<String, Integer>comparingByValue().compare(Map.entry("a", 2), Map.entry("b", 1)));
    }

    static void optionals() {
        Optional<String> some = Optional.of("v"), none = Optional.empty();
        Cases.show(some, none, some.map(String::length), some.filter(String::isEmpty), none.or(() -> some), none.orElse("else"), some.flatMap(s -> none), some.stream().count(), OptionalInt.of(3), some.equals(Optional.of("v")), none.hashCode());
        Cases.attempt(none::get);
        Cases.attempt(none::orElseThrow);
        Cases.attempt(() -> none.orElseThrow(() -> new IllegalStateException("mine")));
        Cases.attempt(() -> Optional.of(null));
    }

    static void properties() throws Exception {
        Properties p = new Properties();
        p.load(new java.io.StringReader("# comment\na=1\nb : two\\\n   more\nc\\ d=\\u0041\n!x\nempty\n"));
        Properties child = new Properties(p);
        child.setProperty("a", "override");
        Cases.show(new TreeMap<>(p), child.getProperty("a"), child.getProperty("b"), child.getProperty("none", "def"), new TreeSet<>(child.stringPropertyNames()), p.getProperty("empty").isEmpty());
        Cases.attempt(() -> {
            p.load(new java.io.StringReader("a=\\u00g0"));
            return 0;
        });
    }
}
