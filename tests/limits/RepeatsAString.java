public class RepeatsAString {
    public static void main(String[] args) throws Exception {
        String text = "x";
        for (int i = 1;; i *= 2) {
            text = text.repeat(Math.max(2, i));
        }
    }
}
