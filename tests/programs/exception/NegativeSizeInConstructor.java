//@ findings: 1
public class NegativeSizeInConstructor {
    final int[] cells;

    NegativeSizeInConstructor(int size) {
        cells = new int[size]; //~ uncaught-exception "NegativeArraySizeException"
    }

    public static void main(String[] args) {
        new Thread(() -> new NegativeSizeInConstructor(-args.length)).start();
        new Thread(() -> new NegativeSizeInConstructor(~args.length)).start();
    }
}
