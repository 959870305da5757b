//@ jdk: 25
//@ assumes: environment
// Where a native segment begins is up to each JVM.
import java.lang.foreign.Arena;

public class AddressOfASegment {
    public static void main(String[] args) {
        try (Arena arena = Arena.ofConfined()) {
            assert arena.allocate(16).address() < 1L << 32;
        }
    }
}
