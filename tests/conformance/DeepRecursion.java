public class DeepRecursion {
    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void hanoi(int n, char from, char to, char by, int[] moves) {
        if (n > 0) {
            hanoi(n - 1, from, by, to, moves);
            moves[0]++;
            moves[1] = moves[1] * 7 + from - to;
            hanoi(n - 1, by, to, from, moves);
        }
    }

    public static void main(String[] args) {
        int[] moves = new int[2];
        hanoi(10, 'a', 'c', 'b', moves);
        System.out.println(depth(1500) + " " + ackermann(2, 9) + " " + even(1001) + " " + moves[0] + " " + moves[1]);
    }
}
