import java.util.Arrays;

public class SortsWithoutEnd {
    public static void main(String[] args) throws Exception {
        Integer[] numbers = new Integer[1 << 20];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 31 % 1009;
        }
        while (true) {
            Arrays.sort(numbers.clone(), (a, b) -> b - a);
            Arrays.parallelSort(numbers.clone());
        }
    }
}
