//@ jdk: 21
// The end of a virtual thread takes no monitor and notifies nobody: Thread.join of it waits for something else.
public class VirtualThreadNotifiesNobody {
    public static void main(String[] args) throws InterruptedException {
        Thread ends = Thread.startVirtualThread(() -> { });
        synchronized (ends) {
            while (ends.isAlive()) {
                ends.wait(); //~ deadlock
            }
        }
    }
}
