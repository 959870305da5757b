import java.util.concurrent.atomic.AtomicLongFieldUpdater;

public class FieldUpdaterReadsThenSets {
    volatile long total;

    static final AtomicLongFieldUpdater<FieldUpdaterReadsThenSets> TOTAL =
            AtomicLongFieldUpdater.newUpdater(FieldUpdaterReadsThenSets.class, "total");

    void add(long amount) {
        TOTAL.set(this, TOTAL.get(this) + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterReadsThenSets account = new FieldUpdaterReadsThenSets();
        Thread other = new Thread(() -> account.add(1));
        other.start();
        account.add(2);
        other.join();
        assert account.total == 3; //~ assertion-failure
    }
}
