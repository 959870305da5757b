// How deep a stack may be is the machine's to choose; that this one ends is not.
//@ assumes: stack-depth
public class RecursesWithoutEnd {
    static int down(int n) {
        return down(n + 1) + 1; //~ uncaught-exception "StackOverflowError"
    }

    public static void main(String[] args) {
        new Thread(() -> down(0)).start();
    }
}
