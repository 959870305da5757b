//@ findings: 1
public class WrittenAfterStart {
    static String greeting;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> String.valueOf(greeting));
        reader.start();
        greeting = "too late"; //~ data-race "greeting"
    }
}
