import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** A little of everything that a class file can hold. Its class files, compiled for 17, lie beside it. */
class Shapes {
    sealed interface Shape permits Dot, Box {
        default int weight() {
            return 1 + sides();
        }

        int sides();
    }

    record Dot(int x, long y, String name) implements Shape {
        @Override
        public int sides() {
            return 0;
        }
    }

    record Box(Dot corner, double width) implements Shape {
        @Override
        public int sides() {
            return 4;
        }
    }

    enum Colour {
        RED,
        GREEN {
            @Override
            int depth() {
                return 2;
            }
        };

        int depth() {
            return 1;
        }
    }

    class Inner extends Thread {
        @Override
        public void run() {
            synchronized (Shapes.this) {
                count++;
            }
        }
    }

    private volatile int count;
    private static final Object[][] TABLE = new Object[2][3];

    static int weigh() {
        Shape shape = new Box(new Dot(1, 2L, "corner"), 3.0);
        return shape instanceof Box box ? box.weight() + box.corner().x() : 0;
    }

    static String concatenates() {
        return "weight " + weigh() + ' ' + Colour.GREEN + new Dot(1, 2L, "dot");
    }

    static int calls() {
        int base = weigh();
        IntBinaryOperator add = (left, right) -> left + right + base;
        Supplier<Dot> make = () -> new Dot(0, 0L, null);
        Supplier<String> name = make.get()::name;
        return add.applyAsInt(1, 2) + String.valueOf(name.get()).length();
    }

    static int depth(Colour colour) {
        switch (colour == null ? Colour.RED : colour) {
            case RED:
                return 1;
            case GREEN:
                return colour.depth();
            default:
                return 0;
        }
    }

    static synchronized int startsThreads() throws InterruptedException {
        Shapes shapes = new Shapes();
        Thread first = shapes.new Inner();
        Thread second = shapes.new Inner();
        first.start();
        second.start();
        first.join();
        second.join();
        TABLE[1][2] = shapes;
        return shapes.count;
    }
}
