public class ErroneousClassIsCaughtByBoth {
    static class Fragile {
        static final int VALUE = Integer.parseInt("none");
    }

    static int use() {
        try {
            return Fragile.VALUE;
        } catch (ExceptionInInitializerError first) {
            assert first.getCause() instanceof NumberFormatException;
            return 1;
        } catch (NoClassDefFoundError later) {
            return 10;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread other = new Thread(() -> seen[0] = use());
        other.start();
        int mine = use();
        other.join();
        assert mine + seen[0] == 11;
    }
}
