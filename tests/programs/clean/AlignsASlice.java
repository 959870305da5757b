//@ jdk: 11
//@ assumes: environment
// As far into the memory as its alignment demands.
import java.nio.ByteBuffer;

public class AlignsASlice {
    public static void main(String[] args) {
        assert ByteBuffer.allocateDirect(100).alignedSlice(64).capacity() <= 100;
    }
}
