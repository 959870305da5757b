// What is copied from is the thread's own; what is copied to is not.
public class ArraycopyFromAPrivateArray {
    public static void main(String[] args) {
        int[] shared = new int[2];
        new Thread(() -> {
            int[] own = {1, 2};
            System.arraycopy(own, 0, shared, 0, 2); //~ data-race "int["
        }).start();
        int first = shared[0];
        assert first >= 0;
    }
}
