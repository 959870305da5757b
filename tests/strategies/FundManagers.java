// Managers move money between accounts with a lock for each account and none for both: a sum shows money that is nowhere.
public class FundManagers {
    static final int ACCOUNTS = 3;
    static final int[] accounts = {100, 100, 100};
    static final Object[] locks = {new Object(), new Object(), new Object()};

    static void move(int from, int to, int amount) {
        synchronized (locks[from]) {
            accounts[from] -= amount;
        }
        synchronized (locks[to]) {
            accounts[to] += amount;
        }
    }

    static int sum() {
        synchronized (locks[0]) {
            synchronized (locks[1]) {
                synchronized (locks[2]) {
                    return accounts[0] + accounts[1] + accounts[2];
                }
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < ACCOUNTS; i++) {
            int from = i;
            new Thread(() -> {
                for (int day = 0; day < 2; day++) {
                    move(from, (from + 1) % ACCOUNTS, 10);
                }
            }).start();
        }
        new Thread(() -> {
            int seen = sum();
            assert seen > 270;
        }).start();
    }
}
