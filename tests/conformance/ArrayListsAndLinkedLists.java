//@ jdk: 11
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;

public class ArrayListsAndLinkedLists {
    static void exercise(List<Integer> list) {
        for (int i = 0; i < 25; i++) {
            list.add(i * 7 % 11);
        }
        list.add(3, 100);
        list.remove(0);
        list.remove(Integer.valueOf(10));
        list.set(1, -1);
        System.out.println(list + " " + list.size() + " " + list.indexOf(5) + " " + list.lastIndexOf(5) + " " + list.contains(99));
        list.removeIf(n -> n % 2 == 0);
        list.replaceAll(n -> n * n);
        System.out.println(list + " " + list.hashCode() + " " + list.equals(new ArrayList<>(list)));
        Iterator<Integer> it = list.iterator();
        while (it.hasNext()) {
            if (it.next() > 20) {
                it.remove();
            }
        }
        ListIterator<Integer> back = list.listIterator(list.size());
        StringBuilder reversed = new StringBuilder();
        while (back.hasPrevious()) {
            reversed.append(back.previousIndex()).append(':').append(back.previous()).append(' ');
        }
        back.add(77);
        System.out.println(reversed + "" + list);
        List<Integer> view = list.subList(1, 3);
        view.set(0, 500);
        view.clear();
        System.out.println(list);
        list.addAll(1, Arrays.asList(9, 8, 7));
        list.sort(null);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list) + " " + Collections.binarySearch(list, 8));
        Collections.reverse(list);
        Collections.swap(list, 0, 1);
        Collections.rotate(list, 1);
        System.out.println(list + Arrays.toString(list.toArray(new Integer[0])) + Collections.frequency(list, 9));
        list.retainAll(List.of(9));
        list.clear();
        System.out.println(list + " " + list.isEmpty());
    }

    public static void main(String[] args) {
        exercise(new ArrayList<>());
        exercise(new LinkedList<>());
        LinkedList<String> deque = new LinkedList<>(List.of("only"));
        deque.addFirst("first");
        deque.addLast("last");
        System.out.println(deque.peekFirst() + deque.pollLast() + deque.pop() + deque + deque.removeFirst() + deque.peek());
        List<Object> self = new ArrayList<>();
        self.add(self);
        self.add(null);
        System.out.println(self);
    }
}
