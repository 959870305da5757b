//@ jdk: 11
public class StringOperations {
    public static void main(String[] args) {
        String s = "The quick brown fox";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf("quick") + " " + s.indexOf('o', 13) + " " + s.lastIndexOf('o'));
        System.out.println(s.substring(4, 9) + "|" + s.substring(16) + "|" + s.substring(19) + "|");
        System.out.println(s.toUpperCase() + s.toLowerCase() + s.replace('o', '0') + s.replace("quick", "slow"));
        System.out.println("  pad\t".trim() + "|" + "  strip ".strip() + "|" + " x ".stripLeading() + "|" + "ab".repeat(3) + "|" + " ".isBlank());
        System.out.println(s.startsWith("The") + " " + s.startsWith("quick", 4) + " " + s.endsWith("fox") + " " + s.contains("own") + " " + "".isEmpty());
        System.out.println("apple".compareTo("apricot") + " " + "a".compareTo("abc") + " " + "B".compareToIgnoreCase("a") + " " + "ABC".equalsIgnoreCase("abc"));
        System.out.println(String.join("-", "a", "b", "c") + " " + String.valueOf(new char[] {'x', 'y'}) + " " + new String(new char[] {'p', 'q', 'r'}, 1, 2));
        System.out.println("a,b,,c,,".split(",").length + " " + "a,b,,c,,".split(",", -1).length + " " + "one two three".split(" ", 2)[1]);
        System.out.println("concat".concat("enate") + " " + "hello".hashCode() + " " + "".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println("grüße 😀".length() + " " + "grüße 😀".codePointAt(6) + " " + "grüße 😀".codePointCount(0, 8) + " " + "\u0416".toLowerCase().equals("\u0436"));
        System.out.println("abcabc".indexOf("ca") + " " + "abcabc".lastIndexOf("bc") + " " + "abc".indexOf("") + " " + "abc".indexOf("abcd"));
        System.out.println("tab\tquote\"back\\slash".length() + " " + "x".equals(null) + " " + "mixed".contentEquals(new StringBuilder("mixed")));
        char[] out = new char[3];
        "abcdef".getChars(1, 4, out, 0);
        System.out.println(out);
        byte[] bytes = "é1".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(bytes.length + " " + bytes[0] + " " + new String(bytes, java.nio.charset.StandardCharsets.UTF_8).length());
        try {
            "abc".charAt(3);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
