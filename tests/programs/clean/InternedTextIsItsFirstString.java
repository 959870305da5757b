// Who interns a text that nobody had interned before gets its own string back, and so does everybody after it.
public class InternedTextIsItsFirstString {
    static String made(int number) {
        return new StringBuilder("text ").append(number).append(" of nobody's").toString();
    }

    public static void main(String[] args) throws InterruptedException {
        String first = made(1);
        String second = made(2);
        assert first.intern() == first && second.intern() == second;
        assert made(1).intern() == first && made(2).intern() == second && made(1) != first;
        assert new StringBuilder("a con").append("stant").toString().intern() == "a constant";
        Thread other = new Thread(() -> {
            synchronized (made(3).intern()) {
                assert made(1).intern() == first;
            }
        });
        other.start();
        synchronized (made(3).intern()) {
            assert made(2).intern() == second;
        }
        other.join();
    }
}
