//@ cases
//@ jdk: 9
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public class CompressionCases {
    public static void main(String[] args) throws Exception {
        Cases.run(CompressionCases.class);
    }

    static byte[] text(int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("line ").append(i * 7919 % 1000).append(" of some text\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static void checksums() {
        byte[] text = text(20);
        CRC32 crc = new CRC32();
        CRC32C crcC = new CRC32C();
        Adler32 adler = new Adler32();
        crc.update(text, 3, 100);
        crcC.update(text, 3, 100);
        adler.update(text, 3, 100);
        crc.update('x');
        crcC.update('x');
        adler.update('x');
        System.out.println(crc.getValue() + " " + crcC.getValue() + " " + adler.getValue());
        crc.reset();
        crcC.update(text);
        System.out.println(crc.getValue() + " " + crcC.getValue());
    }

    static void inSmallSteps() throws DataFormatException {
        byte[] text = text(50);
        Deflater deflater = new Deflater(9);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        deflater.setInput(text, 0, 500);
        System.out.println(deflater.needsInput());
        byte[] part = new byte[37];
        packed.write(part, 0, deflater.deflate(part));
        System.out.println(deflater.needsInput() + " " + deflater.finished());
        deflater.setInput(text, 500, text.length - 500);
        deflater.finish();
        while (!deflater.finished()) {
            packed.write(part, 0, deflater.deflate(part));
        }
        System.out.println(deflater.getTotalIn() + " " + deflater.getAdler() + " " + (packed.size() < text.length / 3));
        deflater.end();

        byte[] all = Arrays.copyOf(packed.toByteArray(), packed.size() + 3);
        Inflater inflater = new Inflater();
        ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
        int at = 0;
        while (!inflater.finished()) {
            if (inflater.needsInput()) {
                int count = Math.min(11, all.length - at);
                inflater.setInput(all, at, count);
                at += count;
            }
            unpacked.write(part, 0, inflater.inflate(part));
        }
        System.out.println(Arrays.equals(text, unpacked.toByteArray()) + " " + inflater.getTotalOut());
        System.out.println(all.length - inflater.getBytesRead() + " " + inflater.getAdler());
        inflater.reset();
        System.out.println(inflater.getTotalIn() + " " + inflater.finished());
        inflater.setInput(all);
        System.out.println(inflater.inflate(new byte[10]) + " " + inflater.finished());
        inflater.end();
    }

    static void withoutHeader() throws DataFormatException {
        byte[] text = text(5);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        deflater.setInput(text);
        deflater.finish();
        byte[] packed = new byte[1000];
        int length = deflater.deflate(packed);
        Inflater inflater = new Inflater(true);
        inflater.setInput(packed, 0, length);
        byte[] back = new byte[text.length + 5];
        System.out.println(inflater.inflate(back) == text.length);
        System.out.println(inflater.finished() + " " + inflater.getRemaining());
    }

    static void garbage() {
        Inflater inflater = new Inflater();
        inflater.setInput(new byte[] {1, 2, 3, 4, 5, 6});
        try {
            inflater.inflate(new byte[10]);
        } catch (DataFormatException wrong) {
            System.out.println(wrong.getMessage());
        }
    }

    static void streams() throws IOException {
        byte[] text = text(300);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(text, 0, 1000);
            out.write(text, 1000, text.length - 1000);
        }
        InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed.toByteArray()));
        System.out.println(Arrays.equals(text, in.readAllBytes()));
    }

    static void gzip() throws IOException {
        byte[] text = text(100);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (int member = 0; member < 2; member++) {
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(text);
            }
        }
        byte[] bytes = packed.toByteArray();
        byte[] back = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        System.out.println(back.length == 2 * text.length);
        bytes[bytes.length - 7] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        } catch (IOException wrong) {
            System.out.println(wrong);
        }
    }

    static void archives() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(packed)) {
            for (int i = 0; i < 3; i++) {
                ZipEntry entry = new ZipEntry("folder/entry" + i + ".txt");
                entry.setTime(1_000_000_000_000L);
                out.putNextEntry(entry);
                out.write(text(10 * i));
                out.closeEntry();
            }
            byte[] stored = text(2);
            CRC32 crc = new CRC32();
            crc.update(stored);
            ZipEntry entry = new ZipEntry("stored");
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(stored.length);
            entry.setCrc(crc.getValue());
            out.putNextEntry(entry);
            out.write(stored);
        }
        ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(packed.toByteArray()));
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            CheckedInputStream checked = new CheckedInputStream(in, new Adler32());
            int length = checked.readAllBytes().length;
            System.out.println(entry.getName() + " " + length + " " + checked.getChecksum().getValue());
        }
    }
}
