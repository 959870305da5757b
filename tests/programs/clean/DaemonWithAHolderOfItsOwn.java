// The fields of a thread are those of `Thread`, whatever a class calls its own.
public class DaemonWithAHolderOfItsOwn {
    static class Worker extends Thread {
        final Object holder = new Object();
        final Object container = holder;
        boolean daemon;
        boolean interrupted;
        int threadStatus;

        @Override
        public void run() {
            synchronized (holder) {
                while (!interrupted) {
                    try {
                        holder.wait();
                    } catch (InterruptedException stop) {
                        interrupted = true;
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        Worker worker = new Worker();
        worker.setDaemon(true);
        worker.start();
    }
}
