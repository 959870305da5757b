import java.util.concurrent.Exchanger;

public class KeepsWhatItExchanged {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<int[]> exchanger = new Exchanger<>();
        new Thread(() -> {
            int[] full = {1};
            try {
                exchanger.exchange(full);
                full[0] = 2; //~ data-race
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        int[] given = exchanger.exchange(new int[1]);
        int seen = given[0];
    }
}
