public class VariableArguments {
    static int count(Object... all) {
        return all == null ? -1 : all.length;
    }

    static int sum(int... numbers) {
        int total = 0;
        for (int n : numbers) {
            total += n;
        }
        return total;
    }

    static String pick(String first, Object... rest) {
        return first + rest.length;
    }

    static String pick(String first, String second) {
        return first + second;
    }

    @SafeVarargs
    static <T> T last(T... all) {
        return all[all.length - 1];
    }

    public static void main(String... args) {
        System.out.println(count() + " " + count(1) + " " + count(1, "2", null) + " " + count((Object[]) null) + " " + count((Object) null));
        System.out.println(count(new Object[] {1, 2}) + " " + count(new int[] {1, 2}) + " " + count((Object) new Object[3]));
        System.out.println(sum() + " " + sum(1, 2, 3) + " " + sum(new int[] {Integer.MAX_VALUE, 1}));
        System.out.println(pick("a", "b") + pick("a") + pick("a", 1, 2) + pick("a", (Object) "b"));
        System.out.println(last("x", "y") + last(1, 2L, 3.5));
    }
}
