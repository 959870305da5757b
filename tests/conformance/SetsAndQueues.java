//@ jdk: 17
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;

public class SetsAndQueues {
    record Job(int priority, String name) { }

    public static void main(String[] args) {
        Set<Integer> set = new HashSet<>(Arrays.asList(5, 17, 33, 1, 5));
        System.out.println(set + " " + set.add(17) + set.add(2) + set.remove(33) + set.size());
        Set<Integer> other = new HashSet<>(Set.of(17));
        other.add(99);
        Set<Integer> union = new LinkedHashSet<>(set);
        union.addAll(other);
        set.retainAll(other);
        System.out.println(union + " " + set + " " + union.containsAll(other) + " " + set.equals(Set.of(17)) + " " + union.hashCode());
        PriorityQueue<Job> queue = new PriorityQueue<>((a, b) -> a.priority() != b.priority() ? a.priority() - b.priority() : a.name().compareTo(b.name()));
        for (int i = 0; i < 12; i++) {
            queue.add(new Job(i * 5 % 7, "job" + i));
        }
        queue.remove(new Job(0, "job7"));
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) {
            Job job = queue.poll();
            order.append(job.priority()).append(job.name()).append(' ');
        }
        System.out.println(order);
        PriorityQueue<Integer> biggest = new PriorityQueue<>(Collections.reverseOrder());
        Collections.addAll(biggest, 3, 9, 4, 1);
        System.out.println(biggest.poll() + " " + biggest.peek() + " " + biggest.size());
        System.out.println(Collections.nCopies(3, "x") + " " + Collections.emptyList() + Collections.singletonList(1) + Collections.unmodifiableSet(set));
        try {
            Collections.unmodifiableSet(set).add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable");
        }
    }
}
