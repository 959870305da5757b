public class OneElementOfAnArray {
    public static void main(String[] args) {
        long[] cells = new long[3];
        for (int i = 0; i < 2; i++) {
            long step = i + 1;
            new Thread(() -> {
                cells[1] += step; //~ data-race
            }).start();
        }
    }
}
