//@ findings: 1
public class NullBetweenLookAndUse {
    static volatile String name = "ann";

    public static void main(String[] args) {
        new Thread(() -> name = null).start();
        if (name != null) {
            name.length(); //~ uncaught-exception "NullPointerException"
        }
    }
}
