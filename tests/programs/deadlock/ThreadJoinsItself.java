//@ findings: 1
public class ThreadJoinsItself {
    public static void main(String[] args) throws InterruptedException {
        Thread.currentThread().join(); //~ deadlock
    }
}
