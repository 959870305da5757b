import java.util.regex.Pattern;

public class RegexThatRecurses {
    public static void main(String[] args) throws Exception {
        String text = "ab".repeat(1_000_000);
        System.out.println(Pattern.matches("(?:(a)|(b))*", text));
    }
}
