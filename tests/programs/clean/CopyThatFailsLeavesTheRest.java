/** A copy ends at the first element that cannot be stored: what is behind it is neither read nor written. */
public class CopyThatFailsLeavesTheRest {
    public static void main(String[] args) throws Exception {
        Object[] from = {"a", 1, "c"};
        String[] to = {"p", "q", "r"};
        Thread copier = new Thread(() -> {
            try {
                System.arraycopy(from, 0, to, 0, 3);
                throw new IllegalStateException();
            } catch (ArrayStoreException e) {
                // As it must be.
            }
        });
        copier.start();
        from[2] = "d";
        to[1] = "s";
        copier.join();
        if (!to[0].equals("a") || !to[1].equals("s") || !to[2].equals("r")) {
            throw new IllegalStateException();
        }
    }
}
