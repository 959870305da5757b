//@ set: vm.por.persistent=always
// Each initialiser uses the other's class: where one thread runs both, it races with what the other one does behind its wait.
public class RacesBetweenInitialisers {
    static class One {
        static int x;

        static {
            One.x = 1;
            Two.x++; //~ deadlock
        }
    }

    static class Two {
        static int x;

        static {
            Two.x = 1;
            One.x = 2; //~ data-race "One.x"
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> One.x = 0); //~ data-race "One.x"
        other.start();
        int seen = Two.x; //~ data-race "Two.x"
        other.join();
    }
}
