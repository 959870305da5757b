public class ThreadsWithoutEnd {
    static int started;

    public static void main(String[] args) throws Exception {
        while (true) {
            new Thread(() -> {
                synchronized (ThreadsWithoutEnd.class) {
                    started++;
                }
            }).start();
        }
    }
}
