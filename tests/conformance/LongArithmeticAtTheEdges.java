public class LongArithmeticAtTheEdges {
    static long divide(long a, long b) {
        return a / b;
    }

    public static void main(String[] args) {
        long[] edges = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -4294967296L, -1, 0, 1, 3037000500L, Long.MAX_VALUE};
        for (long a : edges) {
            System.out.println(a + " neg " + -a + " not " + ~a);
            for (long b : edges) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b));
                if (b != 0) {
                    System.out.print(" " + divide(a, b) + " " + a % b);
                }
                System.out.println(" " + (a < b) + (a <= b) + (a == b) + (a > b));
            }
        }
        try {
            System.out.println(divide(5, 0));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
