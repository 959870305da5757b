//@ findings: 1
public class DivisionDependsOnOrder {
    static volatile int parts = 2;

    public static void main(String[] args) {
        new Thread(() -> parts = 0).start();
        int share = 10 / parts; //~ uncaught-exception "ArithmeticException"
        assert share == 5;
    }
}
