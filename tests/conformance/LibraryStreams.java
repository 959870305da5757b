import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class LibraryStreams {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", 31, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 31, "Oslo"), new Person("Dee", 40, "Rome"));
        System.out.println("" + people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("+")))));
        System.out.println("" + people.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.counting())));
        System.out.println(people.stream().sorted(Comparator.comparing(Person::age).reversed().thenComparing(Person::name)).map(Person::name).toList());
        System.out.println("" + people.stream().collect(Collectors.toMap(Person::city, Person::age, Integer::sum, TreeMap::new)));
        System.out.println("" + people.stream().collect(Collectors.averagingInt(Person::age)) + " " + people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println("" + people.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(Person::age), (n, s) -> s + "/" + n)));
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum) + " " + Stream.iterate(1, x -> x < 50, x -> x * 3).toList());
        System.out.println(IntStream.rangeClosed(1, 5).boxed().flatMap(i -> IntStream.range(0, i).mapToObj(k -> i + "" + k)).skip(3).limit(4).collect(Collectors.toList()));
        System.out.println("" + Stream.of(5, 3, 5, 1).distinct().sorted().map(String::valueOf).collect(Collectors.joining(",", "<", ">")));
        System.out.println(IntStream.of(3, 1, 2).max().getAsInt() + " " + DoubleStream.of(1.5, 2.5).sum() + " " + LongStream.range(0, 5).average().getAsDouble());
        System.out.println(Stream.of("a", "b").anyMatch("b"::equals) + " " + Stream.empty().findFirst() + " " + Stream.of(1, 2, 3).allMatch(x -> x < 3) + " " + Stream.of(1).noneMatch(x -> x > 1));
        System.out.println(Stream.of(1, 2, 3, 4, 1).takeWhile(x -> x < 4).toList() + " " + Stream.of(1, 2, 3, 4, 1).dropWhile(x -> x < 3).toList());
        List<String> seen = new ArrayList<>();
        long n = Stream.of("x", "y", "z").peek(seen::add).filter(s -> !s.equals("y")).count();
        System.out.println(n + " " + seen);
        System.out.println(Stream.of("b", "a").<String>mapMulti((s, sink) -> {
            sink.accept(s);
            sink.accept(s + s);
        }).toList());
        System.out.println("" + Arrays.stream(new int[] {4, 5, 6}).mapToObj(Integer::toString).collect(Collector.<String, StringBuilder, String>of(StringBuilder::new, (b, x) -> b.append(x), (a, b) -> a.append(b), StringBuilder::toString)));
        System.out.println(IntStream.range(0, 1000).parallel().filter(x -> x % 7 == 0).sum() + " " + IntStream.range(0, 100).boxed().parallel().map(x -> x * x).collect(Collectors.toList()).hashCode());
        AtomicInteger total = new AtomicInteger();
        IntStream.range(0, 100).parallel().forEach(total::addAndGet);
        System.out.println(total);
        System.out.println(Stream.of("one", "two", "three").parallel().collect(Collectors.groupingByConcurrent(String::length, Collectors.counting())).get(3));
        Map<Boolean, List<Integer>> parts = IntStream.range(0, 10).boxed().collect(Collectors.partitioningBy(x -> x % 2 == 0));
        System.out.println(parts);
        System.out.println(StreamSupport.stream(Spliterators.spliteratorUnknownSize(List.of(1, 2).iterator(), Spliterator.ORDERED), false).map(Function.identity()).toList());
        Optional<String> some = Optional.of("v");
        System.out.println(some.map(String::toUpperCase).filter(s -> s.length() == 1).orElse("none") + " " + Optional.empty().or(() -> Optional.of("w")).get() + " "
                + some.stream().count() + " " + OptionalInt.empty().isPresent() + " " + some.flatMap(x -> Optional.<String>empty()).isEmpty());
        try {
            Optional.empty().orElseThrow();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        Stream<Integer> once = Stream.of(1);
        once.forEach(x -> {});
        try {
            once.forEach(x -> {});
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        IntSummaryStatistics none = IntStream.empty().summaryStatistics();
        System.out.println(none.getMin() + " " + none.getAverage());
        System.out.println("" + Stream.concat(Stream.of(1), Stream.of(2)).map(x -> x + 1).collect(Collectors.collectingAndThen(Collectors.toList(), List::size)));
        System.out.println("" + "hello".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting())));
    }
}
