public class CopiesReferencesWithoutEnd {
    public static void main(String[] args) throws Exception {
        Object[] from = new Object[40 << 20];
        Object[] to = new Object[40 << 20];
        while (true) {
            System.arraycopy(from, 0, to, 0, from.length);
        }
    }
}
