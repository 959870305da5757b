//@ findings: 1
public class ClassCastInThread {
    static Object shelf = "a text";

    public static void main(String[] args) {
        new Thread(() -> {
            Integer number = (Integer) shelf; //~ uncaught-exception "ClassCastException"
            Math.abs(number);
        }).start();
    }
}
