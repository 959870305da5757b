public class ClonesWithoutEnd {
    static Object last;

    public static void main(String[] args) {
        byte[] bytes = new byte[1 << 24];
        while (true) {
            last = bytes.clone();
        }
    }
}
