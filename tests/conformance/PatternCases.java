//@ cases
//@ jdk: 21
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;

public class PatternCases {
    sealed interface Expr permits Num, Add, Mul, Neg {
    }

    record Num(int value) implements Expr {
    }

    record Add(Expr left, Expr right) implements Expr {
    }

    record Mul(Expr left, Expr right) implements Expr {
    }

    record Neg(Expr inner) implements Expr {
    }

    enum Suit { CLUBS, HEARTS }

    sealed interface Card permits Plain, Joker {
    }

    record Plain(Suit suit, int rank) implements Card {
    }

    enum Joker implements Card { RED, BLACK }

    record Box<T>(T content) {
    }

    public static void main(String[] args) throws Exception {
        Cases.run(PatternCases.class);
    }

    private static int eval(Expr e) {
        return switch (e) {
            case Num(int v) -> v;
            case Add(Num(var a), Num(var b)) -> a + b;
            case Add(Expr l, Expr r) -> eval(l) + eval(r);
            case Mul(Num(int v), Expr r) when v == 0 -> 0;
            case Mul(Expr l, Expr r) -> eval(l) * eval(r);
            case Neg(Neg(Expr inner)) -> eval(inner);
            case Neg(Expr inner) -> -eval(inner);
        };
    }

    static void nestedRecords() {
        Cases.show(eval(new Add(new Mul(new Num(2), new Num(3)), new Neg(new Neg(new Num(4))))), eval(new Mul(new Num(0), new Num(9))), eval(new Neg(new Num(5))));
        Cases.attempt(() -> eval(null));
        Cases.attempt(() -> eval(new Add(null, new Num(1))));
    }

    private static String typeOf(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "large " + i;
            case Integer i -> "small " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> s.toUpperCase();
            case int[] a -> "ints " + a.length;
            case List<?> l -> "list " + l.size();
            case Suit s -> "suit " + s;
            case Character c -> "char";
            default -> o.getClass().getSimpleName();
        };
    }

    static void typesInOrder() {
        for (Object o : new Object[] {null, 11, 3, 5L, "", "x", new int[2], List.of(1), Suit.HEARTS, 'c', 1.5, Map.of()}) Cases.show(typeOf(o) .startsWith("Map") ? "map" : typeOf(o));
    }

    static void qualifiedEnumConstants() {
        for (Card c : new Card[] {Joker.RED, Joker.BLACK, new Plain(Suit.CLUBS, 7), new Plain(Suit.HEARTS, 7)}) Cases.show(switch (c) {
            case Joker.RED -> "red";
            case Joker.BLACK -> "black";
            case Plain(Suit s, int rank) when s == Suit.CLUBS -> "clubs " + rank;
            case Plain p -> p.toString();
        });
    }

    static void genericRecords() {
        Box<Box<String>> box = new Box<>(new Box<>("in"));
        if (box instanceof Box<Box<String>>(Box<String>(var s))) Cases.show(s, s.length());
        Object o = new Box<>(5);
        Cases.show(o instanceof Box<?>(Integer i) && i == 5, o instanceof Box<?>(String s), new Box<>(null) instanceof Box<?>(String s), new Box<>(null) instanceof Box<?>(var any));
    }

    record Throws(int value) {
        public int value() {
            throw new IllegalStateException("accessor");
        }
    }

    static void accessorsThatThrow() {
        Object o = new Throws(1);
        Cases.attempt(() -> o instanceof Throws(int v) ? v : 0);
        Cases.attempt(() -> switch (o) {
            case Throws(int v) -> v;
            default -> 0;
        });
    }

    static void stringsWithNullAndGuards() {
        for (String s : new String[] {null, "a", "b", "bb"}) Cases.show(switch (s) {
            case "a" -> 1;
            case null -> 0;
            case String t when t.length() > 1 -> 2;
            default -> 3;
        });
    }

    static void yieldsFromOldStyle() {
        for (Object o : new Object[] {1, "s", 2.0}) {
            int n = switch (o) {
                case Integer i:
                    yield i;
                case String s:
                    yield s.length() * 100;
                default:
                    yield -1;
            };
            Cases.show(n);
        }
    }

    static void sequencedCollections() {
        SequencedCollection<Integer> all = new java.util.ArrayList<>(List.of(1, 2, 3));
        all.addFirst(0);
        Cases.show(all.reversed(), all.getLast(), all.removeFirst(), new java.util.TreeMap<>(Map.of(1, 2, 3, 4)).firstEntry());
    }

    static void newTextMethods() {
        Cases.show("abcabc".indexOf("c", 3, 6), new StringBuilder().repeat("ab", 2), "a,b".splitWithDelimiters(",", 0).length, Character.isEmoji('x'), Math.clamp(9L, 1, 4));
    }
}
