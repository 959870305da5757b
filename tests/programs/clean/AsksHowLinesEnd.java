// On another operating system they end otherwise.
public class AsksHowLinesEnd {
    //@ assumes: environment
    public static void main(String[] args) {
        assert System.lineSeparator().equals("\n");
    }
}
