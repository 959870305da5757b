//@ jdk: 11
public class Characters {
    public static void main(String[] args) {
        char[] samples = {'a', 'Z', '5', ' ', '\n', '_', '$', '\u00e9', '\u0416', '\u4e2d', '\ud83d', '\u0000', '\u0665'};
        for (char c : samples) {
            System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c)
                + Character.isLetterOrDigit(c) + Character.isJavaIdentifierStart(c) + " " + (int) Character.toUpperCase(c) + " " + (int) Character.toLowerCase(c)
                + " " + Character.getNumericValue(c) + " " + Character.isSurrogate(c) + " " + Character.getType(c));
        }
        System.out.println(Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " " + Character.toChars(0x1F600).length + " " + Character.isSupplementaryCodePoint(0x1F600));
        char c = 'a';
        c++;
        System.out.println(c + " " + (c + 1) + " " + (char) (c + 1) + " " + Character.valueOf(c).compareTo('a') + " " + Character.toString(0x41));
        int letters = 0;
        for (char x = 0; x < 0x250; x++) {
            if (Character.isLetter(x)) {
                letters = letters * 31 + x;
            }
        }
        System.out.println(letters);
    }
}
