import dropwire.Verify;

public class BothTruthValuesAreTried {
    public static void main(String[] args) {
        boolean first = Verify.getBoolean();
        boolean second = Verify.getBoolean(false);
        assert first || second; //~ assertion-failure
        assert !first || Verify.randomBool() || !second; //~ assertion-failure
    }
}
