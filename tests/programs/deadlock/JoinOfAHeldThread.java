// Who joins a thread takes its monitor, and is blocked where another one holds it.
public class JoinOfAHeldThread {
    public static void main(String[] args) throws InterruptedException {
        Object never = new Object();
        Thread worker = new Thread(() -> {
        });
        Thread holder = new Thread(() -> {
            synchronized (worker) {
                worker.notify();
                synchronized (never) {
                    try {
                        never.wait(); //~ deadlock
                    } catch (InterruptedException stop) {
                        return;
                    }
                }
            }
        });
        holder.start();
        worker.start();
        worker.join();
    }
}
