//@ verdict: incomplete
public class StartsAProcess {
    public static void main(String[] args) throws java.io.IOException {
        new ProcessBuilder("true").start();
    }
}
