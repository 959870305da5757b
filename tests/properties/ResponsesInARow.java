/** Conjunctions of responses, and premises of fairness: their automata are small. */
//# holds: ltl = "([] (a -> <> w)) && ([] (b -> <> x)) && ([] (c -> <> y)) && ([] (d -> <> z))"; atoms = { a = "ResponsesInARow.a", b = "ResponsesInARow.b", c = "ResponsesInARow.c", d = "ResponsesInARow.d", w = "ResponsesInARow.w", x = "ResponsesInARow.x", y = "ResponsesInARow.y", z = "ResponsesInARow.z" }
//# fails: ltl = "([] (a -> <> w)) && ([] (b -> <> x)) && ([] (c -> <> y)) && ([] (w -> <> !a))"; atoms = { a = "ResponsesInARow.a", b = "ResponsesInARow.b", c = "ResponsesInARow.c", w = "ResponsesInARow.w", x = "ResponsesInARow.x", y = "ResponsesInARow.y" }
//# holds: ltl = "([] <> a) && ([] <> b) && ([] <> c) && ([] <> d) -> <> [] z"; atoms = { a = "ResponsesInARow.a", b = "ResponsesInARow.b", c = "ResponsesInARow.c", d = "ResponsesInARow.d", z = "ResponsesInARow.z" }
//# fails: ltl = "([] <> a) && ([] <> b) && ([] <> c) && ([] <> d) -> <> [] !z"; atoms = { a = "ResponsesInARow.a", b = "ResponsesInARow.b", c = "ResponsesInARow.c", d = "ResponsesInARow.d", z = "ResponsesInARow.z" }
public class ResponsesInARow {
    static volatile boolean a, b, c, d, w, x, y, z;

    public static void main(String[] args) {
        new Thread(() -> {
            a = true;
            w = true;
            b = true;
            x = true;
        }).start();
        c = true;
        y = true;
        d = true;
        z = true;
    }
}
