// Five locks are taken in order but by the first thread, and by that only if it looks at the right moment: early, in a space of which
// depth-first search with this limit sees a corner.
//@ set: limits.transitions=100000
//@ coverage: limited
//@ reason: the limit of 100000 transitions was reached
public class CircleThatOneLookAllows {
    static final Object[] LOCKS = {new Object(), new Object(), new Object(), new Object(), new Object()};
    static final int[] VISITS = new int[5];

    static void both(int first, int second) {
        synchronized (LOCKS[first]) {
            synchronized (LOCKS[second]) { //~ deadlock
                VISITS[first]++;
                VISITS[second]++;
            }
        }
    }

    static int visits(int of) {
        synchronized (LOCKS[of]) {
            return VISITS[of];
        }
    }

    static void work(int me) {
        switch (me) {
            case 0:
                if (visits(1) == 1 && visits(4) == 0) {
                    both(4, 0);
                } else {
                    both(0, 4);
                }
                break;
            case 1:
                both(0, 1);
                break;
            case 2:
                both(1, 3);
                break;
            default:
                both(0, 4);
        }
        for (int k = 0; k < 3; k++) {
            int one = (me + k) % 5;
            int other = (me + k + 2) % 5;
            both(Math.min(one, other), Math.max(one, other));
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            int me = i;
            new Thread(() -> work(me)).start();
        }
    }
}
