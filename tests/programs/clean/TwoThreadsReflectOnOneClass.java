import java.lang.reflect.Method;

//@ set: debug.verify-hashes=true
// What reflection knows of a class is kept behind a field that is nobody's business. Whoever finds it there shares with
// whoever made it.
public class TwoThreadsReflectOnOneClass {
    static class Point {
        public int x() {
            return 1;
        }

        public int y() {
            return 2;
        }
    }

    private static volatile int asked;

    private static void ask() {
        Method[] all = Point.class.getMethods();
        asked++;
        assert all.length > 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(TwoThreadsReflectOnOneClass::ask);
        Thread second = new Thread(TwoThreadsReflectOnOneClass::ask);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
