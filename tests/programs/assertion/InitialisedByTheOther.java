//@ set: vm.por.sleep=always
// Which thread initialises the class decides what can go wrong: the other one waits for it, and then writes between two reads.
public class InitialisedByTheOther {
    static volatile int y;
    static volatile int begun;

    static class Shared {
        static final Thread BY = initialise();

        private static Thread initialise() {
            begun = 1;
            return Thread.currentThread();
        }

        static Thread by() {
            return BY;
        }
    }

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            Shared.by();
            y = 1;
        });
        Thread reader = new Thread(() -> {
            if (Shared.by() == Thread.currentThread()) {
                int first = y;
                assert first == y; //~ assertion-failure
            }
        });
        writer.start();
        reader.start();
    }
}
