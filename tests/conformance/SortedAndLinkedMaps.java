//@ jdk: 11
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

public class SortedAndLinkedMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> tree = new TreeMap<>();
        for (int i = 0; i < 50; i++) {
            tree.put(i * 29 % 53, "v" + i);
        }
        for (int i = 0; i < 53; i += 3) {
            tree.remove(i);
        }
        System.out.println(tree.keySet() + " " + tree.size());
        System.out.println(tree.firstKey() + " " + tree.lastEntry() + " " + tree.floorKey(12) + " " + tree.ceilingKey(12) + " " + tree.higherKey(50) + " " + tree.lowerEntry(0));
        System.out.println(tree.headMap(8) + " " + tree.tailMap(45, false).keySet() + " " + tree.subMap(10, 20).size() + " " + tree.descendingMap().firstKey());
        System.out.println(tree.pollFirstEntry() + " " + tree.pollLastEntry().getKey());
        TreeSet<String> set = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        for (String s : "one two three four five six seven eight".split(" ")) {
            set.add(s);
        }
        System.out.println(set + " " + set.first() + " " + set.ceiling("zz") + " " + set.descendingSet() + set.headSet("four"));
        Map<String, Integer> linked = new LinkedHashMap<>();
        linked.put("z", 1);
        linked.put("a", 2);
        linked.put("z", 3);
        System.out.println(linked);
        Map<String, Integer> cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 2;
            }
        };
        cache.put("a", 1);
        cache.put("b", 2);
        cache.get("a");
        cache.put("c", 3);
        System.out.println(cache.keySet());
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
            if (i % 4 == 3) {
                deque.pollFirst();
            }
        }
        System.out.println(deque + " " + deque.peekLast() + " " + deque.contains(5));
        try {
            new TreeMap<String, Integer>().put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("no null in a tree");
        }
    }
}
