import dropwire.Verify;

public class ListIsWrittenWhileItIsRead {
    static final int[] PRICES = {3, 5};

    public static void main(String[] args) {
        new Thread(() -> PRICES[1] = 7).start();
        int price = Verify.getIntFromList(PRICES); //~ data-race
        assert price != 7; //~ assertion-failure
    }
}
