public class ConcatenationsOfEveryShape {
    static int calls;

    static String next() {
        return "n" + ++calls;
    }

    static final class Noisy {
        public String toString() {
            calls += 100;
            return "noisy";
        }
    }

    public static void main(String[] args) {
        Object none = null;
        String s = null;
        char[] chars = {'a'};
        System.out.println("" + none + s + 1 + 2L + 3f + 4.5 + 'c' + true + (byte) 6 + (short) 7);
        System.out.println(next() + next() + calls);
        System.out.println(new Noisy() + "/" + calls);
        System.out.println("\u0001\u0002 tags " + s + " é € 😀 " + 'é');
        System.out.println(1 + 2 + "3" + 4 + 5);
        String long1 = "a" + s + "b" + s + "c" + s + "d" + s + "e" + s + "f" + s + "g" + s + "h" + s + "i" + s + "j" + s + "k" + s
                + "l" + s + "m" + s + "n" + s + "o" + s + "p" + s + "q" + s + "r" + s;
        System.out.println(long1);
        String t = "x";
        t += 1;
        t += 'y';
        t += 2.0f;
        t += null;
        System.out.println(t);
        System.out.println(Double.NaN + "" + Float.POSITIVE_INFINITY + -0.0 + 1e10 + 1e-5f + Long.MIN_VALUE + Integer.MIN_VALUE);
        System.out.println("" + chars.length + chars[0] + new int[0].length);
        StringBuilder sb = new StringBuilder("sb");
        System.out.println(sb + "." + sb.append("!") + "." + sb);
        final String constant = "con" + "stant" + 1 + 'c' + 2.5;
        System.out.println(constant == "constant1c2.5");
    }
}
