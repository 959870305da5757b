//@ jdk: 17
public class SwitchExpressions {
    enum Size { SMALL, MEDIUM, LARGE }

    static int price(Size size) {
        return switch (size) {
            case SMALL -> 2;
            case MEDIUM -> {
                int base = 2;
                yield base * 2;
            }
            case LARGE -> 7;
        };
    }

    static String kind(Object o) {
        return switch (String.valueOf(o)) {
            case "1", "2", "3" -> "number";
            case "null" -> "nothing";
            default -> {
                if (o instanceof String s && s.length() > 3) {
                    yield "long text " + s.toUpperCase();
                }
                yield "text";
            }
        };
    }

    public static void main(String[] args) {
        for (Size size : Size.values()) {
            System.out.println(size + " costs " + price(size));
        }
        for (Object o : new Object[] {1, "2", null, "ab", "abcd"}) {
            System.out.println(kind(o));
        }
        int day = 6;
        System.out.println(switch (day) { case 6, 7 -> "weekend"; default -> "work"; });
        int old = switch (day) { case 1: yield 10; case 6: int x = day * 2; yield x; default: yield 0; };
        System.out.println(old);
    }
}
