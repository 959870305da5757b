public class DefaultMethodOfAnInterface {
    static int calls;

    interface Counted {
        default void call() {
            calls = calls + 1; //~ data-race "calls"
        }
    }

    public static void main(String[] args) {
        Counted first = new Counted() { };
        Counted second = new Counted() { };
        new Thread(first::call).start();
        second.call();
    }
}
