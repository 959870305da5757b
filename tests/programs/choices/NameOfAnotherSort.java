//@ set: choice.velocity.kind=double-threshold
//@ set: choice.velocity.threshold=5
//@ set: choice.velocity.delta=0.5
//@ verdict: incomplete
//@ reason: the choice `velocity` is among values such as 4.5, which getInt cannot give
import dropwire.Verify;

public class NameOfAnotherSort {
    public static void main(String[] args) {
        Verify.getInt("velocity");
    }
}
