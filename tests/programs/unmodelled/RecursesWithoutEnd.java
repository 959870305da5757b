// The depth of the stack is a limit of ours, not a finding.
//@ verdict: incomplete
//@ reason: stack
public class RecursesWithoutEnd {
    static int down(int n) {
        return down(n + 1) + 1;
    }

    public static void main(String[] args) {
        new Thread(() -> down(0)).start();
    }
}
