public class RelevantWhereOthersCanRun {
    //@ set: vm.por.attributes=RelevantWhereOthersCanRun.look=runnables
    static volatile boolean written;

    static boolean look() {
        return written;
    }

    public static void main(String[] args) {
        new Thread(() -> written = true).start();
        assert look(); //~ assertion-failure
    }
}
