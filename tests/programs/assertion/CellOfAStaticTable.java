/** A table of many objects in a static: what one of them holds is all that distinguishes two states. */
public class CellOfAStaticTable {
    static class Cell {
        int order;
    }

    static Cell[] cells;

    public static void main(String[] args) throws InterruptedException {
        cells = new Cell[100];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
        Thread other = new Thread(() -> note(0));
        other.start();
        note(1);
        other.join();
        assert cells[50].order != 0b010101; //~ assertion-failure
        assert cells[50].order != 0b101010; //~ assertion-failure
    }

    static void note(int who) {
        for (int round = 0; round < 3; round++) {
            synchronized (cells[50]) {
                cells[50].order = 2 * cells[50].order + who;
            }
        }
    }
}
