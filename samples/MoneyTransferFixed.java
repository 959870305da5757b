// The transfers, repaired: both accounts are locked, and always the one with the lower number first,
// whichever way the money goes.
public class MoneyTransferFixed {
    static class Account {
        final int number;
        int balance = 100;

        Account(int number) {
            this.number = number;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account alice = new Account(1);
        Account bob = new Account(2);
        Thread rent = new Thread(() -> transfer(alice, bob, 30), "rent");
        Thread refund = new Thread(() -> transfer(bob, alice, 10), "refund");
        rent.start();
        refund.start();
        rent.join();
        refund.join();
        assert alice.balance + bob.balance == 200 : "the total changed";
    }
}
