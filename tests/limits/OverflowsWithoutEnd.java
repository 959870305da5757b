public class OverflowsWithoutEnd {
    static int deeper(int depth) {
        return 1 + deeper(depth + 1);
    }

    public static void main(String[] args) {
        while (true) {
            try {
                deeper(0);
            } catch (StackOverflowError expected) {
                Thread.onSpinWait();
            }
        }
    }
}
