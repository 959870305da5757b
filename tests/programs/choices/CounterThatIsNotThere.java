import dropwire.Verify;

public class CounterThatIsNotThere {
    public static void main(String[] args) {
        Verify.resetCounter(1_000); //~ uncaught-exception "no counter 1000"
    }
}
