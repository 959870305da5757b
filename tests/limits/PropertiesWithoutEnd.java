public class PropertiesWithoutEnd {
    public static void main(String[] args) throws Exception {
        for (int i = 0;; i++) {
            System.setProperty("key" + i, "value".repeat(100));
        }
    }
}
