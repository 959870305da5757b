//@ jdk: 21
/** What a program sees of the class of virtual threads. */
public class VirtualThreadIsNamedSo {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = Thread.ofVirtual().unstarted(() -> { });
        assert thread.getClass().getName().equals("java.lang.VirtualThread");
        assert thread.toString().startsWith("VirtualThread[#");
        thread.start();
        thread.join();
    }
}
