// Three threads take two steps each, in one of 90 orders.
public class OrdersOfSixSteps {
    static String order = "";

    static synchronized void step(String name) {
        order += name;
    }

    static Thread twice(String name) {
        Thread thread = new Thread(() -> {
            step(name);
            step(name);
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {twice("a"), twice("b"), twice("c")};
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(order);
    }
}
