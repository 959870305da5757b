public class IntegerArithmeticAtTheEdges {
    static int divide(int a, int b) {
        return a / b;
    }

    static int remainder(int a, int b) {
        return a % b;
    }

    public static void main(String[] args) {
        int[] edges = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -2, -1, 0, 1, 2, 46341, Integer.MAX_VALUE};
        for (int a : edges) {
            System.out.println("a=" + a + " neg=" + -a + " not=" + ~a + " inc=" + (a + 1) + " dec=" + (a - 1));
            for (int b : edges) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b));
                if (b != 0) {
                    System.out.print(" " + divide(a, b) + " " + remainder(a, b));
                }
                System.out.println();
            }
        }
        try {
            divide(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            remainder(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
