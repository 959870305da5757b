import dropwire.Verify;

public class OthersMoveBehindAnAtomicBlock {
    static volatile int count;

    static void add() {
        Verify.beginAtomic();
        int before = count;
        Verify.endAtomic();
        count = before + 1;
    }

    public static void main(String[] args) {
        Verify.parallel(OthersMoveBehindAnAtomicBlock::add, OthersMoveBehindAnAtomicBlock::add);
        assert count == 2; //~ assertion-failure
    }
}
