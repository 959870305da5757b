import dropwire.Verify;

public class Speed {
    public static void main(String[] args) {
        double velocity = Verify.getDouble("velocity");
        assert velocity <= 12.5;
    }
}
