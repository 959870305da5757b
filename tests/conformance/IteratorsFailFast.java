//@ jdk: 11
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

public class IteratorsFailFast {
    static class Range implements Iterable<Integer> {
        final int from;
        final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = from;

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("past " + to);
                    }
                    return next++;
                }
            };
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1));
        list.add(2);
        list.add(3);
        try {
            for (Integer n : list) {
                list.add(n);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("list " + e.getMessage() + list.size());
        }
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 1));
        map.put(2, 2);
        try {
            for (Integer k : map.keySet()) {
                map.remove(3 - k);
            }
            System.out.println("the last step goes unnoticed " + map.size());
            map.put(5, 5);
            for (Integer k : map.keySet()) {
                map.put(k + 100, k);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("map " + map.size());
        }
        int sum = 0;
        for (int a : new Range(0, 4)) {
            for (int b : new Range(a, 4)) {
                sum += a * 10 + b;
            }
        }
        System.out.println(sum);
        Iterator<Integer> it = new Range(1, 2).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        new Range(5, 8).forEach(n -> System.out.print(n + " "));
        System.out.println();
    }
}
