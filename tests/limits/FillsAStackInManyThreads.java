public class FillsAStackInManyThreads {
    static int deeper(int depth) {
        return depth == 8000 ? depth : deeper(depth + 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200; i++) {
            new Thread(() -> deeper(0)).start();
        }
    }
}
