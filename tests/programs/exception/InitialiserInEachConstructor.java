//@ findings: 1
// Compilers copy what initialises an object into each constructor: it is one place.
public class InitialiserInEachConstructor {
    static String text;

    int length = text.length(); //~ uncaught-exception

    InitialiserInEachConstructor() {}

    InitialiserInEachConstructor(int ignored) {}

    public static void main(String[] args) {
        new Thread(() -> new InitialiserInEachConstructor()).start();
        new Thread(() -> new InitialiserInEachConstructor(1)).start();
    }
}
