import dropwire.Verify;

public class ChoiceBetweenTwoAccesses {
    static volatile int balance = 10;

    public static void main(String[] args) throws InterruptedException {
        Runnable withdraw = () -> {
            int before = balance;
            int amount = Verify.getInt(1, 3);
            balance = before - amount;
        };
        Verify.parallel(withdraw, withdraw);
        assert balance <= 8; //~ assertion-failure
        assert balance >= 4;
    }
}
