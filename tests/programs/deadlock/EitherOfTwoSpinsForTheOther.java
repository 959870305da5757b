/** Two pairs of loops that wait for each other in vain: which of them it is depends on who comes first. */
//@ findings: 2
class EitherOfTwoSpinsForTheOther {
    static volatile boolean first;
    static volatile boolean open;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> first = true);
        Thread spins = new Thread(() -> {
            if (first) {
                early();
            } else {
                late();
            }
        });
        other.start();
        spins.start();
        other.join();
        while (!open) { //~ infinite-loop
            //~^ infinite-loop
            Thread.onSpinWait();
        }
    }

    static void early() {
        while (!open) {
            Thread.onSpinWait();
        }
    }

    static void late() {
        while (!open) {
            Thread.onSpinWait();
        }
    }
}
