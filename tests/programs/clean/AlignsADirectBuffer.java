//@ jdk: 11
//@ assumes: environment
// Where the memory of a direct buffer begins is up to each JVM: it fails in two of three runs.
import java.nio.ByteBuffer;

public class AlignsADirectBuffer {
    public static void main(String[] args) {
        assert ByteBuffer.allocateDirect(200).alignmentOffset(0, 64) == 0;
    }
}
