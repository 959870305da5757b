//@ findings: 1
public class CloneAgainstElementWrite {
    static final int[] SHARED = {1, 2, 3};

    public static void main(String[] args) {
        new Thread(() -> SHARED[2] = 9).start(); //~ data-race
        int[] mine = SHARED.clone();
        assert mine.length == 3;
    }
}
