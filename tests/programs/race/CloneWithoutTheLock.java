public class CloneWithoutTheLock {
    static class Range implements Cloneable {
        int low;
        int high;

        synchronized void widen() {
            low--;
            high++;
        }

        Range copy() throws CloneNotSupportedException {
            return (Range) clone(); //~ data-race "low"
            //~^ data-race "high"
        }
    }

    public static void main(String[] args) throws Exception {
        Range range = new Range();
        new Thread(range::widen).start();
        Range copy = range.copy();
        assert copy.low + copy.high == 0; //~ assertion-failure
    }
}
