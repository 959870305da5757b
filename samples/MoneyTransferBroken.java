// Two transfers in opposite directions between two accounts, without any lock. To add to a balance is
// to read it and to write it: a transfer that comes between the two is overwritten, and money vanishes.
public class MoneyTransferBroken {
    static class Account {
        int balance = 100;

        void withdraw(int amount) {
            balance -= amount; //~ data-race "balance"
        }

        void deposit(int amount) {
            balance += amount;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        from.withdraw(amount);
        to.deposit(amount);
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
        assert alice.balance + bob.balance == 200 : "the total changed"; //~ assertion-failure
    }
}
