import dropwire.Verify;

public class RandomHasFiveValues {
    public static void main(String[] args) {
        int number = Verify.random(4);
        assert number >= 0 && number <= 4;
        int rest = 10 / (number - 4); //~ uncaught-exception "by zero"
        assert number != 0; //~ assertion-failure
    }
}
