//@ jdk: 11
public class IsAliveOrdersAccesses {
    static int value;

    public static void main(String[] args) {
        Thread child = new Thread(() -> value = 8);
        child.start();
        while (child.isAlive()) {
            Thread.onSpinWait();
        }
        assert value == 8;
    }
}
