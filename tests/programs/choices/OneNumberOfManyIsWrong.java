import dropwire.Verify;

public class OneNumberOfManyIsWrong {
    public static void main(String[] args) {
        int number = Verify.getInt(0, 10_000);
        assert number != 9_999; //~ assertion-failure
    }
}
