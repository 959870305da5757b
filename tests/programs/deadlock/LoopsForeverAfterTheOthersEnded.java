// Nothing of the loop can be seen by others, and all others end.
public class LoopsForeverAfterTheOthersEnded {
    static volatile int count;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) { //~ infinite-loop
            }
        }).start();
        new Thread(() -> count++).start();
        count = 1;
    }
}
