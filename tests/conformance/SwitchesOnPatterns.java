//@ jdk: 21
import java.util.List;

public class SwitchesOnPatterns {
    sealed interface Shape permits Circle, Square, Pair {}

    record Circle(double radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Pair(Shape left, Shape right) implements Shape {}

    enum Colour { RED, GREEN, BLUE }

    sealed interface Token permits Sign, Digit {}

    enum Sign implements Token { PLUS, MINUS }

    record Digit(int value) implements Token {}

    static String describe(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 100 -> "big int " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s;
            case Circle(double r) -> "circle " + r;
            case Square(var side) -> "square " + side;
            case Pair(Circle(var a), Circle(var b)) -> "two circles " + (a + b);
            case Pair(Shape a, Pair(var b, var c)) -> "nested " + describe(a) + describe(b) + describe(c);
            case Pair p -> "pair " + p;
            case int[] xs -> "ints " + xs.length;
            case Colour c when c == Colour.RED -> "red!";
            case Colour c -> "colour " + c;
            case List<?> l -> "list " + l.size();
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static String token(Token t) {
        return switch (t) {
            case Sign.PLUS -> "+";
            case Sign.MINUS -> "-";
            case Digit(int v) -> "d" + v;
        };
    }

    static String colour(Colour c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> "g";
            case Colour x when x.ordinal() == 2 -> "last";
            case Colour x -> "never";
        };
    }

    static int area(Shape s) {
        return switch (s) {
            case Circle c -> (int) (3 * c.radius() * c.radius());
            case Square q -> q.side() * q.side();
            case Pair(var l, var r) -> area(l) + area(r);
        };
    }

    static String string(CharSequence s) {
        return switch (s) {
            case String x when x.length() > 3 -> "long";
            case String x -> "short";
            case StringBuilder b -> "builder";
            default -> "else";
        };
    }

    static String constants(Object o) {
        return switch (o) {
            case Character c when c == 'x' -> "x";
            case Character c -> "char " + c;
            case Long l -> "long " + l;
            case Byte b -> "byte " + b;
            default -> "?";
        };
    }

    static String words(String s) {
        return switch (s) {
            case "a", "b" -> "ab";
            case String x when x.startsWith("c") -> "c...";
            case "d" -> "d";
            case String x -> "else " + x;
        };
    }

    record Box<T>(T value) {}

    static String boxed(Box<?> b) {
        if (b instanceof Box<?>(String s) && s.length() > 1) return "text " + s;
        if (b instanceof Box<?>(Integer i)) return "number " + i;
        return "box";
    }

    public static void main(String[] args) {
        Object[] all = {null, 5, 500, "", "hi", new Circle(1.5), new Square(3), new Pair(new Circle(1), new Circle(2)),
            new Pair(new Square(1), new Pair(new Square(2), new Circle(3))), new Pair(new Square(1), new Square(2)),
            new int[4], Colour.RED, Colour.BLUE, List.of(1, 2), 2.5f};
        for (Object o : all) System.out.println(describe(o));
        for (Token t : new Token[] {Sign.PLUS, Sign.MINUS, new Digit(7)}) System.out.println(token(t));
        for (Colour c : Colour.values()) System.out.println(colour(c));
        System.out.println(area(new Pair(new Square(4), new Circle(2))));
        System.out.println(string("ab") + string("abcd") + string(new StringBuilder()));
        System.out.println(constants('x') + constants('y') + constants(3L) + constants((byte) 1) + constants(1));
        System.out.println(words("a") + words("b") + words("cd") + words("d") + words("zz"));
        System.out.println(boxed(new Box<>("abc")) + boxed(new Box<>("a")) + boxed(new Box<>(4)));
        try {
            Colour none = null;
            System.out.println(switch (none) {
                case RED -> 1;
                default -> 2;
            });
        } catch (NullPointerException e) {
            System.out.println("null colour");
        }
        try {
            System.out.println(area(null));
        } catch (NullPointerException e) {
            System.out.println("null shape");
        }
        record Bad(int x) {
            public int x() {
                throw new IllegalStateException("accessor");
            }
        }
        try {
            Object o = new Bad(1);
            if (o instanceof Bad(int x)) System.out.println(x);
        } catch (MatchException e) {
            System.out.println(e.getCause().getMessage());
        }
    }
}
