public class HandlesForEver {
    public static void main(String[] args) throws Exception {
        while (true) {
            try {
                throw new IllegalStateException("again");
            } catch (IllegalStateException again) {
                again.getStackTrace();
            }
        }
    }
}
