//@ assumes: environment
import java.nio.ByteOrder;

public class AsksForTheByteOrder {
    public static void main(String[] args) {
        assert ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }
}
