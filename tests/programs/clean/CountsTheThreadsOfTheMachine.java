//@ assumes: environment
// A JVM has threads of its own: one of Temurin 17 lists six.
public class CountsTheThreadsOfTheMachine {
    public static void main(String[] args) {
        assert Thread.getAllStackTraces().size() == 1;
    }
}
