public class CausesWithoutEnd {
    public static void main(String[] args) throws Exception {
        Throwable cause = null;
        while (true) {
            cause = new IllegalStateException(cause);
        }
    }
}
