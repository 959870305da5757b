//@ jdk: 11
public class InterfacesWithBodies {
    interface Named {
        String name();

        default String greet() {
            return prefix() + name();
        }

        private String prefix() {
            return "hello " + suffix(1);
        }

        private static String suffix(int n) {
            return "#" + n + " ";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Polite extends Named {
        @Override
        default String greet() {
            return "dear " + Named.super.greet();
        }
    }

    interface Loud {
        default String greet() {
            return "HEY";
        }
    }

    static class Both implements Polite, Loud {
        @Override
        public String name() {
            return "both";
        }

        @Override
        public String greet() {
            return Polite.super.greet() + Loud.super.greet();
        }
    }

    static abstract class Base {
        public String greet() {
            return "class wins";
        }
    }

    static class Heir extends Base implements Loud { }

    interface Diamond1 extends Named { }

    interface Diamond2 extends Named {
        @Override
        default String greet() {
            return "most specific";
        }
    }

    static class Gem implements Diamond1, Diamond2 {
        @Override
        public String name() {
            return "gem";
        }
    }

    public static void main(String[] args) {
        System.out.println(Named.of("lambda").greet());
        System.out.println(new Both().greet());
        System.out.println(new Heir().greet());
        Loud loud = new Heir();
        System.out.println(loud.greet());
        System.out.println(new Gem().greet());
        Polite polite = () -> "p";
        System.out.println(polite.greet() + " " + (polite instanceof Named) + " " + ((Object) polite instanceof Loud));
    }
}
