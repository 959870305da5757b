//@ jdk: 11
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

public class OptionalsAndJoiners {
    static Optional<Integer> parse(String s) {
        try {
            return Optional.of(Integer.parseInt(s));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static void main(String[] args) {
        System.out.println(parse("5") + " " + parse("x") + " " + parse("7").map(n -> n * 2).orElse(0) + " " + parse("y").orElseGet(() -> -1));
        System.out.println(parse("8").filter(n -> n > 10).isPresent() + " " + parse("8").flatMap(n -> parse("9")).get() + " " + parse("z").or(() -> Optional.of(3)).get());
        parse("1").ifPresentOrElse(n -> System.out.println("one " + n), () -> System.out.println("none"));
        try {
            parse("q").orElseThrow();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        StringJoiner joiner = new StringJoiner(", ", "{", "}").setEmptyValue("nothing");
        System.out.println(joiner);
        joiner.add("a").add("b").merge(new StringJoiner("+").add("c").add("d"));
        System.out.println(joiner + " " + joiner.length() + " " + String.join("/", List.of("only")));
        System.out.println(Optional.of("x").equals(Optional.of("x")) + " " + Optional.ofNullable(null).isEmpty());
    }
}
