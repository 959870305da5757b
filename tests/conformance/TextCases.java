//@ cases
//@ jdk: 17
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Formattable;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class TextCases {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        Cases.run(TextCases.class);
    }

    private static void format(String format, Object... arguments) {
        Cases.attempt(() -> "[" + String.format(Locale.US, format, arguments) + "]");
    }

    static void decimalConversions() {
        for (Object n : new Object[] {0, -1, 42, Integer.MIN_VALUE, (byte) -8, (short) 300, 1L << 60, BigInteger.TEN.pow(25).negate()})
            for (String f : new String[] {"%d", "%5d", "%-7d", "%07d", "%+d", "% d", "%,d", "%(d", "%,(12d"}) format(f, n);
    }

    static void octalAndHex() {
        for (Object n : new Object[] {0, 255, -1, (byte) -1, 1L << 40, BigInteger.valueOf(-255)})
            for (String f : new String[] {"%o", "%x", "%X", "%#x", "%#o", "%08x", "%-10xz"}) format(f, n);
        format("%+x", 3);
        format("%+x", BigInteger.valueOf(3));
    }

    static void floatConversions() {
        for (Object n : new Object[] {0.0, -0.0, 1.5, -2.25f, 1e10, 1e-5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 123456.789, new BigDecimal("1234.5678")})
            for (String f : new String[] {"%f", "%.0f", "%10.2f", "%-10.1f|", "%+.3f", "%,.2f", "%(.1f", "%010.3f", "%#.0f"}) format(f, n);
    }

    static void scientificConversions() {
        for (Object n : new Object[] {0.0, 1.0, -12345.678, 9.9999e99, 1e-300, Double.NaN, Float.MAX_VALUE, new BigDecimal("0.00012345")})
            for (String f : new String[] {"%e", "%.2E", "%12.3e", "%g", "%.3g", "%G", "%(g"}) format(f, n);
    }

    static void hexadecimalFloats() {
        for (double n : new double[] {0.0, -0.0, 1.0, -0.5, 3.141592653589793, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY})
            for (String f : new String[] {"%a", "%A", "%.3a", "%20a"}) format(f, n);
    }

    static void charactersAndBooleans() {
        format("%c%c%c|%5c|%-5c|%C", 'a', 98, (byte) 99, 'd', 'e', 'f');
        format("%c", 0x1F600);
        format("%c", 0x110000);
        format("%c", (Object) null);
        format("%b %b %b %B %5b %.2b", true, null, "x", false, true, true);
        format("%h %H %h", "hash", 255, null);
    }

    static void stringsWithWidths() {
        format("%s|%5s|%-5s|%.2s|%8.3s|%S|%s", "abc", "abc", "abc", "abc", "abcdef", "up\u00df", null);
        format("%#s", "x");
        format("%s", (Formattable) (formatter, flags, width, precision) -> formatter.format("<%d %d %d>", flags, width, precision));
        format("%#-12.3S", (Formattable) (formatter, flags, width, precision) -> formatter.format("<%d %d %d>", flags, width, precision));
    }

    static void argumentsByIndex() {
        format("%2$s %1$s %s %<s %s", "a", "b");
        format("%3$s", "a");
        format("%<s", "a");
        format("%1$d %<x %<o", 64);
        format("%s");
        format("%%|%5%|%-5%|%n", 1);
    }

    static void mistakesInFormats() {
        for (String f : new String[] {"%d", "%q", "%-d", "%05s", "%,s", "%.3d", "%-05d", "%+ d", "%", "%1", "%0d", "%--5d", "%.s", "%f", "%tQ", "%ty"}) format(f, "text");
        format("%d", 1.5);
        format("%f", 1);
        format("%c", "s");
    }

    static void datesInFormats() {
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(1_234_567_890_123L);
        format("%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tB %<tb %<tA %<ta %<tp %<tI %<tj %<te %<tl %<tk %<tC %<ty", c);
        format("%tF %<tT %<tR %<tD %<tr %<tz %<tZ %<ts %<tQ %<tN", c);
        format("%Tc", c);
        format("%tF", java.time.LocalDate.of(2024, 2, 29));
        format("%tT", java.time.LocalTime.of(1, 2, 3));
        format("%tT", java.time.LocalDate.of(2024, 2, 29));
    }

    static void localesInFormats() {
        Cases.show(String.format(Locale.GERMANY, "%,.2f %,d", 1234567.891, 1234567), String.format(Locale.FRANCE, "%,d", 1234567).length(),
            String.format(Locale.ROOT, "%,.1f", 9999.95), String.format((Locale) null, "%.1f", 0.25), "%d-%s".formatted(1, "x"));
    }

    static void decimalFormats() throws ParseException {
        DecimalFormatSymbols us = new DecimalFormatSymbols(Locale.US);
        for (String p : new String[] {"0", "#", "0.00", "#,##0.###", "00.##E0", "##0.##E0", "0%", "0.0\u2030", "'#'0", "0;(0)", "#,####.0", "\u00a4#,##0.00;-\u00a4#"})
            Cases.show(p, new DecimalFormat(p, us).format(1234.5678), new DecimalFormat(p, us).format(-0.05), new DecimalFormat(p, us).format(0), new DecimalFormat(p, us).toPattern());
        Cases.show(new DecimalFormat("#,##0.0", us).parse("-1,234.56xyz"), NumberFormat.getPercentInstance(Locale.US).format(0.256), NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
        Cases.attempt(() -> new DecimalFormat("0.0.0"));
        Cases.attempt(() -> new DecimalFormat("0").parse("x"));
    }

    static void roundingOfFormats() {
        DecimalFormat f = new DecimalFormat("0.0", new DecimalFormatSymbols(Locale.US));
        for (double d : new double[] {0.05, 0.15, 0.25, 0.35, -0.25, 1.95}) {
            StringBuilder line = new StringBuilder();
            for (java.math.RoundingMode mode : java.math.RoundingMode.values()) {
                if (mode == java.math.RoundingMode.UNNECESSARY) continue;
                f.setRoundingMode(mode);
                line.append(f.format(d)).append(' ');
            }
            Cases.show(d, line);
        }
    }

    static void messageFormats() throws ParseException {
        Cases.show(MessageFormat.format("{0} {1,number} {1,number,integer} {1,number,percent} {1,number,#.#} '{0}' {2} {3}", "a", 1234.567, null));
        Cases.show(MessageFormat.format("{0,choice,0#none|1#one|1<many of {0}} {1,choice,-1\u2264neg|0\u2264pos}", 5, -0.5), MessageFormat.format("it''s {0}", 1));
        Cases.show(Arrays.toString(new MessageFormat("{0}-{1}", Locale.US).parse("x-y")), new MessageFormat("{1} {0}", Locale.US).toPattern());
        Cases.attempt(() -> MessageFormat.format("{x}", 1));
        Cases.attempt(() -> MessageFormat.format("{0", 1));
    }

    static void regexGroups() {
        Matcher m = Pattern.compile("(?<year>\\d{4})-(\\d\\d)(?:-(\\d\\d))?").matcher("on 2024-02-29 and 1999-12.");
        while (m.find()) Cases.show(m.group(), m.group("year"), m.group(2), m.group(3), m.start(3), m.end(), m.groupCount());
        Cases.show(m.reset().replaceAll("$2/${year}"), m.hitEnd());
        Cases.attempt(() -> m.group());
        Cases.attempt(() -> Pattern.compile("a").matcher("a").replaceAll("$1"));
        Cases.attempt(() -> Pattern.compile("(?<n>a)").matcher("a").replaceAll("${m}"));
    }

    static void regexConstructs() {
        String[][] tests = {{"a*?b", "aaab"}, {"(a+)+b", "aaaa"}, {"\\bfoo\\b", "a foo b"}, {"(?i)STRASSE", "strasse"}, {"[a-z&&[^aeiou]]+", "xyz"}, {"(a)(b)?\\1", "aa"}, {"(?=.*\\d)\\w+", "ab1"},
            {"(?<!a)b", "ab"}, {"\\p{Lu}\\p{javaLowerCase}+", "Abc"}, {"\\x41\\u0042\\t", "AB\t"}, {"^b$", "a\nb\nc"}, {"(?m)^b$", "a\nb\nc"}, {"(?s)a.b", "a\nb"}, {"\\Qa.b\\E", "a.b"}, {"x{2,3}+x", "xxx"},
            {"(?>a|ab)c", "abc"}, {"\\R", "\r\n"}, {"[\\d\\s]{3}", "1 2"}, {"\\h\\H", " x"}, {"(?x) a b # comment", "ab"}};
        for (String[] t : tests) Cases.show(t[0].replace("\t", "T"), Pattern.compile(t[0]).matcher(t[1]).find(), Pattern.matches(t[0], t[1]));
    }

    static void regexMistakes() {
        for (String p : new String[] {"(", "[a", "a{2,1}", "*a", "\\", "(?<1>a)", "\\k<no>", "(?z)", "[b-a]", "\\p{No}x{", "a**"}) Cases.attempt(() -> Pattern.compile(p));
    }

    static void regexSplitting() {
        for (String s : new String[] {"", "a", ",a,,b,,", "a1b22c"}) for (int limit : new int[] {-1, 0, 1, 2}) Cases.show(Arrays.toString(s.split("[,\\d]", limit)));
        Cases.show(Arrays.toString("abc".split("")), Arrays.toString("a.b".split(".")), Pattern.compile("b").splitAsStream("abcb").collect(Collectors.toList()));
    }

    static void regexAppendReplacement() {
        Matcher m = Pattern.compile("\\d+").matcher("a1b22c333");
        StringBuilder out = new StringBuilder();
        while (m.find()) m.appendReplacement(out, Matcher.quoteReplacement("$" + Integer.parseInt(m.group()) * 2));
        Cases.show(m.appendTail(out), Pattern.compile("\\w").matcher("abc").replaceAll(r -> r.start() + r.group()), "x".replaceFirst("x", "\\\\"), Pattern.quote("a\\E"));
        m.reset("55").region(1, 2);
        Cases.show(m.lookingAt(), m.matches(), m.regionStart(), m.toMatchResult().group());
    }

    static void searchingInStrings() {
        String s = "abracadabra";
        Cases.show(s.indexOf('a', 1), s.lastIndexOf("a", 9), s.indexOf("", 20), s.lastIndexOf("", -1), s.contains(""), s.startsWith("bra", 1), s.endsWith("abra"), s.charAt(4), s.indexOf(0x1F600));
        Cases.attempt(() -> s.charAt(11));
        Cases.attempt(() -> s.substring(3, 2));
        Cases.attempt(() -> s.substring(-1));
        Cases.attempt(() -> s.subSequence(2, 12));
        Cases.attempt(() -> s.codePointAt(-1));
        Cases.attempt(() -> "x".repeat(-1));
    }

    static void comparingStrings() {
        String[] all = {"a", "B", "ab", "", "A", "\u00e4", "z", "\ud83d\ude00", "\uffff"};
        Arrays.sort(all);
        Cases.show(Arrays.toString(all).length(), all[0].isEmpty(), all[1], all[3]);
        Arrays.sort(all, String.CASE_INSENSITIVE_ORDER);
        Cases.show(all[1], all[2], "abc".compareTo("abd"), "abc".compareTo("ab"), "A".equalsIgnoreCase("a"), "x".regionMatches(true, 0, "aX", 1, 1), "s".contentEquals(new StringBuilder("s")));
    }

    static void changingStrings() {
        Cases.show("  a b ".trim(), "\u2003x\u2003".strip(), "x".concat("y"), "a.b.c".replace(".", ""), "aaa".replace("aa", "b"), "mixed Case".toUpperCase(), "I".toLowerCase(Locale.forLanguageTag("tr")).codePointAt(0),
            "\u00df".toUpperCase(), "a\tb\n".translateEscapes().length(), "x\n y\n".stripIndent(), " a\n  b".indent(-1), String.valueOf((Object) null), "abc".chars().map(c -> c + 1).mapToObj(c -> "" + (char) c).collect(Collectors.joining()));
    }

    static void unicode() {
        String s = "a\ud83d\ude00\u00e9\u0301\ud800";
        Cases.show(s.length(), s.codePointCount(0, s.length()), s.codePointAt(1), s.offsetByCodePoints(0, 2), new StringBuilder(s).reverse().codePointAt(1), Character.isSurrogate(s.charAt(5)), s.codePoints().boxed().collect(Collectors.toList()));
        for (int c : new int[] {'a', 'A', '5', ' ', '\n', 0xe9, 0x661, 0x1F600, 0x4e2d, 0x2167, 0x300}) Cases.show(Character.isLetter(c), Character.isDigit(c), Character.isWhitespace(c), Character.getType(c), Character.toUpperCase(c),
            Character.getNumericValue(c), Character.isJavaIdentifierPart(c), Character.charCount(c), Character.getDirectionality(c), Character.UnicodeBlock.of(c));
        Cases.show(Character.toChars(0x1F600).length, Character.forDigit(11, 16), Character.digit('z', 36), Character.isMirrored('('));
    }

    static void bytesAndCharsets() {
        for (String s : new String[] {"abc", "\u00e4\u20ac", "\ud83d\ude00", "\ud800"}) {
            Cases.show(Arrays.toString(s.getBytes(StandardCharsets.UTF_8)), Arrays.toString(s.getBytes(StandardCharsets.ISO_8859_1)), Arrays.toString(s.getBytes(StandardCharsets.UTF_16)), Arrays.toString(s.getBytes(StandardCharsets.US_ASCII)));
        }
        Cases.show(new String(new byte[] {(byte) 0xc3, (byte) 0xa4, (byte) 0xff, 65}, StandardCharsets.UTF_8), new String(new byte[] {-28, 65}, StandardCharsets.ISO_8859_1), new String(new byte[] {0, 65, 1}, StandardCharsets.UTF_16BE));
        Cases.attempt(() -> "x".getBytes("no-such-charset"));
        Cases.show(java.nio.charset.Charset.forName("windows-1252").name(), java.nio.charset.Charset.isSupported("UTF-32"), Arrays.toString("\u20ac".getBytes(java.nio.charset.Charset.forName("windows-1252"))));
    }

    static void builders() {
        StringBuilder b = new StringBuilder("0123456789");
        b.insert(3, 1.5f).delete(0, 2).deleteCharAt(1).replace(2, 4, "<>").append(true).append('c').append(new char[] {'x', 'y'}, 1, 1).append("abc", 1, 2).setLength(12);
        Cases.show(b, b.length(), b.indexOf("<"), b.lastIndexOf("5"), new StringBuilder("\ud83d\ude00a").reverse().length(), b.compareTo(new StringBuilder("z")), new StringBuffer("x").append(1L).insert(0, false));
        b.setCharAt(0, '\u20ac');
        b.ensureCapacity(100);
        b.trimToSize();
        Cases.show(b.charAt(0), b.substring(2, 5), b.chars().sum());
        Cases.attempt(() -> b.insert(50, "x"));
        Cases.attempt(() -> b.deleteCharAt(b.length()));
        Cases.attempt(() -> b.replace(5, 2, ""));
        Cases.attempt(() -> new StringBuilder(-1));
    }

    static void parsingNumbers() {
        for (String s : new String[] {"0", "-0", "+7", "2147483648", "-2147483648", "", " 1", "1_0", "0x10", "\u0661", "abc"}) Cases.attempt(() -> Integer.parseInt(s));
        Cases.attempt(() -> Integer.parseInt(null));
        Cases.show(Integer.decode("-0x1F"), Integer.decode("010"), Integer.parseInt("zz", 36), Long.parseLong("-8000000000000000", 16), Integer.parseUnsignedInt("4294967295"), Byte.parseByte("-128"), Short.decode("#7F"));
        Cases.attempt(() -> Byte.parseByte("128"));
        Cases.attempt(() -> Integer.parseInt("1", 99));
        for (String s : new String[] {"1e400", "-1e-400", "NaN", "Infinity", "0x1.8p1", "1d", "1.", ".5", "4.9e-324", "1e", "", "2.2250738585072012e-308"}) Cases.attempt(() -> Double.parseDouble(s) + " " + Float.parseFloat(s));
    }

    static void numbersAsText() {
        Cases.show(Integer.toString(-255, 16), Integer.toBinaryString(-8), Integer.toOctalString(64), Long.toHexString(-1L), Long.toString(Long.MIN_VALUE, 36), Byte.toString((byte) -1), Integer.toString(35, 99));
        for (double d : new double[] {1e7, 9999999.0, 1e-3, 9.99e-4, 100, 1.0E23, 2e-3, 123456789012345680.0, 4.35, 1.1f, 3.4028235e38f}) Cases.show(d, (float) d, Double.toString(-d));
    }

    static void joinersAndTokenizers() {
        StringJoiner j = new StringJoiner(", ", "{", "}").setEmptyValue("none");
        Cases.show(j, j.add("a").add(null), j.merge(new StringJoiner("-").add("x").add("y")), j.length(), String.join("|", java.util.List.of("p", "q")));
        StringTokenizer t = new StringTokenizer("a=1;b=2", "=;", true);
        StringBuilder all = new StringBuilder().append(t.countTokens());
        while (t.hasMoreTokens()) all.append('<').append(t.nextToken()).append('>');
        Cases.show(all);
        Cases.attempt(t::nextToken);
    }

    static void breaks() {
        BreakIterator words = BreakIterator.getWordInstance(Locale.US);
        words.setText("It's 3.5 o'clock, Mr. Smith.");
        StringBuilder at = new StringBuilder();
        for (int i = words.first(); i != BreakIterator.DONE; i = words.next()) at.append(i).append(' ');
        Cases.show(at);
    }

    static void normaliserAndCollator() {
        Cases.show(java.text.Normalizer.normalize("\u00e9\ufb01", java.text.Normalizer.Form.NFD).length(), java.text.Normalizer.normalize("e\u0301\ufb01", java.text.Normalizer.Form.NFKC), java.text.Normalizer.isNormalized("a", java.text.Normalizer.Form.NFC));
    }
}
