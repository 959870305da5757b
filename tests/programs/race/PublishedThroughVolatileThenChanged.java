//@ findings: 1
public class PublishedThroughVolatileThenChanged {
    static class Order {
        int amount = 1;
        boolean paid;
    }

    static volatile Order order;

    public static void main(String[] args) {
        new Thread(() -> {
            Order fresh = new Order();
            fresh.amount = 2;
            order = fresh;
            fresh.paid = true; //~ data-race "paid"
        }).start();
        Order seen = order;
        if (seen != null) {
            assert seen.amount == 2;
            String.valueOf(seen.paid);
        }
    }
}
