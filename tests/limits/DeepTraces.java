public class DeepTraces {
    static void deeper(int depth) {
        new IllegalStateException().getStackTrace();
        deeper(depth + 1);
    }

    public static void main(String[] args) throws Exception {
        deeper(0);
    }
}
