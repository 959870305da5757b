public class InitialisationOrdersReads {
    static class Table {
        static int[] squares = new int[3];
        static int used;

        static {
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
                used++;
            }
        }
    }

    static void look(int n) {
        assert Table.squares[n] == n * n && Table.used == 3;
    }

    public static void main(String[] args) {
        new Thread(() -> look(2)).start();
        look(1);
    }
}
