import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkedHalvesShareATotal {
    static int total;

    static class Add extends RecursiveAction {
        final int from, to;

        Add(int from, int to) {
            this.from = from;
            this.to = to;
        }

        protected void compute() {
            if (to - from == 1) {
                total += from; //~ data-race "total"
            } else {
                int middle = (from + to) / 2;
                invokeAll(new Add(from, middle), new Add(middle, to));
            }
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Add(1, 3));
    }
}
