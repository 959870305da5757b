//@ cases
//@ jdk: 17
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InvalidObjectException;
import java.io.LineNumberReader;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OutputStreamWriter;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

public class InputOutputCases {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        Cases.run(InputOutputCases.class);
    }

    static void scannersOfTokens() {
        Scanner s = new Scanner("1 -2 3.5 true 0x10 12345678901 word 1,234 NaN");
        Cases.show(s.nextInt(), s.nextByte(), s.nextDouble(), s.nextBoolean(), s.next(), s.nextLong(), s.hasNextInt(), s.next(Pattern.compile("w.*")), s.nextInt(), s.nextDouble(), s.hasNext());
        Cases.attempt(s::next);
        Cases.attempt(() -> new Scanner("x").nextInt());
        Cases.attempt(() -> new Scanner("99999999999").nextInt());
    }

    static void scannersOfLines() {
        Scanner s = new Scanner("first line\n\nthird\r\nlast");
        Cases.show(s.nextLine(), s.nextLine().isEmpty(), s.hasNextLine(), s.nextLine(), s.nextLine(), s.hasNextLine());
        Cases.attempt(s::nextLine);
        Scanner d = new Scanner("a1b22c").useDelimiter("\\d+");
        Cases.show(d.next(), d.next(), d.findInLine("c"), d.delimiter());
        Cases.show(new Scanner("k=v; x=y").findAll("(\\w)=(\\w)").map(m -> m.group(2) + m.group(1)).toList(), new Scanner("ff 10").useRadix(16).nextInt(), new Scanner("a,b").useDelimiter(",").tokens().count());
        s.close();
        Cases.attempt(s::hasNext);
    }

    static void readers() throws IOException {
        BufferedReader r = new BufferedReader(new StringReader("one\ntwo\r\nthree\rfour"), 4);
        r.mark(10);
        String one = r.readLine();
        r.reset();
        Cases.show(one, r.lines().toList(), r.read(), r.readLine());
        LineNumberReader l = new LineNumberReader(new StringReader("a\nb\n"));
        l.readLine();
        l.readLine();
        Cases.show(l.getLineNumber(), l.readLine());
        PushbackReader p = new PushbackReader(new StringReader("xyz"), 2);
        int x = p.read();
        p.unread("AB".toCharArray());
        Cases.show((char) x, (char) p.read(), (char) p.read(), (char) p.read());
        Cases.attempt(() -> {
            r.close();
            return r.read();
        });
    }

    static void writers() throws IOException {
        StringWriter s = new StringWriter();
        try (PrintWriter p = new PrintWriter(new BufferedWriter(s))) {
            p.printf("%d %s%n", 1, "x");
            p.print('c');
            p.println(2.5);
            p.append("app", 1, 3).write(65);
        }
        CharArrayWriter c = new CharArrayWriter();
        c.write("chars");
        c.append('!');
        Cases.show(s.toString().replace("\n", "$"), s.getBuffer().length(), c.toCharArray().length, c);
    }

    static void byteStreams() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataOutputStream d = new DataOutputStream(out)) {
            d.writeInt(-1);
            d.writeLong(1L << 40);
            d.writeUTF("\u00e4\0\ud83d\ude00");
            d.writeDouble(-0.0);
            d.writeShort(-2);
            d.writeBoolean(true);
            d.writeChar('x');
        }
        byte[] bytes = out.toByteArray();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Cases.show(bytes.length, in.readInt(), in.readLong(), in.readUTF().length(), in.readDouble(), in.readUnsignedShort(), in.readBoolean(), in.readChar(), in.read());
        Cases.attempt(in::readInt);
        Cases.show(new String(new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream("cd".getBytes())).readAllBytes()), Arrays.toString(new ByteArrayInputStream(bytes, 2, 3).readNBytes(9)));
    }

    static void encodersAndDecoders() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStreamWriter w = new OutputStreamWriter(out, StandardCharsets.UTF_16LE)) {
            w.write("a\u20ac");
            Cases.show(w.getEncoding());
        }
        Cases.show(Arrays.toString(out.toByteArray()), new BufferedReader(new InputStreamReader(new ByteArrayInputStream(out.toByteArray()), "UTF-16LE")).readLine());
        Cases.attempt(() -> StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(new byte[] {(byte) 0xc3, 0x28})));
        Cases.attempt(() -> StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("\u00e4")));
        Cases.attempt(() -> new InputStreamReader(new ByteArrayInputStream(new byte[0]), "no-such"));
        Cases.show(StandardCharsets.UTF_8.encode("\u00e4").remaining(), StandardCharsets.US_ASCII.newEncoder().canEncode('\u00e4'));
    }

    static void printStreams() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream p = new PrintStream(out, true);
        p.print(1);
        p.print((Object) null);
        p.println(new char[] {'x', 'y'});
        p.printf("%s", 'c');
        p.append("seq").write('!');
        Cases.show(out.toString().replace("\n", "$"), out.size(), p.checkError());
        PrintStream kept = System.out;
        System.setOut(p);
        System.out.println("captured");
        System.setOut(kept);
        Cases.show(out.toString().endsWith("captured\n"));
    }

    static void tokenizers() throws IOException {
        StreamTokenizer t = new StreamTokenizer(new StringReader("x = 3.5 /* c */ + 'str' // end\n y"));
        t.slashSlashComments(true);
        t.slashStarComments(true);
        t.eolIsSignificant(true);
        StringBuilder all = new StringBuilder();
        while (t.nextToken() != StreamTokenizer.TT_EOF) all.append(t.ttype).append(':').append(t.sval).append(':').append(t.nval).append(' ');
        Cases.show(all, t.lineno());
    }

    static void pipes() throws Exception {
        PipedWriter w = new PipedWriter();
        PipedReader r = new PipedReader(w);
        Thread t = new Thread(() -> {
            try (w) {
                w.write("through");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        t.start();
        t.join();
        Cases.show(new BufferedReader(r).readLine());
        Cases.attempt(() -> new PipedReader().read());
    }

    static void buffers() {
        ByteBuffer b = ByteBuffer.allocate(16);
        b.putInt(7).putLong(-1).put((byte) 5).flip();
        Cases.show(b, b.getInt(), b.getLong(), b.get(), b.hasRemaining(), b.rewind().slice(4, 4).get(), b.duplicate().position(2).compact().position(), b.asReadOnlyBuffer().isReadOnly(), b.order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(0));
        Cases.attempt(() -> b.position(20));
        Cases.attempt(() -> b.asReadOnlyBuffer().put((byte) 1));
        Cases.attempt(() -> ByteBuffer.allocate(1).putInt(1));
        Cases.attempt(() -> ByteBuffer.wrap(new byte[2]).getInt());
        IntBuffer i = IntBuffer.wrap(new int[] {1, 2, 3}).position(1);
        Cases.show(i.get(), i.compareTo(IntBuffer.wrap(new int[] {3})), CharBuffer.wrap("text").subSequence(1, 3), i.mismatch(IntBuffer.wrap(new int[] {4})), ByteBuffer.allocate(8).asDoubleBuffer().put(1.5).get(0));
    }

    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        Node next;
        transient int cached = 5;

        Node(String name) {
            this.name = name;
        }
    }

    static class Guarded extends Node {
        int value;

        Guarded(int value) {
            super("guarded");
            this.value = value;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(value * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            value = in.readInt();
            if (value > 100) throw new InvalidObjectException("too large");
        }
    }

    static class Outside implements Externalizable {
        int n;

        public Outside() {
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(n);
            out.writeObject(new int[] {n});
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            n = in.readInt() + ((int[]) in.readObject())[0];
        }
    }

    enum Colour { RED, GREEN }

    record Pair(int a, String b) implements Serializable {
    }

    static class Single implements Serializable {
        static final Single ONLY = new Single();

        private Object readResolve() {
            return ONLY;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    static void serialisedGraphs() throws Exception {
        Node a = new Node("a");
        a.next = new Node("b");
        a.next.next = a;
        Node c = copy(a);
        Cases.show(c.name, c.next.name, c.next.next == c, c.cached, c != a);
        Cases.attempt(() -> copy(new Object()));
        Cases.attempt(() -> copy(List.of(new Thread())));
    }

    static void serialisedByHand() throws Exception {
        Cases.show(copy(new Guarded(21)).value, copy(new Guarded(21)).name);
        Cases.attempt(() -> copy(new Guarded(77)));
        Outside o = new Outside();
        o.n = 4;
        Cases.show(copy(o).n, copy(Colour.GREEN) == Colour.GREEN, copy(new Pair(1, "x")), copy(Single.ONLY) == Single.ONLY);
    }

    static void serialisedLibrary() throws Exception {
        HashMap<String, List<Integer>> m = new HashMap<>();
        m.put("k", new ArrayList<>(List.of(1, 2)));
        EnumMap<Colour, Integer> e = new EnumMap<>(Colour.class);
        e.put(Colour.RED, 1);
        Cases.show(copy(m), copy(new TreeMap<>(m)), copy(e), copy(List.of(1, 2, 3)), copy(new int[][] {{1}, {2, 3}})[1][1], copy(new LinkedHashMap<>(m)), copy(java.time.LocalDate.of(2024, 2, 29)), copy(new java.math.BigInteger("123456789012345678901234567890")), copy(new java.math.BigDecimal("1.50")), copy(String.class), copy(new IllegalStateException("m")), copy(new java.util.Random(3)).nextInt());
        Function<Integer, Integer> f = copy((Function<Integer, Integer> & Serializable) n -> n + 1);
        Cases.show(f.apply(41));
    }

    static void brokenStreams() throws Exception {
        Cases.attempt(() -> new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4})));
        Cases.attempt(() -> new ObjectInputStream(new ByteArrayInputStream(new byte[0])));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeInt(5);
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Cases.attempt(in::readObject);
        Cases.show(in.readInt());
        Cases.attempt(in::readInt);
        Cases.attempt(() -> {
            throw new EOFException("mine");
        });
    }

    static void resources() throws Exception {
        Cases.show(InputOutputCases.class.getResource("no-such.txt"), InputOutputCases.class.getResourceAsStream("InputOutputCases.class").readNBytes(4).length, ClassLoader.getSystemResourceAsStream("Cases.class") != null);
        try (DataInputStream in = new DataInputStream(InputOutputCases.class.getResourceAsStream("/InputOutputCases$Node.class"))) {
            Cases.show(Integer.toHexString(in.readInt()), in.readUnsignedShort());
        }
        Cases.attempt(() -> java.util.ResourceBundle.getBundle("no.such.Bundle"));
        Cases.show(java.util.ResourceBundle.getBundle("InputOutputCases$Words", Locale.GERMANY).getString("hello"), java.util.ResourceBundle.getBundle("InputOutputCases$Words", Locale.FRANCE).getString("hello"));
    }

    public static class Words extends java.util.ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "hello"}, {"bye", "bye"}};
        }
    }

    public static class Words_de extends java.util.ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "hallo"}};
        }
    }

    static void locales() {
        Locale l = new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build();
        Cases.show(l, l.toLanguageTag(), l.getDisplayLanguage(Locale.US), Locale.forLanguageTag("de-CH-1996"), Locale.GERMANY.getDisplayCountry(Locale.FRANCE), Locale.getDefault(), Locale.ROOT.toString().isEmpty(), Locale.US.getISO3Country());
        Cases.attempt(() -> new Locale.Builder().setLanguage("x1!"));
        Cases.show(java.util.Currency.getInstance("EUR").getSymbol(Locale.GERMANY), java.util.Currency.getInstance(Locale.JAPAN).getDefaultFractionDigits());
    }
}
