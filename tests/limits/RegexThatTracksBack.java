import java.util.regex.Pattern;

public class RegexThatTracksBack {
    public static void main(String[] args) throws Exception {
        System.out.println(Pattern.matches("(a*)*(a*)*(a*)*b", "a".repeat(5000)));
    }
}
