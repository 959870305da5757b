//# holds: always = "RangesOfValues.low <= 3"
//# fails: always = "RangesOfValues.low < 3"
//# fails: always = "3 - RangesOfValues.low > 0"
//# fails: never = "RangesOfValues.low == 2"
//# holds: never = "RangesOfValues.low == 4"
//# fails: always = "RangesOfValues.low == RangesOfValues.low2"
//# fails: always = "RangesOfValues.wide < 9000000000"
//# fails: always = "RangesOfValues.small >= 0"
//# fails: always = "RangesOfValues.name != null"
//# fails: always = "!RangesOfValues.on"
//# fails: never = "RangesOfValues.low >= 2 && RangesOfValues.high >= 2"
//# holds: never = "RangesOfValues.low >= 2 && RangesOfValues.high >= 4"
//# fails: ltl = "[] (RangesOfValues.low >= 2 -> RangesOfValues.high == 0)"
//# fails: always = "all(RangesOfValues$Cell.n != 2)"
//# holds: always = "all(RangesOfValues$Cell.n < 3)"
//# fails: always = "RangesOfValues.cell.n != 2"
//# holds: always = "RangesOfValues.cell.n < 3"

// Fields that pass through many values under a lock of their own: each range that a property distinguishes is seen, also where two of them
// must meet.
public class RangesOfValues {
    static int low, low2, high;
    static long wide;
    static byte small;
    static boolean on;
    static String name = "a";
    static final Cell cell = new Cell();
    static final Object one = new Object(), other = new Object();

    static class Cell {
        int n;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (other) {
                for (int i = 1; i <= 3; i++) high = i;
                high = 0;
                small = (byte) 127;
                small++;
                small = 0;
            }
        });
        t.start();
        synchronized (one) {
            for (int i = 1; i <= 3; i++) low = low2 = i;
            low = low2 = 0;
            wide = 8_999_999_999L;
            wide++;
            wide = 0;
            name = null;
            name = "b";
            on = true;
            on = false;
            cell.n = 1;
            cell.n = 2;
            cell.n = 1;
        }
        t.join();
    }
}
