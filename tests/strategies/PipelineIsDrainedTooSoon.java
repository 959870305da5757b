// A pipeline of three stages; the end is announced before the last stage has seen the last item.
public class PipelineIsDrainedTooSoon {
    static volatile int first, second, third;
    static volatile boolean over;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 1; i <= 5; i++) {
                first = i;
            }
            over = true;
        }).start();
        new Thread(() -> {
            for (int i = 0; i < 12; i++) {
                second = first;
            }
        }).start();
        new Thread(() -> {
            for (int i = 0; i < 12; i++) {
                boolean last = over;
                third = second;
                assert !last || third != 1;
            }
        }).start();
    }
}
