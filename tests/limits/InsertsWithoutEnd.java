public class InsertsWithoutEnd {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        while (true) {
            text.insert(0, "abcdefgh");
        }
    }
}
