//@ set: choice.size.kind=int-interval
//@ set: choice.size.min=10
//@ set: choice.size.max=30
//@ set: choice.size.delta=10
//@ set: choice.flag.kind=boolean
//@ set: choice.far.kind=long-list
//@ set: choice.far.values=1, 8589934592
//@ set: choice.share.kind=float-list
//@ set: choice.share.values=0.25
import dropwire.Verify;

// What is an int is a long and a double too.
public class NamesAreOfEverySort {
    public static void main(String[] args) {
        int size = Verify.getInt("size");
        assert size == 10 || size == 20 || size == 30;
        boolean flag = Verify.getBoolean("flag");
        long far = Verify.getLong("far");
        float share = Verify.getFloat("share");
        double wide = Verify.getDouble("size");
        assert share == 0.25f && (wide == 10 || wide == 20 || wide == 30);
        assert !flag || size != 30 || far != 8589934592L || wide != 20; //~ assertion-failure
    }
}
