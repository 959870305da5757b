// A reader of a sequence lock forgets to look at the sequence again.
public class SequenceIsReadOnce {
    static volatile int sequence, left, right;

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 3; i++) {
                sequence++;
                left = i;
                right = -i;
                sequence++;
            }
        });
        Thread[] readers = new Thread[3];
        for (int number = 0; number < readers.length; number++) {
            readers[number] = new Thread(() -> {
                int sum = 0;
                if (sequence == 4) {
                    sum = left + right;
                }
                assert sum == 0;
            });
        }
        writer.start();
        for (Thread reader : readers) {
            reader.start();
        }
    }
}
