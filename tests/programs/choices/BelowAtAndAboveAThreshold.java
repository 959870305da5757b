//@ set: choice.velocity.kind=gov.nasa.jpf.vm.choice.DoubleThresholdGenerator
//@ set: choice.velocity.threshold=5
//@ set: choice.velocity.delta=0.5
//@ findings: 3
import dropwire.Verify;

// The program gives a name, and the configuration the values: exactly three.
public class BelowAtAndAboveAThreshold {
    public static void main(String[] args) {
        double velocity = Verify.getDouble("velocity");
        assert velocity >= 5; //~ assertion-failure
        assert velocity != 5; //~ assertion-failure
        assert velocity < 5.25; //~ assertion-failure
        assert velocity == 5.5;
    }
}
