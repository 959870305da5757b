// Every transfer locks both accounts, first the one it takes from, then the one it gives to. Two
// transfers in opposite directions take the same two locks in opposite orders.
public class MoneyTransferDeadlock {
    static class Account {
        int balance = 100;
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) { //~ deadlock
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account alice = new Account();
        Account bob = new Account();
        Thread rent = new Thread(() -> transfer(alice, bob, 30), "rent");
        Thread refund = new Thread(() -> transfer(bob, alice, 10), "refund");
        rent.start();
        refund.start();
        rent.join();
        refund.join();
        assert alice.balance + bob.balance == 200 : "the total changed";
    }
}
