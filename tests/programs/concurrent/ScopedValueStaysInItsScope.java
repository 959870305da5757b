//@ jdk: 25
public class ScopedValueStaysInItsScope {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static String first;
    static String second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> ScopedValue.where(USER, "ann").run(() -> first = USER.get()));
        Thread two = new Thread(() -> ScopedValue.where(USER, "bob").run(() -> second = USER.get()));
        one.start();
        two.start();
        one.join();
        two.join();
        assert first.equals("ann") && second.equals("bob") && !USER.isBound();
    }
}
