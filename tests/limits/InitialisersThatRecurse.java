public class InitialisersThatRecurse {
    static class A {
        static final int VALUE = B.VALUE + deeper(0);
    }

    static class B {
        static final int VALUE = A.VALUE + deeper(0);
    }

    static int deeper(int depth) {
        return deeper(depth + 1) + deeper(depth + 1);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(A.VALUE);
    }
}
