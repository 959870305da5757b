//@ jdk: 25
public class ScopedValueIsNotHandedToAThread {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] args) {
        ScopedValue.where(USER, "ann").run(() -> {
            Thread other = new Thread(() -> System.out.println(USER.get())); //~ uncaught-exception
            other.start();
        });
    }
}
