import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

// Each channel has a lock of its own, and both write to one checksum.
public class TwoChannelsOverOneStream {
    static WritableByteChannel[] channels() {
        CheckedOutputStream stream = new CheckedOutputStream(new ByteArrayOutputStream(), new CRC32());
        return new WritableByteChannel[] {Channels.newChannel(stream), Channels.newChannel(stream)};
    }

    static void write(WritableByteChannel channel) {
        try {
            channel.write(ByteBuffer.wrap(new byte[1])); //~ data-race
        } catch (IOException thrown) {
            throw new AssertionError(thrown);
        }
    }

    public static void main(String[] args) {
        WritableByteChannel[] channels = channels();
        new Thread(() -> write(channels[0])).start();
        write(channels[1]);
    }
}
