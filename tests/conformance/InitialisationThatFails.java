public class InitialisationThatFails {
    static class Fragile {
        static int zero = 0;
        static int broken = 1 / zero;

        static void use() {}
    }

    static class Child extends Fragile {
        static {
            System.out.println("never");
        }
    }

    static class Checked {
        static int value = explode();

        static int explode() {
            throw new IllegalStateException("no value");
        }
    }

    static class Fatal {
        static {
            if (true) {
                throw new StackOverflowError("pretended");
            }
        }
    }

    static void attempt(Runnable use) {
        try {
            use.run();
            System.out.println("fine");
        } catch (Throwable t) {
            System.out.println(t.getClass().getName() + " cause " + (t.getCause() == null ? null : t.getCause().getClass().getName()));
        }
    }

    public static void main(String[] args) {
        attempt(Fragile::use);
        attempt(Fragile::use);
        attempt(() -> new Child());
        attempt(() -> System.out.println(Fragile.zero));
        attempt(() -> System.out.println(Checked.value));
        attempt(() -> Checked.value = 1);
        attempt(() -> new Fatal());
        attempt(() -> new Fatal());
        try {
            new Child();
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
    }
}
