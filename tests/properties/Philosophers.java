/** Two philosophers who take the forks in one order: each eats, whatever the other does. */
//# holds: existence = "Philosophers.ate == 2"
//# holds: never = "Philosophers.eating > 1"
//# holds: response = ["Philosophers.hungry", "Philosophers.ate >= 1"]
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
