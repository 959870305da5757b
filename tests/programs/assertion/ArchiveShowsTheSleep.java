import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

// The JDK asks the clock for the time of an entry that has none.
public class ArchiveShowsTheSleep {
    //@ assumes: virtual-clock
    static long timeOfEntry() throws IOException {
        ZipEntry entry = new ZipEntry("ink");
        try (ZipOutputStream archive = new ZipOutputStream(new ByteArrayOutputStream())) {
            archive.putNextEntry(entry);
        }
        return entry.getTime();
    }

    public static void main(String[] args) throws Exception {
        long start = timeOfEntry();
        Thread.sleep(5000);
        assert timeOfEntry() - start < 1000; //~ assertion-failure
    }
}
