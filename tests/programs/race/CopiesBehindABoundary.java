// The boundary before the call and the copy are two steps, at one instruction; what comes behind is reached by both.
public class CopiesBehindABoundary {
    //@ set: vm.por.attributes=java.lang.System.arraycopy=always
    static final int[] FROM = {1, 2};
    static final int[] TO = new int[2];
    static int copied;

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(() -> {
            System.arraycopy(FROM, 0, TO, 0, 2); //~ data-race "int[1]"
            copied = 2; //~ data-race "copied"
        });
        copies.start();
        TO[1] = 3;
        copied = 1;
        copies.join();
    }
}
