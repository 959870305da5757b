//@ jdk: 11
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

public class NestedClassesCapture {
    private int secret = 1;
    private static int shared = 100;

    class Inner {
        int secret = 2;

        class Deeper {
            int secret = 3;

            int sum() {
                return secret + Inner.this.secret * 10 + NestedClassesCapture.this.secret * 100 + shared;
            }
        }
    }

    static class Nested {
        private int value = shared++;

        private int touch(NestedClassesCapture outer) {
            return outer.secret += 5;
        }
    }

    List<Supplier<String>> make(int n) {
        List<Supplier<String>> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            final int index = i;
            long wide = 1L << (40 + i);
            class Local implements Supplier<String> {
                final String own = "local" + index;

                @Override
                public String get() {
                    return own + wide + secret + new Object() { @Override public String toString() { return "<" + index + own + ">"; } };
                }
            }
            all.add(new Local());
            all.add(new Supplier<>() {
                int calls;

                @Override
                public String get() {
                    return "anonymous " + index + " " + ++calls + " " + NestedClassesCapture.this.secret++;
                }
            });
        }
        return all;
    }

    public static void main(String[] args) {
        NestedClassesCapture outer = new NestedClassesCapture();
        NestedClassesCapture.Inner.Deeper deeper = outer.new Inner().new Deeper();
        System.out.println(deeper.sum());
        System.out.println(new Nested().value + new Nested().touch(outer));
        for (Supplier<String> s : outer.make(2)) {
            System.out.println(s.get() + " " + s.get());
        }
        System.out.println(deeper.getClass().getName() + " " + new Object() { }.getClass().getName());
    }
}
