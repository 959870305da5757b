public class StartAndJoinOrderAccesses {
    static int value = 1;
    static int[] cells = new int[2];

    public static void main(String[] args) throws InterruptedException {
        value = 2;
        Thread child = new Thread(() -> {
            cells[0] = value;
            value = 3;
        });
        child.start();
        child.join();
        value++;
        assert value == 4 && cells[0] == 2;
    }
}
