// Both wake, one takes what there is, and the other one does not look again.
public class IfInsteadOfWhileWithTwoConsumers {
    private int items;

    synchronized void put() {
        items++;
        notifyAll();
    }

    synchronized void take() {
        try {
            if (items == 0) {
                wait();
            }
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        items--;
        assert items >= 0; //~ assertion-failure
    }

    public static void main(String[] args) {
        IfInsteadOfWhileWithTwoConsumers shelf = new IfInsteadOfWhileWithTwoConsumers();
        new Thread(shelf::take).start();
        new Thread(shelf::take).start();
        shelf.put();
        shelf.put();
    }
}
