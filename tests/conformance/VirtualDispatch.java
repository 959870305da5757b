//@ jdk: 17
public class VirtualDispatch {
    static abstract class Shape {
        String tag = "shape";

        abstract double area();

        String describe() {
            return tag + " of " + area() + kind() + own();
        }

        static String kind() {
            return " static shape";
        }

        private String own() {
            return " private shape";
        }

        Object self() {
            return this;
        }
    }

    static class Square extends Shape {
        String tag = "square";
        final double side;

        Square(double side) {
            this.side = side;
        }

        @Override
        double area() {
            return side * side;
        }

        static String kind() {
            return " static square";
        }

        String own() {
            return " square's own";
        }

        @Override
        Square self() {
            return this;
        }
    }

    static class Cube extends Square {
        Cube(double side) {
            super(side);
        }

        @Override
        double area() {
            return 6 * super.area();
        }

        @Override
        String describe() {
            return "cube: " + super.describe() + own() + super.own();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Cube c && c.side == side;
        }

        @Override
        public int hashCode() {
            return (int) side;
        }
    }

    static String over(Object o) {
        return "object";
    }

    static String over(Shape s) {
        return "shape";
    }

    static String over(long n) {
        return "long";
    }

    static String over(Integer n) {
        return "Integer";
    }

    static String over(int... n) {
        return "int...";
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(2), new Cube(2)};
        for (Shape s : shapes) {
            System.out.println(s.describe() + "|" + s.tag + "|" + ((Square) s).tag + "|" + over(s) + over((Object) s));
        }
        System.out.println(shapes[0].self() == shapes[0]);
        System.out.println(new Cube(3).equals(new Cube(3)) + " " + new Cube(3).hashCode() + " " + new Square(1).equals(new Square(1)));
        System.out.println(over(1) + over((short) 1) + over(Integer.valueOf(1)) + over('c') + over(1.0) + over(1, 2) + over());
    }
}
