// Different elements are different places, even where they share a word.
public class NeighboursInAnArray {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[2];
        boolean[] flags = new boolean[2];
        Thread other = new Thread(() -> {
            bytes[0] = 1;
            flags[1] = true;
        });
        other.start();
        bytes[1] = 2;
        flags[0] = true;
        other.join();
        assert bytes[0] + bytes[1] == 3 && flags[0] && flags[1];
    }
}
