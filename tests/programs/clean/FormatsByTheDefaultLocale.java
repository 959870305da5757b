//@ assumes: environment
// In another country it is a comma.
public class FormatsByTheDefaultLocale {
    public static void main(String[] args) {
        assert String.format("%.1f", 1.5).equals("1.5");
    }
}
