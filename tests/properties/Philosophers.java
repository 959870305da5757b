/** Two philosophers who take the forks in one order: each eats, whatever the other does. */
// Who has the left fork gets the right one, and nobody goes round: each run ends, fair or not.
//# holds: existence = "Philosophers.ate == 2"
//# holds: existence = "Philosophers.ate == 2"; fairness = "none"
// Both forks are one's alone.
//# holds: never = "Philosophers.eating > 1"
// Who is hungry eats, or the other one has.
//# holds: response = ["Philosophers.hungry", "Philosophers.ate >= 1"]
// Both do eat, one after the other.
//# fails: never = "Philosophers.ate == 2"
//# fails: absence = "Philosophers.eating == 1"; before = "Philosophers.ate == 1"
public class Philosophers {
    static final Object left = new Object();
    static final Object right = new Object();
    static int eating, ate;
    static volatile boolean hungry;

    static void dine() {
        hungry = true;
        synchronized (left) {
            synchronized (right) {
                eating++;
                ate++;
                eating--;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(Philosophers::dine, "plato").start();
        new Thread(Philosophers::dine, "kant").start();
    }
}
