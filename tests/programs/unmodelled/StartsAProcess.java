//@ verdict: incomplete
//@ reason: (other processes), called at StartsAProcess.java:
//@ reason: in place of the process
public class StartsAProcess {
    public static void main(String[] args) throws java.io.IOException {
        new ProcessBuilder("true").start();
    }
}
