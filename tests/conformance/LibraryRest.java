import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

public class LibraryRest {
    static String hex(byte[] b) {
        return HexFormat.of().formatHex(b);
    }

    public static void main(String[] args) throws Exception {
        byte[] data = "The quick brown fox".getBytes(StandardCharsets.UTF_8);
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"}) System.out.println(algorithm + " " + hex(MessageDigest.getInstance(algorithm).digest(data)));
        CRC32 crc = new CRC32();
        crc.update(data);
        Adler32 adler = new Adler32();
        adler.update(data, 1, 5);
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
        System.out.println(Base64.getEncoder().encodeToString(data) + " " + new String(Base64.getMimeDecoder().decode("VGhl\r\nIHE=")) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}));
        try {
            Base64.getDecoder().decode("*");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {10, -1}) + HexFormat.fromHexDigits("ff"));
        System.out.println(UUID.nameUUIDFromBytes(data) + " " + UUID.fromString("00000000-0000-0001-0000-000000000002").getLeastSignificantBits() + " " + UUID.randomUUID().version() + " " + UUID.randomUUID().equals(UUID.randomUUID()));
        ByteBuffer b = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(0x01020304).putLong(-2).putDouble(1.5).put((byte) 9).flip();
        System.out.println(b + " " + b.getInt() + " " + b.getLong() + " " + b.slice().order(ByteOrder.LITTLE_ENDIAN).getDouble() + " " + b.remaining() + b.duplicate().asReadOnlyBuffer().isReadOnly());
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        direct.putShort((short) 7).putFloat(2.5f).flip();
        System.out.println(direct.getShort() + " " + direct.getFloat() + direct.isDirect());
        for (String name : new String[] {"UTF-8", "UTF-16BE", "US-ASCII", "ISO-8859-1", "UTF-32"}) System.out.println(name + " " + Arrays.toString("aé€".getBytes(Charset.forName(name))));
        try {
            StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(new byte[] {(byte) 0xc3}));
        } catch (CharacterCodingException e) {
            System.out.println(e);
        }
        System.out.println(StandardCharsets.US_ASCII.newEncoder().canEncode('é') + " " + CharBuffer.wrap("abc").subSequence(1, 2) + StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {65, (byte) 0xff})));
        System.out.println(Locale.GERMANY + " " + Locale.forLanguageTag("zh-Hant-TW").getScript() + " " + Locale.FRANCE.getDisplayCountry(Locale.US) + " " + Locale.getDefault().getLanguage() + " " + Currency.getInstance("EUR").getDefaultFractionDigits());
        ResourceBundle bundle = new ListResourceBundle() {
            protected Object[][] getContents() {
                return new Object[][] {{"k", "v"}, {"n", 5}};
            }
        };
        System.out.println(bundle.getString("k") + bundle.getObject("n") + new TreeSet<>(bundle.keySet()));
        try {
            ResourceBundle.getBundle("no.such.bundle");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage().replace("_US", ""));
        }
        Properties p = new Properties();
        p.load(new java.io.StringReader("a=1\n# c\nb : two \\\n more\nc"));
        System.out.println(new TreeMap<>(p));
        System.out.println(System.getProperty("no.such") + System.getProperty("user.dir", "").isEmpty() + System.lineSeparator().length() + Integer.getInteger("absent", 3) + System.getenv("NO_SUCH_VARIABLE"));
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 5);
        local.set(local.get() + 1);
        System.out.println(local.get());
        StringBuilder order = new StringBuilder();
        Timer timer = new Timer(true);
        Object lock = new Object();
        timer.schedule(new TimerTask() {
            public void run() {
                synchronized (lock) {
                    order.append("tick");
                    lock.notifyAll();
                }
            }
        }, 5);
        synchronized (lock) {
            while (order.length() == 0) lock.wait();
        }
        timer.cancel();
        System.out.println(order);
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.toString(null, "d") + Objects.equals(null, null) + new Object().equals(null) + Objects.requireNonNullElse(null, 4));
        System.out.println("" + StackWalker.getInstance().walk(s -> s.map(StackWalker.StackFrame::getMethodName).toList()));
    }
}
