public class TwoWaitersTwoNotifies {
    private int permits;

    synchronized void take() {
        while (permits == 0) {
            try {
                wait();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
        permits--;
    }

    synchronized void give() {
        permits = 2;
        notify();
        notify();
    }

    public static void main(String[] args) {
        TwoWaitersTwoNotifies gate = new TwoWaitersTwoNotifies();
        new Thread(gate::take).start();
        new Thread(gate::take).start();
        gate.give();
    }
}
