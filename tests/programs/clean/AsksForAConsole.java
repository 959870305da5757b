//@ assumes: empty-input
/** There is no terminal: programs that ask for a console fall back to standard input. */
public class AsksForAConsole {
    public static void main(String[] args) {
        assert System.console() == null;
    }
}
