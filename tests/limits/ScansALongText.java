import java.util.Scanner;

public class ScansALongText {
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("1 ".repeat(10 << 20));
        long sum = 0;
        while (scanner.hasNextInt()) {
            sum += scanner.nextInt();
        }
        System.out.println(sum);
    }
}
