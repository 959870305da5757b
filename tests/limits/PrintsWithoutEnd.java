public class PrintsWithoutEnd {
    public static void main(String[] args) {
        String line = "x".repeat(1 << 20);
        while (true) {
            System.out.println(line);
        }
    }
}
