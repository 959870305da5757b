import dropwire.Verify;

public class EveryNumberOfAListIsTried {
    public static void main(String[] args) {
        int whole = Verify.getIntFromList(-7, 0, 7);
        assert whole < 7; //~ assertion-failure
        double width = Verify.getDoubleFromList(0.5, Double.NaN);
        assert width == width; //~ assertion-failure
        float height = Verify.getFloatFromList(1.5f, -0.0f);
        assert 1 / height > 0; //~ assertion-failure
    }
}
