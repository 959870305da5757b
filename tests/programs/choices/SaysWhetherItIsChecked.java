import dropwire.Verify;

public class SaysWhetherItIsChecked {
    public static void main(String[] args) {
        assert !Verify.isChecked(); //~ assertion-failure
    }
}
