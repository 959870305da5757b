//@ findings: 1
public class ReadWithoutTheLock {
    private int balance;

    synchronized void deposit(int amount) {
        balance += amount; //~ data-race "balance"
    }

    int balance() {
        return balance;
    }

    public static void main(String[] args) {
        ReadWithoutTheLock account = new ReadWithoutTheLock();
        new Thread(() -> account.deposit(5)).start();
        account.balance();
    }
}
