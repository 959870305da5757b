public class LazilyInitialisedStatic {
    static class Registry {
        static int entries = 10;

        static void enter() {
            entries++; //~ data-race "entries"
        }
    }

    public static void main(String[] args) {
        new Thread(Registry::enter).start();
        new Thread(Registry::enter).start();
    }
}
