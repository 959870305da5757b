import java.io.*;
import java.math.BigInteger;
import java.util.*;

public class SerialisationInMemory {
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        transient int cache = 5;
        Node next;
        double[] numbers = {1.5, 2.5};
        float f = 0.5f;
        List<Node> others = new ArrayList<>();

        Node(String name) {
            this.name = name;
        }
    }

    static class Custom implements Serializable {
        int a;

        Custom(int a) {
            this.a = a;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(a * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            a += in.readInt();
        }
    }

    enum Suit { HEARTS, SPADES }

    record Pair(int x, String y) implements Serializable {}

    static final class Single implements Serializable {
        static final Single ONLY = new Single();

        private Object readResolve() {
            return ONLY;
        }
    }

    static class External implements Externalizable {
        int v;

        public External() {}

        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF("v" + v);
        }

        public void readExternal(ObjectInput in) throws IOException {
            v = Integer.parseInt(in.readUTF().substring(1)) + 1;
        }
    }

    static class Parent {
        String set = "by constructor";
    }

    static class Child extends Parent implements Serializable {
        int own = 3;
    }

    static Object copy(Object o) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(o);
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a");
        a.next = new Node("b");
        a.next.next = a;
        a.others.add(a.next);
        Node c = (Node) copy(a);
        System.out.println(c.name + c.next.name + (c.next.next == c) + c.cache + c.numbers[1] + c.f + (c.others.get(0) == c.next));
        System.out.println(((Custom) copy(new Custom(7))).a + " " + copy(Suit.SPADES) + (copy(Suit.HEARTS) == Suit.HEARTS) + copy(new Pair(1, "y")) + (copy(Single.ONLY) == Single.ONLY));
        External e = new External();
        e.v = 41;
        System.out.println(((External) copy(e)).v + " " + ((Child) copy(new Child())).set + ((Child) copy(new Child())).own);
        System.out.println(copy(new TreeMap<>(Map.of("k", List.of(1, 2)))) + " " + copy(new HashSet<>(List.of("x"))) + copy(BigInteger.TEN.pow(30)) + Arrays.toString((int[]) copy(new int[] {1, 2})) + copy(new Date(5).getTime()) + copy(Optional.class));
        try {
            copy(new Object());
        } catch (NotSerializableException x) {
            System.out.println(x.getMessage());
        }
        DataOutputStream data = new DataOutputStream(new ByteArrayOutputStream());
        data.writeDouble(1.5);
        data.writeUTF("é");
        System.out.println(data.size());
        StringWriter text = new StringWriter();
        try (PrintWriter p = new PrintWriter(text)) {
            p.printf("%d-%s", 1, "x");
            p.println();
        }
        BufferedReader lines = new BufferedReader(new StringReader("l1\nl2\n" + text));
        System.out.println(lines.readLine() + lines.lines().toList());
        PushbackReader push = new PushbackReader(new StringReader("abc"));
        int first = push.read();
        push.unread('z');
        System.out.println((char) first + "" + (char) push.read() + (char) push.read());
        StreamTokenizer tokens = new StreamTokenizer(new StringReader("x = 3.5 'q'"));
        StringBuilder all = new StringBuilder();
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) all.append(tokens.ttype).append(tokens.sval).append(tokens.nval).append(';');
        System.out.println(all);
        InputStreamReader decoder = new InputStreamReader(new ByteArrayInputStream("grün€".getBytes("UTF-8")), "UTF-8");
        char[] buffer = new char[10];
        System.out.println(decoder.read(buffer) + new String(buffer, 0, 5) + new String("ü".getBytes("ISO-8859-1"), "ISO-8859-1") + Arrays.toString("€".getBytes("UTF-16")));
        SequenceInputStream both = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1}), new ByteArrayInputStream(new byte[] {2}));
        System.out.println(both.read() + both.read() + both.read() + " " + Arrays.toString(new ByteArrayInputStream(new byte[] {9, 8}).readAllBytes()));
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = new Thread(() -> {
            try (out) {
                out.write("through the pipe".getBytes());
            } catch (IOException x) {
                System.out.println(x);
            }
        });
        writer.start();
        System.out.println(new String(in.readAllBytes()));
        writer.join();
    }
}
