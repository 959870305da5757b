/** No jump backwards, and no stack that overflows. */
public class CallsWithoutEnd {
    static int twice(int depth) {
        return depth == 0 ? 1 : twice(depth - 1) + twice(depth - 1);
    }

    public static void main(String[] args) {
        System.out.println(twice(60));
    }
}
