public class FormatsAHugeWidth {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%1000000000d", 1).length());
    }
}
