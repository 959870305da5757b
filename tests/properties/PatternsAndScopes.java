/** Each pattern in each scope, once of what one thread does in its order, once of two that know nothing of each other. */
//# holds: absence = "PatternsAndScopes.s == 9"
//# fails: absence = "PatternsAndScopes.t == 1"
//# holds: absence = "PatternsAndScopes.s == 4"; before = "PatternsAndScopes.s == 3"
//# fails: absence = "PatternsAndScopes.t == 1"; before = "PatternsAndScopes.s == 3"
//# holds: absence = "PatternsAndScopes.s == 1"; after = "PatternsAndScopes.s == 2"
//# fails: absence = "PatternsAndScopes.s == 3"; after = "PatternsAndScopes.s == 2"
//# holds: absence = "PatternsAndScopes.s == 5"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# fails: absence = "PatternsAndScopes.t == 1"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# holds: existence = "PatternsAndScopes.t == 2"
//# fails: existence = "PatternsAndScopes.s == 9"
//# holds: existence = "PatternsAndScopes.s == 2"; before = "PatternsAndScopes.s == 3"
//# fails: existence = "PatternsAndScopes.t == 1"; before = "PatternsAndScopes.s == 3"
//# holds: existence = "PatternsAndScopes.t == 2"; after = "PatternsAndScopes.s == 2"
//# fails: existence = "PatternsAndScopes.s == 1"; after = "PatternsAndScopes.s == 2"
//# holds: existence = "PatternsAndScopes.s == 2"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# fails: existence = "PatternsAndScopes.t == 1"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# holds: universality = "PatternsAndScopes.s <= 5"
//# fails: universality = "PatternsAndScopes.t <= 1"
//# holds: universality = "PatternsAndScopes.s <= 2"; before = "PatternsAndScopes.s == 3"
//# fails: universality = "PatternsAndScopes.t == 0"; before = "PatternsAndScopes.s == 3"
//# holds: universality = "PatternsAndScopes.s >= 2"; after = "PatternsAndScopes.s == 2"
//# fails: universality = "PatternsAndScopes.t >= 1"; after = "PatternsAndScopes.s == 2"
//# holds: universality = "PatternsAndScopes.s >= 1"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# fails: universality = "PatternsAndScopes.t == 0"; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# holds: precedence = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 2"]
//# fails: precedence = ["PatternsAndScopes.s == 1", "PatternsAndScopes.t == 1"]
//# holds: precedence = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 2"]; before = "PatternsAndScopes.s == 3"
//# fails: precedence = ["PatternsAndScopes.t == 1", "PatternsAndScopes.s == 2"]; before = "PatternsAndScopes.s == 3"
//# holds: precedence = ["PatternsAndScopes.s == 3", "PatternsAndScopes.s == 4"]; after = "PatternsAndScopes.s == 2"
//# fails: precedence = ["PatternsAndScopes.t == 1", "PatternsAndScopes.s == 4"]; after = "PatternsAndScopes.s == 2"
//# holds: precedence = ["PatternsAndScopes.s == 2", "PatternsAndScopes.s == 3"]; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# fails: precedence = ["PatternsAndScopes.t == 1", "PatternsAndScopes.s == 3"]; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# holds: response = ["PatternsAndScopes.s == 2", "PatternsAndScopes.s == 3"]
//# fails: response = ["PatternsAndScopes.s == 3", "PatternsAndScopes.s == 2"]
//# holds: response = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 2"]; before = "PatternsAndScopes.s == 3"
//# fails: response = ["PatternsAndScopes.s == 2", "PatternsAndScopes.t == 1"]; before = "PatternsAndScopes.s == 3"
//# holds: response = ["PatternsAndScopes.s == 3", "PatternsAndScopes.t == 2"]; after = "PatternsAndScopes.s == 2"
//# fails: response = ["PatternsAndScopes.t == 2", "PatternsAndScopes.s == 2"]; after = "PatternsAndScopes.s == 2"
//# holds: response = ["PatternsAndScopes.s == 2", "PatternsAndScopes.s == 3"]; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
//# fails: response = ["PatternsAndScopes.s == 2", "PatternsAndScopes.t == 1"]; between = ["PatternsAndScopes.s == 1", "PatternsAndScopes.s == 4"]
public class PatternsAndScopes {
    static volatile int s, t;

    public static void main(String[] args) {
        new Thread(() -> {
            t = 1;
            t = 2;
        }, "other").start();
        s = 1;
        s = 2;
        s = 3;
        s = 4;
        s = 5;
    }
}
