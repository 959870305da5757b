//@ jdk: 17
public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            first line
              indented "quoted"
            joined \
            up, trailing\040
            tab\there \"""
            """;
        System.out.print(block);
        System.out.println(block.length() + " " + block.lines().count() + " " + block.hashCode());
        System.out.println("""
            no newline at the end""" + "|");
        System.out.println("a\nb\r\nc".indent(2).length() + " " + "  x\n y".stripIndent() + " " + "a\\tb".translateEscapes());
    }
}
