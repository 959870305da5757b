/** Each `run` is synchronized on its own thread and wants the other one's monitor. */
public class SynchronizedRunTakesTwoLocks {
    static class Peer extends Thread {
        Peer other;

        @Override
        public synchronized void run() {
            synchronized (other) { //~ deadlock
                other = null;
            }
        }
    }

    public static void main(String[] args) {
        Peer first = new Peer();
        Peer second = new Peer();
        first.other = second;
        second.other = first;
        first.start();
        second.start();
    }
}
