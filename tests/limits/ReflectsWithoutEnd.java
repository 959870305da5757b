import java.lang.reflect.Method;

public class ReflectsWithoutEnd {
    static int sum;

    static void count(int by) {
        sum += by;
    }

    public static void main(String[] args) throws Exception {
        Method method = ReflectsWithoutEnd.class.getDeclaredMethod("count", int.class);
        for (int i = 0;; i++) {
            method.invoke(null, i);
        }
    }
}
