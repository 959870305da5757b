// An object is published before it is filled; who finds it asks many questions before it looks inside.
public class PublishedTooEarly {
    static class Order {
        volatile int price;
    }

    static volatile Order open;
    static volatile int questions;

    public static void main(String[] args) {
        Thread seller = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                questions++;
            }
            Order made = new Order();
            open = made;
            made.price = 5;
        });
        Thread buyer = new Thread(() -> {
            Order found = open;
            int before = questions;
            if (found != null) {
                for (int i = 0; i < 10; i++) {
                    questions++;
                }
                assert found.price == 5 || questions != before + 10;
            }
        });
        Thread auditor = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                questions++;
            }
        });
        seller.start();
        buyer.start();
        auditor.start();
    }
}
