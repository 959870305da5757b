public class AppendsWithoutEnd {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        while (true) {
            text.append(text.length());
        }
    }
}
