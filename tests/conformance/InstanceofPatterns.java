//@ jdk: 17
public class InstanceofPatterns {
    sealed interface Shape permits Circle, Rectangle { }

    record Circle(double radius) implements Shape { }

    record Rectangle(double width, double height) implements Shape { }

    static double area(Shape s) {
        if (s instanceof Circle c) {
            return 3 * c.radius() * c.radius();
        }
        if (!(s instanceof Rectangle r)) {
            throw new IllegalArgumentException();
        }
        return r.width() * r.height();
    }

    static String describe(Object o) {
        return o instanceof Integer i && i > 10 ? "big " + i
            : o instanceof Integer i ? "small " + i
            : o instanceof String s && !s.isEmpty() ? "text " + s.charAt(0)
            : o instanceof int[] a && a.length == 2 ? "pair " + (a[0] + a[1])
            : "other " + (o == null);
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Rectangle(2, 3.5)));
        for (Object o : new Object[] {11, 9, "xyz", "", new int[] {1, 2}, new int[1], null}) {
            System.out.println(describe(o));
        }
        Object none = null;
        System.out.println((none instanceof Object) + " " + (String) none);
    }
}
