public class SwitchTables {
    @SuppressWarnings("fallthrough")
    static String dense(int n) {
        switch (n) {
            case -1: return "minus one";
            case 0:
            case 1: return "small";
            case 2: n++;
            case 3: return "fell to " + n;
            case 5: return "five";
            default: return "other";
        }
    }

    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 7: return 3;
            case 1000000: return 4;
            case Integer.MAX_VALUE: return 5;
            default: return 0;
        }
    }

    static String text(String s) {
        switch (s) {
            case "Aa": return "first";
            case "BB": return "same hash, second";
            case "": return "empty";
            default: return "none";
        }
    }

    static int letters(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
            case 'y': break;
            default: return 0;
        }
        return 2;
    }

    public static void main(String[] args) {
        for (int n = -3; n < 8; n++) {
            System.out.println(n + " " + dense(n));
        }
        for (int n : new int[] {Integer.MIN_VALUE, -1000, -999, 7, 1000000, Integer.MAX_VALUE, 0}) {
            System.out.println(n + " " + sparse(n));
        }
        for (String s : new String[] {"Aa", "BB", "", "C#", "aA"}) {
            System.out.println(s + " " + text(s));
        }
        int sum = 0;
        for (char c : "why eat quietly".toCharArray()) {
            sum = sum * 3 + letters(c);
        }
        System.out.println(sum);
        try {
            text(null);
        } catch (NullPointerException e) {
            System.out.println("null is no case");
        }
    }
}
