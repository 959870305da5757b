import java.util.HashMap;
import java.util.Map;

public class HashMaps {
    public static void main(String[] args) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            map.put(i * 37 % 101, "v" + i);
        }
        System.out.println(map);
        System.out.println(map.put(0, "new") + map.get(37) + map.get(1000) + map.getOrDefault(1000, "none") + map.remove(74) + map.containsKey(74) + map.containsValue("v3"));
        System.out.println(map.putIfAbsent(0, "x") + map.putIfAbsent(74, "y") + map.size());
        map.merge(0, "!", String::concat);
        map.merge(1000, "fresh", String::concat);
        map.computeIfAbsent(2000, k -> "computed" + k);
        map.computeIfPresent(0, (k, v) -> null);
        map.compute(37, (k, v) -> k + v);
        System.out.println(map.get(0) + map.get(1000) + map.get(2000) + map.get(37));
        map.keySet().removeIf(k -> k > 10 && k != 37);
        map.replaceAll((k, v) -> v + k);
        map.put(null, "null key");
        System.out.println(map + " " + map.get(null) + " " + map.hashCode() + " " + map.equals(new HashMap<>(map)));
        int sum = 0;
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            sum += e.getKey() == null ? 1 : e.getKey();
            e.setValue("seen");
        }
        System.out.println(sum + " " + map.values());
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) {
            counts.merge(word, 1, Integer::sum);
        }
        System.out.println(counts);
        map.clear();
        System.out.println(map.isEmpty() + " " + map.get(37));
    }
}
