import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class DirectBuffersWithoutEnd {
    public static void main(String[] args) throws Exception {
        List<ByteBuffer> all = new ArrayList<>();
        while (true) {
            all.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }
}
