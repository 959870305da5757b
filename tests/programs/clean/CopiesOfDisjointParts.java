//@ jdk: 11
import java.lang.reflect.Array;
import java.util.Arrays;

public class CopiesOfDisjointParts {
    static final int[] WHOLE = new int[12];
    static final Object[] NAMES = {"a", "b", "c", "d"};

    public static void main(String[] args) throws InterruptedException {
        int[] part = {1, 2, 3, 4};
        Thread lower = new Thread(() -> {
            System.arraycopy(part, 0, WHOLE, 0, 4);
            Arrays.fill(WHOLE, 4, 6, 9);
            NAMES[0] = "x";
            Array.set(NAMES, 1, "y");
        });
        lower.start();
        System.arraycopy(part, 0, WHOLE, 8, 4);
        assert Arrays.copyOfRange(WHOLE, 8, 12)[3] == 4;
        assert !Arrays.equals(WHOLE, 6, 10, part, 0, 4);
        assert Arrays.copyOfRange(NAMES, 2, 4)[1] == "d";
        assert Array.get(NAMES, 3) == "d";
        lower.join();
        assert Arrays.stream(WHOLE).sum() == 38;
    }
}
