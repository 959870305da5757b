/** Lamport's bakery with two customers who come once, so that numbers are bounded. */
// A customer is served whose number is the smaller one, or the same and the first.
//# holds: always = "threads(Bakery.serve) <= 1"
// Numbers come from one more than the other's.
//# holds: always = "Bakery.number0 <= 2 && Bakery.number1 <= 2"
// Who has a number waits for smaller ones alone, and in a fair run these are served.
//# holds: response = ["Bakery.number0 > 0", "Bakery.served0"]
//# holds: ltl = "<> Bakery.served0 && <> Bakery.served1"
// Without fairness a customer may look at the other one's number forever.
//# fails: existence = "Bakery.served1"; fairness = "none"
// Both may have read 0.
//# fails: never = "Bakery.number0 == 1 && Bakery.number1 == 1"
// Who has number 2 came later.
//# holds: absence = "Bakery.served0"; between = ["Bakery.number0 == 2", "Bakery.served1"]
public class Bakery {
    static volatile boolean choosing0, choosing1, served0, served1;
    static volatile int number0, number1;

    static void serve() { }

    public static void main(String[] args) {
        new Thread(() -> {
            choosing0 = true;
            number0 = 1 + number1;
            choosing0 = false;
            while (choosing1) { }
            while (number1 != 0 && number1 < number0) { }
            serve();
            served0 = true;
            number0 = 0;
        }, "zero").start();
        new Thread(() -> {
            choosing1 = true;
            number1 = 1 + number0;
            choosing1 = false;
            while (choosing0) { }
            while (number0 != 0 && number0 <= number1) { }
            serve();
            served1 = true;
            number1 = 0;
        }, "one").start();
    }
}
