//@ jdk: 11
public class TryWithResources {
    static class Door implements AutoCloseable {
        final String name;
        final boolean jammed;

        Door(String name, boolean jammed) {
            this.name = name;
            this.jammed = jammed;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (jammed) {
                throw new IllegalStateException(name + " is jammed");
            }
        }
    }

    static void pass(boolean fail, boolean first, boolean second) {
        try (Door a = new Door("a", first); Door none = null; Door b = new Door("b", second)) {
            System.out.println("inside " + a.name + b.name + none);
            if (fail) {
                throw new RuntimeException("stumbled");
            }
        } catch (RuntimeException e) {
            System.out.print("caught " + e.getMessage());
            for (Throwable t : e.getSuppressed()) {
                System.out.print(", suppressed " + t.getMessage());
            }
            System.out.println();
        } finally {
            System.out.println("finally");
        }
    }

    public static void main(String[] args) {
        pass(false, false, false);
        pass(false, true, true);
        pass(true, false, false);
        pass(true, true, true);
        Door outer = new Door("outer", false);
        try (outer) {
            System.out.println("effectively final");
        }
    }
}
