// The order of a buffer is the program's: nothing is assumed of the machine.
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public class LastByteOfANumber {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4);
        buffer.order(ByteOrder.BIG_ENDIAN).putInt(0, 7);
        assert buffer.get(3) == 7;
    }
}
