//@ jdk: 25
//@ assumes: environment
// What it is as text has its address.
import java.lang.foreign.Arena;

public class PrintsASegment {
    public static void main(String[] args) {
        try (Arena arena = Arena.ofConfined()) {
            String text = "" + arena.allocate(16);
            assert !text.isEmpty();
        }
    }
}
