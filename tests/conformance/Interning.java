public class Interning {
    static final String HELLO = "hello";

    static class Other {
        static final String HELLO = "hello";
        static String hel = "hel";
    }

    public static void main(String[] args) {
        String built = Other.hel + "lo";
        System.out.println(HELLO == Other.HELLO);
        System.out.println(HELLO == built);
        System.out.println(HELLO == built.intern());
        System.out.println(HELLO == "hel" + "lo");
        System.out.println(new String("hello") == HELLO);
        System.out.println(new String("hello").equals(HELLO));
        String fresh = new StringBuilder("never ").append("a literal before").toString();
        System.out.println(fresh.intern() == fresh.intern());
        System.out.println(String.valueOf(12).intern() == "12");
        System.out.println(HELLO.getClass().getName().intern() == "java.lang.String");
        System.out.println("".intern() == "" && HELLO.substring(0) == HELLO);
    }
}
