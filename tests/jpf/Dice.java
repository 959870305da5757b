import java.util.Random;

public class Dice {
    public static void main(String[] args) {
        Random random = new Random(42);
        int first = random.nextInt(2);
        int second = random.nextInt(3);
        System.out.println(first / (second + first - 2));
    }
}
