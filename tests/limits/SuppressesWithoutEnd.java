public class SuppressesWithoutEnd {
    public static void main(String[] args) throws Exception {
        Throwable all = new IllegalStateException();
        while (true) {
            all.addSuppressed(new IllegalStateException());
        }
    }
}
