//@ findings: 1
public class ElementsOfVolatileArray {
    static volatile int[] cells = new int[2];

    public static void main(String[] args) {
        new Thread(() -> cells[0] = 1).start(); //~ data-race
        cells[0] = 2;
    }
}
