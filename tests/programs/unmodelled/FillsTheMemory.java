//@ verdict: incomplete
//@ reason: limit
public class FillsTheMemory {
    public static void main(String[] args) {
        long[][] hoard = new long[64][];
        new Thread(() -> {
            for (int i = 0; i < hoard.length; i++) {
                hoard[i] = new long[1 << 27];
            }
        }).start();
    }
}
