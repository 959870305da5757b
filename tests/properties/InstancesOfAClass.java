/** What is said of all instances of a class, and of some: each counts from the return of its constructor on. */
//# holds: always = "all(InstancesOfAClass$Account.balance >= 0)"
//# fails: always = "all(InstancesOfAClass$Account.balance > 0)"
//# fails: always = "all(InstancesOfAClass$Account.balance != 7)"
//# holds: ltl = "<> some(InstancesOfAClass$Account.balance == 7)"
//# fails: never = "some(InstancesOfAClass$Account.open && InstancesOfAClass$Account.balance == 3)"
//# holds: never = "some(InstancesOfAClass$Account.balance == 99)"
//# holds: always = "all(InstancesOfAClass$Account.balance <= InstancesOfAClass.limit)"
//# holds: ltl = "<> [] all(InstancesOfAClass$Account.balance <= 10)"
//# holds: never = "some(InstancesOfAClass$Savings.balance == 3)"
//# fails: always = "all(InstancesOfAClass$Account.next == null)"
public class InstancesOfAClass {
    static class Account {
        int balance;
        boolean open;
        Account next;

        Account(int balance) {
            this.balance = -99;
            this.balance = balance;
        }

        Account() {
            this(99);
            balance = 3;
        }
    }

    static class Savings extends Account {
        Savings() {
            super(5);
        }
    }

    static int limit = 20;

    public static void main(String[] args) {
        new Thread(() -> {
            Account mine = new Account(0);
            mine.balance = 7;
            mine.balance = 10;
        }, "a").start();
        new Thread(() -> {
            Account mine = new Account();
            mine.open = true;
            mine.next = new Savings();
        }, "b").start();
    }
}
