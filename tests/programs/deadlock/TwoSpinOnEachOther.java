//@ jdk: 11
//@ findings: 1
public class TwoSpinOnEachOther {
    static volatile boolean left;
    static volatile boolean right;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!left) Thread.onSpinWait(); //~ infinite-loop
            right = true;
        }).start();
        new Thread(() -> {
            while (!right) Thread.onSpinWait();
            left = true;
        }).start();
    }
}
