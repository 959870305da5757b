import java.nio.ByteBuffer;

public class DirectBufferLosesAnUpdate {
    static final ByteBuffer SHARED = ByteBuffer.allocateDirect(8);

    static void count() {
        SHARED.putInt(0, SHARED.getInt(0) + 1); //~ data-race "off-heap memory"
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(DirectBufferLosesAnUpdate::count);
        Thread two = new Thread(DirectBufferLosesAnUpdate::count);
        one.start();
        two.start();
        one.join();
        two.join();
        assert SHARED.getInt(0) == 2; //~ assertion-failure
    }
}
