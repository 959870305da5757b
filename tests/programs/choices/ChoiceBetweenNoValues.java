import dropwire.Verify;

public class ChoiceBetweenNoValues {
    public static void main(String[] args) {
        Verify.getIntFromList(); //~ uncaught-exception "no values"
    }
}
