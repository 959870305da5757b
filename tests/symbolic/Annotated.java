/** Methods that are explored without being named: they have an annotation, and class files keep it. */
public class Annotated {
    @interface Symbolic {}

    private final int limit;

    Annotated(int limit) {
        this.limit = limit;
    }

    @Symbolic
    static int quotient(int x, int by) {
        return x / by;
    }

    @Symbolic
    int below(int x) {
        return x < limit ? x : limit;
    }

    @Symbolic
    static int sum(java.util.List<Integer> all) {
        return all.size();
    }

    static int other(int x) {
        return 1 / x;
    }
}
