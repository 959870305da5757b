// The first description of Eraser warns of both: nobody asks whether a start ordered the writes of `handed`, and no lock is held at all
// accesses of `pairwise`, though each two of them have one in common. No two accesses race.
public class OnlyTheSeedWarns {
    static final Object A = new Object();
    static final Object B = new Object();
    static final Object C = new Object();
    static int handed;
    static int pairwise;

    static void count(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                pairwise++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        handed = 1;
        Thread first = new Thread(() -> {
            handed = 2;
            count(A, B);
        });
        Thread second = new Thread(() -> count(B, C));
        Thread third = new Thread(() -> count(A, C));
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
    }
}
