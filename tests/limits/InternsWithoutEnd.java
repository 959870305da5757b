public class InternsWithoutEnd {
    public static void main(String[] args) throws Exception {
        for (int i = 0;; i++) {
            ("text " + i).intern();
        }
    }
}
