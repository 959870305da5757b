//@ jdk: 17
import java.util.HashMap;
import java.util.Map;

public class HashMapsWithCollisions {
    record Key(int n) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return n % 3;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(n, other.n);
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>(64);
        for (int i = 0; i < 60; i++) {
            map.put(new Key(i * 17 % 61), i);
        }
        long sum = 0;
        for (int i = 0; i < 61; i++) {
            Integer v = map.get(new Key(i));
            sum = sum * 31 + (v == null ? -1 : v);
        }
        System.out.println(map.size() + " " + sum);
        for (int i = 0; i < 61; i += 2) {
            map.remove(new Key(i));
        }
        System.out.println(map.size() + " " + map.containsKey(new Key(3)) + " " + map.containsKey(new Key(4)));
        int order = 0;
        for (Key k : map.keySet()) {
            order += k.n();
        }
        System.out.println(order);
        for (int i = 0; i < 200; i++) {
            map.merge(new Key(i), i, Integer::sum);
        }
        for (int i = 0; i < 198; i++) {
            map.remove(new Key(i));
        }
        System.out.println(map);
        Map<String, Integer> same = new HashMap<>();
        String[] parts = {"Aa", "BB"};
        for (String a : parts) {
            for (String b : parts) {
                for (String c : parts) {
                    for (String d : parts) {
                        same.put(a + b + c + d, same.size());
                    }
                }
            }
        }
        System.out.println(same.size() + " " + same.get("BBAaBBAa") + " " + "AaAaAaAa".hashCode() + " " + "BBBBBBBB".hashCode());
    }
}
