//@ jdk: 25
// Where the memory begins is not asked: nothing is assumed of the machine.
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

public class NativeMemoryHoldsANumber {
    public static void main(String[] args) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(ValueLayout.JAVA_INT, 4);
            numbers.setAtIndex(ValueLayout.JAVA_INT, 2, 7);
            assert numbers.asSlice(8).get(ValueLayout.JAVA_INT, 0) == 7;
        }
    }
}
