//@ findings: 1
public class IndexOutOfBoundsInMain {
    public static void main(String[] args) {
        int[] cells = new int[3];
        for (int i = 0; i <= cells.length; i++) {
            cells[i] = i; //~ uncaught-exception "ArrayIndexOutOfBoundsException"
        }
    }
}
