/** Under its lock, and of volatile fields: a clone reads each field as it is declared. */
public class ClonesUnderTheLock {
    static class Range implements Cloneable {
        private int low;
        private int high;
        volatile long version;

        synchronized void widen() {
            low--;
            high++;
            version++;
        }

        synchronized Range copy() throws CloneNotSupportedException {
            return (Range) super.clone();
        }
    }

    static class Switch implements Cloneable {
        volatile boolean on;

        Switch copy() throws CloneNotSupportedException {
            return (Switch) super.clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Range range = new Range();
        Switch light = new Switch();
        new Thread(() -> {
            range.widen();
            light.on = true;
        }).start();
        Range copy = range.copy();
        assert copy.low + copy.high == 0;
        assert copy.version == copy.high;
        if (light.copy().on) {
            assert range.copy().high == 1;
        }
    }
}
