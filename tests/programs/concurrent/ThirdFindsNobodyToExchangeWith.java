import java.util.concurrent.Exchanger;

public class ThirdFindsNobodyToExchangeWith {
    static final Exchanger<String> DESK = new Exchanger<>();

    static void swap(String mine) {
        try {
            DESK.exchange(mine); //~ deadlock
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> swap("a")).start();
        new Thread(() -> swap("b")).start();
        swap("c");
    }
}
