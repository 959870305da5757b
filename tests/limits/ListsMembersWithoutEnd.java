public class ListsMembersWithoutEnd {
    public static void main(String[] args) throws Exception {
        int count = 0;
        while (true) {
            count += String.class.getDeclaredMethods().length;
        }
    }
}
