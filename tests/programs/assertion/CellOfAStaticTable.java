/** A table of many objects in a static: what one of them holds makes the difference between two states. */
public class CellOfAStaticTable {
    static class Cell {
        int value;
    }

    static Cell[] cells;

    public static void main(String[] args) throws InterruptedException {
        Thread adds = new Thread(() -> {
            for (int round = 0; round < 2; round++) {
                set(round + 1);
            }
        });
        cells = new Cell[100];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
        adds.start();
        set(3);
        adds.join();
        // Fails where 3 is written last.
        assert cells[50].value != 3; //~ assertion-failure
    }

    static void set(int value) {
        synchronized (cells[50]) {
            cells[50].value = value;
        }
    }
}
