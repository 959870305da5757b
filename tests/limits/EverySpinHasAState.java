public class EverySpinHasAState {
    static volatile long count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            while (true) {
                count++;
            }
        });
        other.start();
        while (true) {
            count += 2;
        }
    }
}
