import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.Formatter;
import java.util.Locale;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class LibraryText {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%5d|%-5d|%05d|%+d|%,d|%x|%X|%o|%(d", 42, 42, 42, 42, 1234567, 255, 255, 8, -7));
        System.out.println(String.format("%.2f|%10.3f|%-10.1f|%e|%g|%a|%,.2f", 3.14159, 2.71828, 1.05, 12345.678, 0.0001234, 1.0, 9876543.21));
        System.out.println(String.format("%s|%10s|%-10s|%.3s|%S|%c|%b|%n%%|%h", "text", "r", "l", "truncate", "up", 'c', true, "hash"));
        System.out.println(String.format("%2$s %1$s %<s %s", "a", "b"));
        System.out.println(String.format(Locale.ROOT, "%tY-%<tm-%<td %<tH:%<tM", new Date(0).toInstant().atZone(java.time.ZoneOffset.UTC)));
        try {
            String.format("%d", "x");
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            String.format("%s %s", "x");
        } catch (java.util.MissingFormatArgumentException e) {
            System.out.println(e.getMessage());
        }
        Formatter formatter = new Formatter(new StringBuilder(), Locale.GERMANY);
        System.out.println(formatter.format("%.1f", 1.5));
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        for (String pattern : new String[] {"#,##0.00", "0.###E0", "00.0%", "¤#", "#;(#)"}) {
            System.out.println(pattern + " " + new DecimalFormat(pattern, symbols).format(-1234.567));
        }
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.25)
                + " " + NumberFormat.getIntegerInstance(Locale.US).parse("1,234"));
        System.out.println(MessageFormat.format("{0} has {1} items, {2,number,#.#}; '{quoted}' {3,choice,0#none|1#one|1<many {3}}", "cart", 3, 2.55, 4));
        System.out.println(new ChoiceFormat("0#zero|1#one|2#two+").format(5));
        SimpleDateFormat date = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS Z EEE MMM", Locale.US);
        date.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(date.format(new Date(1_000_000_000_000L)));
        System.out.println(date.parse("2001-09-09T01:46:40.000 +0000 Sun Sep").getTime());
        Matcher m = Pattern.compile("(?<key>\\w+)\\s*=\\s*(?<value>[^;]*);?").matcher("a = 1; bc=two;d=");
        while (m.find()) System.out.println(m.group("key") + "->" + m.group("value") + "@" + m.start() + "-" + m.end());
        System.out.println("a1b22c333".replaceAll("(\\d+)", "<$1>") + " " + "x.y.z".split("\\.").length + " " + Arrays.toString("a,b,,".split(",", -1)));
        System.out.println(Pattern.compile("^\\s*(\\S+)", Pattern.MULTILINE).matcher("  one\n two").results().map(r -> r.group(1)).toList());
        System.out.println(Pattern.compile("(?i)HELLO").matcher("say hello").find() + " " + "aaa".matches("a{2,3}?") + " " + Pattern.matches("(a|b)*+c", "ababc"));
        System.out.println(Pattern.compile("\\b(\\w)(\\w*)\\b").matcher("some words here").replaceAll(r -> r.group(1).toUpperCase() + r.group(2)));
        try {
            Pattern.compile("(unclosed");
        } catch (java.util.regex.PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
        Scanner scanner = new Scanner("12 3.5 word\nnext line\n0x1F true");
        System.out.println(scanner.nextInt() + " " + scanner.nextDouble() + " " + scanner.next() + scanner.nextLine() + "|" + scanner.nextLine()
                + "|" + scanner.next() + scanner.nextBoolean() + scanner.hasNext());
        StringTokenizer tokens = new StringTokenizer("a b;c", " ;", true);
        StringJoiner joined = new StringJoiner(",", "[", "]");
        while (tokens.hasMoreTokens()) joined.add(tokens.nextToken());
        System.out.println(joined);
        System.out.println("  strip\t".strip() + "|" + "ab".repeat(3) + "|" + "l1\nl2\r\nl3".lines().toList() + "|" + " ".isBlank() + "|" + "Straße".toUpperCase()
                + "|" + "İ".toLowerCase(Locale.ROOT).length() + "|" + "x".compareToIgnoreCase("Y") + "|" + "text".indent(2).replace("\n", "$"));
        System.out.println("a\\tb".translateEscapes() + "|" + "%d items".formatted(3) + "|" + "abc".chars().sum() + "|" + "😀x".codePoints().count());
        System.out.println(new StringBuilder("hello").reverse().insert(0, 'x').deleteCharAt(1).replace(0, 2, "ZZ").indexOf("l"));
        System.out.println(String.join("/", "p", "q") + String.valueOf(new char[] {'v'}) + "abc".contains("bc") + "abcabc".lastIndexOf("bc") + "e".equals(null)
                + "banana".replace('a', 'o') + "A".hashCode() + "cafe\u0301".length() + "b".compareTo("a"));
    }
}
