/** Elements and lengths of arrays, those of an array that the library has made too; whoever can reach an array, each write counts. */
//# fails: never = "ElementsOfArrays.slots[1] == 5"
//# holds: never = "ElementsOfArrays.slots[0] == 5"
//# fails: always = "ElementsOfArrays.slots[0] <= ElementsOfArrays.slots[1]"
//# holds: always = "ElementsOfArrays.slots.length == 3"
//# holds: never = "ElementsOfArrays.slots[3] == 0 || ElementsOfArrays.slots[3] != 0"
//# fails: never = "ElementsOfArrays.copy[2] == 8"
//# fails: never = "ElementsOfArrays.copy[0] == 4 && ElementsOfArrays.copy[1] == 4"
//# holds: never = "ElementsOfArrays.copy[0] == 4 && ElementsOfArrays.copy[1] == 0"
//# fails: always = "ElementsOfArrays.nodes[1].next.size == 0"
//# holds: ltl = "<> [] (ElementsOfArrays.grid[1][0] == 2)"
//# fails: ltl = "[] (ElementsOfArrays.grid[1][0] != 1)"
public class ElementsOfArrays {
    static class Node {
        int size;
        Node next;
    }

    static final int[] slots = new int[3];
    static int[] copy = {0, 0, 0};
    static final Node[] nodes = {null, new Node()};
    static final byte[][] grid = {{0}, {0, 0}};

    public static void main(String[] args) throws InterruptedException {
        slots[1] = 5;
        slots[1] = 6;
        grid[1][0] = 1;
        grid[1][0] = 2;
        Thread other = new Thread(() -> {
            slots[0] = 7;
            slots[1] = 8;
        });
        other.start();
        nodes[1].next = new Node();
        nodes[1].next.size = 1;
        other.join();
        int[] made = java.util.Arrays.copyOf(slots, 3);
        made[0] = made[1] = 0;
        copy = made;
        System.arraycopy(new int[] {4, 4}, 0, made, 0, 2);
        System.arraycopy(new int[] {3, 3}, 0, made, 0, 2);
        made[2] = 8;
        made[2] = 9;
    }
}
