import java.util.Arrays;

public class ArrayCopyOverlaps {
    static void attempt(Object from, int at, Object to, int start, int length) {
        try {
            System.arraycopy(from, at, to, start, length);
            System.out.println("copied");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(a, 0, a, 2, 5);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 3, a, 1, 5);
        System.out.println(Arrays.toString(a));
        char[] text = "overlapping".toCharArray();
        System.arraycopy(text, 2, text, 0, 6);
        System.out.println(new String(text));
        Object[] objects = {"a", "b", 3, "d"};
        String[] strings = new String[4];
        attempt(objects, 0, strings, 0, 4);
        System.out.println(Arrays.toString(strings));
        attempt(new long[2], 0, new int[2], 0, 1);
        attempt(a, 6, a, 0, 3);
        attempt(a, -1, a, 0, 1);
        attempt(a, 0, a, 8, 1);
        attempt(a, 8, a, 8, 0);
        attempt("text", 0, a, 0, 1);
        attempt(a, 0, objects, 0, 1);
        attempt(new double[1][1], 0, new Object[1], 0, 1);
        try {
            System.arraycopy(null, 0, a, 0, 1);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(Arrays.toString(Arrays.copyOf(a, 10)) + Arrays.toString(Arrays.copyOfRange(a, 6, 9)) + Arrays.copyOf(strings, 5).length);
    }
}
