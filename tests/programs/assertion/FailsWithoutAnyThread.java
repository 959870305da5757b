//@ findings: 1
public class FailsWithoutAnyThread {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += i;
        }
        assert sum == 7 : "the sum is " + sum; //~ assertion-failure
    }
}
