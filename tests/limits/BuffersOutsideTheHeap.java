import java.nio.ByteBuffer;

public class BuffersOutsideTheHeap {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(30 << 20);
        ByteBuffer other = ByteBuffer.allocateDirect(30 << 20);
        while (true) {
            buffer.clear();
            other.clear();
            other.put(buffer);
        }
    }
}
