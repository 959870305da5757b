//@ findings: 1
public class WrappedInAnother {
    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no number: " + text, e); //~ uncaught-exception "IllegalArgumentException"
        }
    }

    public static void main(String[] args) {
        new Thread(() -> parse("12")).start();
        parse("twelve");
    }
}
