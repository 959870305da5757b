//@ jdk: 21
public class SwitchesOnLabels {
    enum Colour { RED, GREEN }

    static String any(Object o) {
        return switch (o) {
            case null -> "nothing";
            case String s when s.length() > 3 -> "long text";
            case String s -> "text";
            case Character c -> "character";
            case int[] numbers -> "ints";
            case String[] texts -> "texts";
            case Colour c when c == Colour.RED -> "red";
            case Colour c -> "colour";
            case Integer i when i > 5 -> "big";
            case Integer i -> "small";
            default -> "other";
        };
    }

    static String text(String text) {
        return switch (text) {
            case "one" -> "1";
            case "two" -> "2";
            case String s when s.isEmpty() -> "empty";
            case String s -> s;
        };
    }

    static String number(Integer number) {
        return switch (number) {
            case 1 -> "1";
            case -7 -> "-7";
            case 100000 -> "many";
            case Integer i when i > 50 -> "some";
            case Integer i -> "few";
        };
    }

    static String character(Character character) {
        return switch (character) {
            case 'a' -> "a";
            case '\uffff' -> "last";
            case Character c when c > 'x' -> "late";
            case Character c -> "early";
        };
    }

    public static void main(String[] args) {
        Object[] all = {
            null, "abcd", "ab", 'x', new int[1], new String[0], Colour.RED, Colour.GREEN, 7, 3, 4.0, new Object()
        };
        for (Object o : all) {
            System.out.println(any(o));
        }
        for (String s : new String[] {"one", "two", "", "x"}) {
            System.out.println(text(s));
        }
        for (int i : new int[] {1, -7, 100000, 60, 2}) {
            System.out.println(number(i));
        }
        for (char c : new char[] {'a', '\uffff', 'z', 'b'}) {
            System.out.println(character(c));
        }
        try {
            text(null);
        } catch (NullPointerException e) {
            System.out.println(e.getStackTrace().length);
        }
    }
}
