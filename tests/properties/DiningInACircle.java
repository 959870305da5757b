/** Two philosophers who take the forks in opposite orders: each may hold one forever. */
// Both forks are one's alone.
//# holds: always = "threads(DiningInACircle.eat) <= 1"
//# holds: always = "at(DiningInACircle.eat) -> locked(DiningInACircle.left) && locked(DiningInACircle.right)"
// A deadlock is a run that has ended without a meal, however fair.
//# fails: ltl = "<> at(DiningInACircle.eat)"
//# fails: ltl = "<> at(DiningInACircle.eat)"; fairness = "strong"
//# fails: response = ["locked(DiningInACircle.left)", "!locked(DiningInACircle.left)"]
public class DiningInACircle {
    static final Object left = new Object();
    static final Object right = new Object();

    static void eat() { }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (left) {
                synchronized (right) {
                    eat();
                }
            }
        }, "plato").start();
        new Thread(() -> {
            synchronized (right) {
                synchronized (left) {
                    eat();
                }
            }
        }, "kant").start();
    }
}
