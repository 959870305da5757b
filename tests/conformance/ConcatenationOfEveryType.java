public class ConcatenationOfEveryType {
    static int calls;

    static String side(String s) {
        calls++;
        return s + calls;
    }

    @Override
    public String toString() {
        return "an object";
    }

    public static void main(String[] args) {
        boolean z = true;
        byte b = -128;
        short s = Short.MIN_VALUE;
        char c = 'ß';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = 1.25f;
        double d = -0.0;
        String text = "text";
        String none = null;
        Object object = new ConcatenationOfEveryType();
        Object nothing = null;
        char[] chars = null;
        System.out.println("" + z + b + s + c + i + l + f + d + text + none + object + nothing + chars);
        System.out.println(c + i + text + c + 1 + 'x' + 1.0f);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println('a' + 'b' + "c" + 'd' + 'e');
        System.out.println(side("x") + side("y") + calls + side("z"));
        String grown = "";
        grown += 1;
        grown += 'c';
        grown += null;
        grown += 2.0;
        grown += object;
        System.out.println(grown);
        System.out.println("\u0001 stays, \u0002 too, % and {} " + i + "\u0001" + "中" + c);
        final String constant = "con" + "stant" + 1 + 'x' + true + 2.5;
        System.out.println(constant + (constant == "constant1xtrue2.5"));
        Integer boxed = null;
        Character letter = 'q';
        System.out.println("boxed " + boxed + letter + Long.valueOf(7) + Boolean.FALSE);
        System.out.println(z + "" + b + "" + s + "" + c + "" + i + "" + l + "" + f + "" + d + "" + none + z + b + s + c + i + l + f + d + z + b);
    }
}
