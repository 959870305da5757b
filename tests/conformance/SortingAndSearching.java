//@ jdk: 17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

public class SortingAndSearching {
    record Person(String name, int age) { }

    public static void main(String[] args) {
        int[] numbers = new int[100];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (i * 7919 + 13) % 1009 - 500;
        }
        Arrays.sort(numbers);
        System.out.println(numbers[0] + " " + numbers[50] + " " + numbers[99] + " " + Arrays.binarySearch(numbers, numbers[30]) + " " + Arrays.binarySearch(numbers, 10000));
        double[] reals = {3.5, -0.0, 0.0, Double.NaN, -1, Double.NEGATIVE_INFINITY};
        Arrays.sort(reals);
        System.out.println(Arrays.toString(reals));
        char[] letters = "thequickbrownfox".toCharArray();
        Arrays.sort(letters, 3, 10);
        System.out.println(new String(letters));
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            people.add(new Person("p" + i * 31 % 40, i % 5));
        }
        people.sort(Comparator.comparingInt(Person::age));
        System.out.println(people.subList(0, 4));
        people.sort(Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name));
        System.out.println(people.subList(0, 3));
        Collections.sort(people, (a, b) -> b.name().compareTo(a.name()));
        System.out.println(people.get(0) + " " + people.get(39));
        String[] words = {"b", null, "a"};
        Arrays.sort(words, Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.println(Arrays.toString(words));
        int[] filled = new int[5];
        Arrays.fill(filled, 1, 4, 9);
        System.out.println(Arrays.toString(filled) + Arrays.hashCode(filled) + " " + Arrays.hashCode(new Object[] {1, "x", null}) + " " + Arrays.equals(filled, new int[] {0, 9, 9, 9, 0}));
        List<Integer> fixed = Arrays.asList(3, 1, 2);
        Collections.sort(fixed);
        System.out.println(fixed + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.mismatch(new int[] {1, 2}, new int[] {1, 3}));
        try {
            fixed.add(4);
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed size");
        }
    }
}
