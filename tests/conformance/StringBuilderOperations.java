//@ jdk: 11
public class StringBuilderOperations {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("abc");
        b.append(1).append('x').append(2L).append(1.5).append(2.5f).append(true).append((Object) null).append((String) null);
        System.out.println(b + " " + b.length());
        b.insert(0, "<<").insert(5, 42).insert(b.length(), '>').insert(2, -1.0);
        System.out.println(b);
        System.out.println(b.reverse());
        b.setLength(6);
        b.deleteCharAt(0).delete(1, 3).replace(0, 1, "RRR").setCharAt(1, 'é');
        System.out.println(b + " " + b.indexOf("R") + " " + b.lastIndexOf("R") + " " + b.charAt(1));
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            wide.append((char) ('a' + i % 26)).append(i);
        }
        wide.append('\u4e2d').append("tail", 1, 3).append(new char[] {'x', 'y'});
        System.out.println(wide.length() + " " + wide.substring(90) + " " + wide.reverse().substring(0, 5));
        StringBuilder pair = new StringBuilder("x😀y").reverse();
        System.out.println(pair + " " + pair.codePointAt(1));
        StringBuffer buffer = new StringBuffer().append("sync").append(7).insert(0, 'a');
        System.out.println(buffer + " " + buffer.length() + " " + new StringBuilder("a").compareTo(new StringBuilder("b")));
        wide.setLength(0);
        System.out.println("[" + wide + "]" + wide.appendCodePoint(0x1F600).length());
        try {
            b.insert(99, "x");
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
