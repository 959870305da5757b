//@ findings: 1
public class ArraycopyAgainstElementWrite {
    static final int[] SHARED = {1, 2, 3};

    public static void main(String[] args) {
        new Thread(() -> SHARED[1] = 9).start(); //~ data-race
        int[] mine = new int[3];
        System.arraycopy(SHARED, 0, mine, 0, 3);
    }
}
