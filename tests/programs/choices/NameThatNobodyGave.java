//@ set: choice.velocity.kind=boolean
//@ verdict: incomplete
//@ reason: there is no choice named `speed`
//@ reason: there are velocity
import dropwire.Verify;

public class NameThatNobodyGave {
    public static void main(String[] args) {
        Verify.getInt("speed");
    }
}
