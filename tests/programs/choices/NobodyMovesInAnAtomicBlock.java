//@ assumes: por-attributes
import dropwire.Verify;

public class NobodyMovesInAnAtomicBlock {
    static volatile int count;

    static void add() {
        Verify.beginAtomic();
        count = count + Verify.getInt(1, 2);
        Verify.endAtomic();
    }

    public static void main(String[] args) {
        Verify.parallel(NobodyMovesInAnAtomicBlock::add, NobodyMovesInAnAtomicBlock::add);
        assert count >= 2;
    }
}
