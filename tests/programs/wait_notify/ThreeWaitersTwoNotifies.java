public class ThreeWaitersTwoNotifies {
    private int permits;

    synchronized void take() {
        while (permits == 0) {
            try {
                wait(); //~ deadlock
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
        permits--;
    }

    synchronized void give() {
        permits = 3;
        notify();
        notify();
    }

    public static void main(String[] args) {
        ThreeWaitersTwoNotifies gate = new ThreeWaitersTwoNotifies();
        for (int i = 0; i < 3; i++) {
            new Thread(gate::take).start();
        }
        gate.give();
    }
}
