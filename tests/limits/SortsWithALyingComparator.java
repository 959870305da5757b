import java.util.Arrays;

public class SortsWithALyingComparator {
    public static void main(String[] args) throws Exception {
        Integer[] numbers = new Integer[1 << 20];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        while (true) {
            try {
                Arrays.sort(numbers, (one, other) -> one * 31 % 7 - other * 17 % 5);
            } catch (IllegalArgumentException lies) {
                Thread.onSpinWait();
            }
        }
    }
}
