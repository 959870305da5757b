public class SplitsALongText {
    public static void main(String[] args) throws Exception {
        String text = "a,".repeat(1 << 22);
        while (true) {
            System.out.println(text.split(",").length);
        }
    }
}
