//@ cases
//@ jdk: 17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class StreamCases {
    static final List<String> WORDS = List.of("one", "two", "three", "four", "five", "six", "seven");

    public static void main(String[] args) throws Exception {
        Cases.run(StreamCases.class);
    }

    static void mappingAndFiltering() {
        Cases.show(WORDS.stream().filter(w -> w.length() > 3).map(String::toUpperCase).toList(), WORDS.stream().mapToInt(String::length).sum(), WORDS.stream().flatMap(w -> w.chars().mapToObj(c -> (char) c)).distinct().count());
        Cases.show(Stream.of(1, 2, 3).<Integer>mapMulti((n, sink) -> {
            for (int i = 0; i < n; i++) sink.accept(n);
        }).toList());
    }

    static void sortingAndLimits() {
        Cases.show(WORDS.stream().sorted().toList(), WORDS.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).skip(2).limit(3).toList(), WORDS.stream().takeWhile(w -> !w.startsWith("f")).toList(),
            WORDS.stream().dropWhile(w -> w.length() == 3).toList());
        Cases.attempt(() -> Stream.of(1).limit(-1));
        Cases.attempt(() -> Stream.of(new Object(), new Object()).sorted().toList());
    }

    static void laziness() {
        List<String> log = new ArrayList<>();
        Optional<String> first = WORDS.stream().peek(w -> log.add("peek " + w)).filter(w -> {
            log.add("filter " + w);
            return w.contains("r");
        }).findFirst();
        Cases.show(first, log);
        Cases.show(Stream.iterate(1, n -> n * 2).peek(n -> log.add("" + n)).anyMatch(n -> n > 20), log.size(), Stream.of(1, 2, 3).peek(n -> log.add("unseen")).count(), log.size());
    }

    static void matching() {
        Cases.show(WORDS.stream().allMatch(w -> w.length() > 2), WORDS.stream().noneMatch(String::isEmpty), Stream.empty().allMatch(x -> false), Stream.empty().anyMatch(x -> true), WORDS.stream().findAny().isPresent(), Stream.empty().findFirst());
        Cases.attempt(() -> Stream.of((Object) null).findFirst());
    }

    static void reducing() {
        Cases.show(Stream.of(1, 2, 3, 4).reduce(Integer::sum), Stream.of(1, 2, 3).reduce(10, (a, b) -> a - b), WORDS.stream().reduce(0, (n, w) -> n + w.length(), Integer::sum), Stream.<Integer>empty().reduce(Integer::max), WORDS.stream().max(Comparator.naturalOrder()),
            WORDS.stream().min(Comparator.comparing(String::length)));
    }

    static void collecting() {
        Cases.show(WORDS.stream().collect(Collectors.joining(",", "<", ">")), WORDS.stream().collect(Collectors.toMap(w -> w.charAt(0), String::length, Integer::sum, TreeMap::new)), WORDS.stream().collect(Collectors.toCollection(TreeSet::new)),
            WORDS.stream().collect(Collectors.averagingInt(String::length)), WORDS.stream().collect(Collectors.summarizingLong(String::length)), WORDS.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)));
        Cases.attempt(() -> WORDS.stream().collect(Collectors.toMap(String::length, Function.identity())));
        Cases.attempt(() -> Stream.of("a", "b").collect(Collectors.toMap(s -> s, s -> null)));
        Cases.attempt(() -> Stream.of(1).toList().add(2));
    }

    static void grouping() {
        Cases.show(new TreeMap<>(WORDS.stream().collect(Collectors.groupingBy(String::length))), WORDS.stream().collect(Collectors.groupingBy(w -> w.charAt(0), TreeMap::new, Collectors.counting())), WORDS.stream().collect(Collectors.partitioningBy(w -> w.contains("e"), Collectors.mapping(String::length, Collectors.toList()))),
            WORDS.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.filtering(w -> w.compareTo("p") > 0, Collectors.toSet()))).keySet(), WORDS.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.joining(), (n, s) -> n + s)),
            WORDS.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.reducing("", (a, b) -> a + b.charAt(0)))), WORDS.stream().collect(Collectors.flatMapping(w -> w.chars().boxed(), Collectors.summingInt(c -> c))));
    }

    static void ownCollectors() {
        Collector<String, int[], Integer> total = Collector.of(() -> new int[1], (a, w) -> a[0] += w.length(), (a, b) -> {
            a[0] += b[0];
            return a;
        }, a -> a[0]);
        Cases.show(WORDS.stream().collect(total), WORDS.parallelStream().collect(total), WORDS.stream().collect(StringBuilder::new, StringBuilder::append, StringBuilder::append).length());
    }

    static void primitiveStreams() {
        IntSummaryStatistics s = IntStream.rangeClosed(1, 10).summaryStatistics();
        Cases.show(s, IntStream.range(5, 5).max(), IntStream.of(3, 1, 2).sorted().boxed().toList(), LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b), DoubleStream.of(0.1, 0.2, 0.3).sum(), IntStream.range(0, 5).mapToObj(i -> "" + i).collect(Collectors.joining()),
            IntStream.iterate(1, i -> i < 100, i -> i * 3).average(), "hey".chars().asLongStream().sum(), DoubleStream.generate(() -> 1.5).limit(3).mapToLong(d -> (long) d).sum(), Arrays.stream(new int[] {1, 2, 3}, 1, 3).asDoubleStream().boxed().toList());
        Cases.attempt(() -> IntStream.empty().average().getAsDouble());
    }

    static void parallelSums() {
        Cases.show(IntStream.range(0, 10_000).parallel().map(n -> n % 7).sum(), LongStream.rangeClosed(1, 5000).parallel().filter(n -> n % 3 == 0).count(), WORDS.parallelStream().map(String::length).reduce(0, Integer::sum), IntStream.range(0, 1000).parallel().boxed().collect(Collectors.toList()).get(999));
    }

    static void parallelKeepsOrder() {
        List<Integer> all = IntStream.range(0, 2000).boxed().collect(Collectors.toList());
        Cases.show(all.parallelStream().map(n -> n * 2).filter(n -> n % 3 == 0).collect(Collectors.toList()).hashCode(), all.parallelStream().sorted(Comparator.reverseOrder()).limit(3).toList(), all.parallelStream().skip(100).findFirst(), all.parallelStream().unordered().distinct().count());
        StringBuilder text = new StringBuilder();
        all.subList(0, 20).parallelStream().forEachOrdered(text::append);
        Cases.show(text);
    }

    static void parallelGrouping() {
        Map<Integer, Long> by = IntStream.range(0, 3000).parallel().boxed().collect(Collectors.groupingBy(n -> n % 4, TreeMap::new, Collectors.counting()));
        Cases.show(by, new TreeMap<>(IntStream.range(0, 300).parallel().boxed().collect(Collectors.groupingByConcurrent(n -> n % 3, Collectors.summingInt(n -> n)))));
    }

    static void parallelFailures() {
        Cases.attempt(() -> IntStream.range(0, 100).parallel().map(n -> 10 / (n - 50)).sum());
        int[] big = new int[5000];
        Arrays.parallelSetAll(big, i -> (i * 7919) % 5000);
        Arrays.parallelSort(big);
        Cases.show(big[0], big[4999], Arrays.stream(big).parallel().max());
    }

    static void reuseAndClosing() {
        Stream<String> s = WORDS.stream();
        s.count();
        Cases.attempt(s::count);
        List<String> log = new ArrayList<>();
        try (Stream<Integer> c = Stream.of(1, 2).onClose(() -> log.add("first")).onClose(() -> log.add("second"))) {
            log.add("" + c.mapToInt(n -> n).sum());
        }
        Cases.show(log);
    }

    static void buildersAndConcat() {
        Cases.show(Stream.concat(Stream.of(1), Stream.of(2, 3)).toList(), Stream.builder().add("x").add("y").build().count(), Stream.ofNullable(null).count(), Stream.generate(() -> "g").limit(2).toList(), IntStream.concat(IntStream.of(1), IntStream.range(5, 7)).sum());
        Cases.attempt(() -> Stream.builder().build().iterator().next());
    }

    static void iteratorsAndSpliterators() {
        Spliterator<Integer> s = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6)).spliterator();
        Spliterator<Integer> left = s.trySplit();
        List<Integer> seen = new ArrayList<>();
        s.tryAdvance(seen::add);
        left.forEachRemaining(seen::add);
        Cases.show(seen, s.estimateSize(), left.getExactSizeIfKnown(), s.hasCharacteristics(Spliterator.SIZED), StreamSupport.stream(Spliterators.spliteratorUnknownSize(List.of(7, 8).iterator(), 0), false).toList(), WORDS.stream().iterator().next());
    }

    static void predicatesAndFunctions() {
        Predicate<String> p = Predicate.<String>not(String::isEmpty).and(w -> w.length() < 4).or(w -> w.equals("seven")).negate();
        Function<Integer, Integer> f = n -> n + 1;
        Cases.show(WORDS.stream().filter(p).toList(), f.andThen(n -> n * 10).compose((Integer n) -> n - 5).apply(7), Collections.max(WORDS, Comparator.comparing(String::length)), Function.<String>identity().apply("id"));
    }
}
