public class NotifyWakesOneOfTwo {
    private boolean open;

    synchronized void pass() {
        while (!open) {
            try {
                wait(); //~ deadlock
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
    }

    synchronized void open() {
        open = true;
        notify();
    }

    public static void main(String[] args) {
        NotifyWakesOneOfTwo gate = new NotifyWakesOneOfTwo();
        new Thread(gate::pass).start();
        new Thread(gate::pass).start();
        gate.open();
    }
}
