import java.util.concurrent.ArrayBlockingQueue;

public class ArrayBlockingQueueHandsOver {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            try {
                for (int i = 1; i <= 2; i++) {
                    int[] box = {0};
                    box[0] = i;
                    queue.put(box);
                }
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }).start();
        int sum = queue.take()[0] + queue.take()[0];
        assert sum == 3;
    }
}
